import type { IBinaryData } from 'n8n-workflow';

import { bytesOfBase64, isUnicode } from '../../../../shared/files/base64';
import { documentRequest, type FaxName } from '../../../../shared/files/documents';
import { faxableFile } from '../../../../shared/files/faxableFile';
import { BEGINNING } from '../../../../shared/files/beginnings';
import { fileAtUrl } from '../../../../shared/files/fileAtUrl';
import { storeFile } from '../../../../shared/files/storeFile';
import { isNotFound, mapFaults, ServiceFault, unexpectedAnswer } from '../../../../shared/http/faults';
import type { UploadFile } from '../../../../shared/http/upload';
import { fingerprintOf } from '../../../../shared/values/fingerprint';
import { emptyField, InputError } from '../../../../shared/values/inputError';
import { toText } from '../../../../shared/values/text';
import { timeoutOption } from '../../../fields/common';
import type { ItemFields } from '../../../fields/itemFields';
import type { PrepareCall } from '../../../itemCall';
import {
	base64Field,
	binaryPropertyNamesField,
	documentUrlField,
	fileNameField,
	sentFaxIdField,
	sourceField,
	textField,
} from '../sendFields';
import { toDocumentUrl } from './addresses';
import { namedFiles, type NamedFile } from './namedFiles';

/** The document of an item, as its fields name it. */
export interface Source {
	/** What tells it from other documents, and is the same when n8n runs the nodes before this one again. */
	identity: () => unknown;
	/** Whether its files can be read, and refused, without asking anybody for them. */
	isAtHand: boolean;
	/** Of an existing fax, which the service may write into another file each time. */
	faxId?: string;
	/** The address that it is read from. */
	url?: URL;
	/**
	 * Provides what is to be uploaded: one or more files, in the order of their pages.
	 *
	 * @param requireAllowed throws an InputError over an address that may not be read
	 */
	files: (call: PrepareCall, requireAllowed: (url: URL) => void) => Promise<UploadFile[]>;
}

