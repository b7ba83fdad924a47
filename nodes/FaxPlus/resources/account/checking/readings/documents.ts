import { documentRequest, reportRequest } from '../../../../../shared/files/documents';
import type { FileRequest } from '../../../../../shared/files/storeFile';
import { outcomeOf } from '../../../../../shared/faxes/faxStatus';
import { rethrow } from '../../../../../shared/http/rethrow';
import { download } from '../../../fax/download';
import { failureOf } from '../anonymous';
import type { Asking } from '../asking';
import { told, untold, type Subject } from '../finding';
import { unspoiltFaxes } from '../lists';

/** docs/api.md, "Files" */
export const documents: Subject = {
	check: 'Service: formats of documents and reports',
	guidance: download,
	async look({ service }) {
		const found = (await unspoiltFaxes(service)).find(({ fax }) => outcomeOf(fax.status) === 'success');
		if (!found) return untold('No fax was sent, or received and read.', 'Send a fax, then run this again.');
		const { category, fax } = found;
		const name = { userId: 'self', faxId: fax.id };
		const parts = [
			`as pdf: ${await formatOf(service, documentRequest(name, 'pdf'))}`,
			`as tiff: ${await formatOf(service, documentRequest(name, 'tiff'))}`,
			`report, of one in ${category}: ${await formatOf(service, reportRequest(name))}`,
		];
		return told(`${parts.join('; ')}.`);
	},
};

/** What comes for a request, or how it fails. */
async function formatOf(service: Asking, { path, qs, accept, typeOf }: FileRequest): Promise<string> {
	try {
		const request = { path, ...(qs && { qs }), ...(accept !== undefined && { accept }) };
		const beginning = await service.beginningOf(request);
		const type = typeOf('', Buffer.from(beginning, 'latin1'));
		return type?.extension ?? 'no document';
	} catch (error) {
		return service.ended ? rethrow(error) : failureOf(error);
	}
}
