import type { IBinaryData } from 'n8n-workflow';

import { documentRequest, type FaxName } from '../../../../../shared/files/documents';
import { fileAtUrl } from '../../../../../shared/files/fileAtUrl';
import { storeFile } from '../../../../../shared/files/storeFile';
import { isNotFound, mapFaults, ServiceFault } from '../../../../../shared/http/faults';
import type { UploadFile } from '../../../../../shared/http/upload';
import { fingerprintOf } from '../../../../../shared/values/fingerprint';
import { timeoutOption } from '../../../../fields/common';
import type { ItemFields } from '../../../../fields/itemFields';
import type { PrepareCall } from '../../../../operation/itemCall';
import * as send from './sendFields';
import { toDocumentUrl } from './documentUrl';
import { fileInText, filesOf, MOST_BYTES, storedFile } from './files';
import { namedFiles } from './namedFiles';

/** The document of an item, as its fields describe it. */
export interface Source {
	/** Returns what identifies the document. It stays the same when n8n runs earlier nodes again. */
	identity: () => unknown;
	/** True if the files can be read and checked without a request. */
	isAtHand: boolean;
	/** ID of an existing fax. Fax.Plus may create a different file from its pages each time. */
	faxId?: string;
	/** Address that the document is read from. */
	url?: URL;
	/**
	 * Returns the files to upload, in the order of their pages.
	 *
	 * @param requireAllowed throws an InputError for an address that must not be read
	 */
	files: (call: PrepareCall, requireAllowed: (url: URL) => void) => Promise<UploadFile[]>;
}

/** Reads the document of an item from its fields. */
export function sourceOf(fields: ItemFields): Source {
	switch (fields.choice(send.sourceField)) {
		case 'text':
			return textSource(fields);
		case 'fax':
			return faxSource(fields);
		case 'url':
			return urlSource(fields);
		case 'base64':
			return base64Source(fields);
		default:
			return filesSource(fields);
	}
}

function textSource(fields: ItemFields): Source {
	const text = fields.wholeText(send.textField);
	const open: UploadFile['open'] = async () => await Promise.resolve([Buffer.from(text)]);
	const file = { name: 'fax.txt', type: 'text/plain', size: Buffer.byteLength(text), open };
	const files = async (): Promise<UploadFile[]> => await Promise.resolve([file]);
	return { identity: () => text, isAtHand: true, files };
}

function faxSource(fields: ItemFields): Source {
	const [userId, faxId] = [fields.userId(), fields.id(send.sentFaxIdField)];
	const files: Source['files'] = async (call) => [await existingFax(call, { userId, faxId })];
	return { identity: () => faxId, isAtHand: false, faxId, files };
}

function urlSource(fields: ItemFields): Source {
	const url = toDocumentUrl(send.documentUrlField, fields.value(send.documentUrlField));
	const timeout = fields.options.number(timeoutOption) * 1000;
	const files: Source['files'] = async (call, requireAllowed) => {
		const file = await fileAtUrl(call.context, url, { timeout, mostBytes: MOST_BYTES, requireAllowed });
		return [await storedFile(call, file, send.documentUrlField.displayName)];
	};
	return { identity: () => url.href, isAtHand: false, url, files };
}

function base64Source(fields: ItemFields): Source {
	const text = fields.requiredText(send.base64Field);
	const name = fields.text(send.fileNameField) || 'document';
	return {
		identity: () => fingerprintOf(text),
		isAtHand: true,
		files: async () => [await fileInText(text, name)],
	};
}

function filesSource(fields: ItemFields): Source {
	const named = namedFiles(fields);
	const identity = (): unknown => named.map(({ file }) => traitsOf(file));
	return { identity, isAtHand: true, files: async (call) => await filesOf(call, named) };
}

/** Returns what stays the same when a file is created again. Its place in n8n's storage changes each time. */
function traitsOf({ id, data, fileName, fileSize, bytes, mimeType }: IBinaryData): unknown {
	return id === undefined ? fingerprintOf(data) : [fileName, fileSize, bytes, mimeType];
}

/** Returns the pages of a fax as Fax.Plus keeps them. They're stored first, because an upload needs their length. */
async function existingFax(call: PrepareCall, fax: FaxName): Promise<UploadFile> {
	const { file } = await ifFound(fax.faxId, async () =>
		storeFile(call, call.context.helpers, documentRequest(fax, 'pdf')),
	);
	return await storedFile(call, file, send.sentFaxIdField.displayName);
}

/** Reads an existing fax. If it's missing, it gets its own error code, because the usual advice for a send is about other fields. */
export async function ifFound<T>(faxId: string, read: () => Promise<T>): Promise<T> {
	return await mapFaults(read, (fault) => {
		if (!isNotFound(fault)) return fault;
		const { message, outcome, status } = fault;
		return new ServiceFault(
			`Fax.Plus can't find the fax "${faxId}": ${message}`,
			outcome,
			status,
			'fax_not_found',
		);
	});
}