/** Reads from the fields of an item what its document is. */
export function sourceOf(fields: ItemFields): Source {
	switch (fields.choice(sourceField)) {
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
	const text = fields.wholeText(textField);
	const content = inMemory(new TextEncoder().encode(text));
	const files = async (): Promise<UploadFile[]> =>
		Promise.resolve([{ name: 'fax.txt', type: 'text/plain', ...content }]);
	return { identity: () => text, isAtHand: true, files };
}

function faxSource(fields: ItemFields): Source {
	const [userId, faxId] = [fields.userId(), fields.id(sentFaxIdField)];
	const files: Source['files'] = async (call) => [await existingFax(call, { userId, faxId })];
	return { identity: () => faxId, isAtHand: false, faxId, files };
}

function urlSource(fields: ItemFields): Source {
	const url = toDocumentUrl(documentUrlField, fields.value(documentUrlField));
	const timeout = fields.options.number(timeoutOption) * 1000;
	const files: Source['files'] = async (call, requireAllowed) => {
		const file = await fileAtUrl(call.context, url, { timeout, mostBytes: MOST_BYTES, requireAllowed });
		return [await storedFile(call, file, documentUrlField.displayName)];
	};
	return { identity: () => url.href, isAtHand: false, url, files };
}

function base64Source(fields: ItemFields): Source {
	const text = fields.requiredText(base64Field);
	const name = fields.text(fileNameField) || 'document';
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

/** What a file has when it is made again, too: in n8n's storage its place is another then. */
function traitsOf({ id, data, fileName, fileSize, bytes, mimeType }: IBinaryData): unknown {
	return id === undefined ? fingerprintOf(data) : [fileName, fileSize, bytes, mimeType];
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

/**
 * The pages of a fax as the service keeps them. They are stored first, as an upload has to know its length. That there is no such
 * fax is told as such: of a send, the service's own words would be about its fields.
 */
async function existingFax(call: PrepareCall, fax: FaxName): Promise<UploadFile> {
	const asking = async (): Promise<{ file: IBinaryData }> =>
		storeFile(call, call.context.helpers, documentRequest(fax, 'pdf'));
	const { file } = await mapFaults(asking, (fault) => {
		if (!isNotFound(fault)) return fault;
		const { message, outcome, status } = fault;
		return new ServiceFault(`There is no fax "${fax.faxId}": ${message}`, outcome, status, 'fax_not_found');
	});
	return await storedFile(call, file, sentFaxIdField.displayName);
}

const MOST_FILES = 10;

/** 150 MB in the larger of the two ways to count them; of the smaller the service judges itself. */
const MOST_BYTES = 150 * 1024 * 1024;

/** The files to send, in their order; an InputError says what the service would refuse. */
async function filesOf(fields: ItemFields, named: NamedFile[]): Promise<UploadFile[]> {
	const { displayName } = binaryPropertyNamesField;
	if (named.length === 0)
		throw new InputError(
			`There is no document to send: ${displayName} is empty. Enter the name of a field with a file.`,
		);
	if (named.length > MOST_FILES)
		throw new InputError(
			`${displayName} names ${named.length} files; the service takes ${MOST_FILES} in one fax. Join some of them, or send several faxes.`,
		);
	const files = await Promise.all(named.map(async ({ label, file }) => storedFile(fields, file, label)));
	const total = files.reduce((sum, { size }) => sum + size, 0);
	if (total <= MOST_BYTES) return files;
	throw tooLarge(total);
}

function tooLarge(bytes: number): InputError {
	return new InputError(
		`The files have ${bytes} bytes in all; the service takes 150 MB (${MOST_BYTES} bytes) in one fax. Send several faxes, or smaller files.`,
	);
}

/** A file in n8n's storage, or in the item itself, named by what it is. */
async function storedFile(
	{ context: { helpers } }: ItemFields,
	{ id, data, fileName, mimeType, fileExtension }: IBinaryData,
	label: string,
): Promise<UploadFile> {
	const file =
		id === undefined
			? inItem(data, label)
			: {
					size: (await fromStorage(label, helpers.getBinaryMetadata(id))).fileSize,
					open: async () => await fromStorage(label, helpers.getBinaryStream(id)),
				};
	if (file.size === 0) throw new InputError(`The file in the field "${label}" is empty.`);
	const said = {
		name: toText(fileName) || label,
		mimeType: toText(mimeType),
		extension: toText(fileExtension),
	};
	return { ...faxableFile(said, await beginningOf(file)), ...file };
}

/** A file that a field holds as text. */
async function fileInText(text: string, name: string): Promise<UploadFile> {
	const { displayName } = base64Field;
	const notBase64 = new InputError(
		`${displayName} is not base64 text: "${text.slice(0, 40)}". Check the expression that provides it, or choose Text under Document to send it as it is written.`,
	);
	const bytes = bytesOfBase64(text);
	// Digits alone are base64, but of no file.
	if (!bytes || !/[a-z]/i.test(text)) throw notBase64;
	if (bytes.length > MOST_BYTES) throw tooLarge(bytes.length);
	if (bytes.length === 0) throw emptyField(displayName);
	const [, mimeType = ''] = /^\s*data:([^;,]*)/.exec(text) ?? [];
	const said = { name, mimeType, extension: '' };
	const file = inMemory(bytes);
	const faxable = faxableFile(said, await beginningOf(file));
	// A word is base64 as well, of bytes that may look like text in an old encoding.
	if (faxable.type === 'text/plain' && !isUnicode(bytes)) throw notBase64;
	return { ...faxable, ...file };
}

function inMemory(bytes: Uint8Array): Pick<UploadFile, 'size' | 'open'> {
	return { size: bytes.length, open: async () => await Promise.resolve([bytes]) };
}

/** Decoded anew each time, because the files of all items are read before the first is sent. */
function inItem(base64: unknown, label: string): Pick<UploadFile, 'size' | 'open'> {
	const { length } = bytesIn(base64, label);
	return { size: length, open: async () => await Promise.resolve([bytesIn(base64, label)]) };
}

function bytesIn(base64: unknown, label: string): Uint8Array {
	const bytes = typeof base64 === 'string' ? bytesOfBase64(base64) : undefined;
	if (bytes) return bytes;
	throw new InputError(
		`The file in the field "${label}" is not written as base64, as n8n does: whatever has put it into the item did not. Let n8n's "Convert to File" node make it.`,
	);
}

/** The bytes by which a file is known. */
async function beginningOf({ open }: Pick<UploadFile, 'open'>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of await open()) {
		chunks.push(chunk.subarray(0, BEGINNING - length));
		length += chunk.length;
		if (length >= BEGINNING) break;
	}
	return Buffer.concat(chunks);
}

/** n8n may have removed a file since the item came, as with the execution that it belongs to. */
async function fromStorage<T>(label: string, work: Promise<T>): Promise<T> {
	return await work.catch((error: unknown) => {
		const text = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
		throw new InputError(
			`The file in the field "${label}" cannot be read from n8n's storage: ${text}. Let the node that provides it run again.`,
		);
	});
}
