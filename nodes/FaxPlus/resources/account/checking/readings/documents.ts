import { documentRequest, reportRequest } from '../../../../../shared/files/documents';
import type { FileRequest } from '../../../../../shared/files/storeFile';
import { outcomeOf } from '../../../../../shared/service/faxStatus';
import { rethrow } from '../../../../../shared/service/rethrow';
import { download } from '../../../fax/download';
import { failureOf } from '../anonymous';
import type { Asking } from '../asking';
import { told, untold, type Subject } from '../finding';
import { listedFaxes } from './listDate';

/** docs/api.md, "Files" */
export const documents: Subject = {
	check: 'Service: formats of documents and reports',
	guidance: download,
	async look({ service }) {
		const faxes = await listedFaxes(service);
		// Whether a download marks a fax as read is not public, so only those are asked for where it changes nothing.
		const ended = faxes.filter(({ fax }) => outcomeOf(fax.status) === 'success');
		const sent = ended.find(({ category }) => category === 'sent')?.fax;
		const received = ended.find(({ category, fax }) => category === 'inbox' && fax.is_read === true)?.fax;
		const fax = sent ?? received;
		if (!fax) return untold('No fax was sent, or received and read.', 'Send a fax, then run this again.');
		const name = { userId: 'self', faxId: fax.id };
		const parts = [
			`as pdf: ${await formatOf(service, documentRequest(name, 'pdf'))}`,
			`as tiff: ${await formatOf(service, documentRequest(name, 'tiff'))}`,
			...(sent ? [`report of a sent fax: ${await formatOf(service, reportRequest(name))}`] : []),
			...(received
				? [
						`report of a received fax: ${await formatOf(service, reportRequest({ userId: 'self', faxId: received.id }))}`,
					]
				: []),
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
