import { documentRequest, type FaxName } from '../../../../shared/files/documents';
import { storeFile } from '../../../../shared/files/storeFile';
import { isNotFound, mapFaults, ServiceFault, unexpectedAnswer } from '../../../../shared/http/faults';
import type { UploadFile } from '../../../../shared/http/upload';
import type { PrepareCall } from '../../../itemCall';
import { sentFaxIdField, sourceField, textField } from '../sendFields';
import { fileOf, filesOf, storedFile } from './files';

/** What the fields of an item name as the document. */
export type Source =
	{ kind: 'text'; text: string } | ({ kind: 'fax' } & FaxName) | { kind: 'files'; files: UploadFile[] };

/** Reads from the fields of an item what the document is. Nothing is asked of the service. */
export async function sourceOf(call: PrepareCall): Promise<Source> {
	switch (call.choice(sourceField)) {
		case 'text':
			return { kind: 'text', text: call.wholeText(textField) };
		case 'fax':
			return { kind: 'fax', userId: call.userId(), faxId: call.id(sentFaxIdField) };
		default:
			return { kind: 'files', files: await filesOf(call) };
	}
}

/** Provides what is to be uploaded: one or more files, in the order of their pages. */
export async function documentsOf(call: PrepareCall, source: Source): Promise<UploadFile[]> {
	switch (source.kind) {
		case 'text':
			return [fileOf({ name: 'fax.txt', type: 'text/plain' }, new TextEncoder().encode(source.text))];
		case 'fax':
			return [await existingFax(call, source)];
		default:
			return source.files;
	}
}

/** Hands files over to the service (docs/api.md, "Sending"), which knows each by its path from then on. */
export async function upload(call: PrepareCall, userId: string, files: UploadFile[]): Promise<string[]> {
	const paths: string[] = [];
	for (const file of files) {
		const request = { path: `/accounts/${userId}/files`, field: 'fax_file', file };
		const answer = await call.upload<{ path?: unknown; file_path?: unknown }>(request);
		const path = answer.path ?? answer.file_path;
		if (typeof path !== 'string' || path === '')
			throw unexpectedAnswer('The service did not say where it put the file', 'notSent');
		paths.push(path);
	}
	return paths;
}

/** Asks something of an existing fax. That there is none is told as such: of a send, the same words would be about its fields. */
export async function askedOf<T>({ faxId }: FaxName, ask: () => Promise<T>): Promise<T> {
	return await mapFaults(ask, (fault) => {
		if (!isNotFound(fault)) return fault;
		const { message, outcome, status } = fault;
		return new ServiceFault(`There is no fax "${faxId}": ${message}`, outcome, status, 'fax_not_found');
	});
}

/** The pages of a fax as the service keeps them. They are stored first, as an upload has to know its length. */
async function existingFax(call: PrepareCall, fax: FaxName): Promise<UploadFile> {
	const { file } = await askedOf(fax, async () =>
		storeFile(call, call.context.helpers, documentRequest(fax, 'pdf')),
	);
	return await storedFile(call, file, sentFaxIdField.displayName);
}
