import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { documentRequest, type FaxName } from '../../../../shared/files/documents';
import { storeFile } from '../../../../shared/files/storeFile';
import { isNotFound, mapFaults, ServiceFault } from '../../../../shared/http/faults';
import type { UploadFile } from '../../../../shared/http/upload';
import { InputError } from '../../../../shared/values/inputError';
import type { ItemFields } from '../../../fields/itemFields';
import type { PrepareCall } from '../../../itemCall';
import { binaryPropertyNamesField, sentFaxIdField, sourceField, textField } from '../sendFields';
import { nameWithFormat } from './formats';

const TEXT_FILE = { name: 'fax.txt', type: 'text/plain' };

const MOST_FILES = 10;

/** 150 MB in the larger of the two ways to count them; of the smaller the service judges itself. */
const MOST_BYTES = 150 * 1024 * 1024;

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
			return [documentOf(TEXT_FILE, new TextEncoder().encode(source.text))];
		case 'fax':
			return [await existingFax(call, source)];
		default:
			return source.files;
	}
}

async function filesOf(call: PrepareCall): Promise<UploadFile[]> {
	const { displayName } = binaryPropertyNamesField;
	const names = fileNamesOf(call);
	if (names.length === 0)
		throw new InputError(
			`There is no document to send: ${displayName} is empty. Enter the name of a field with a file.`,
		);
	if (names.length > MOST_FILES)
		throw new InputError(
			`${displayName} names ${names.length} files; the service takes ${MOST_FILES} in one fax. Join some of them, or send several faxes.`,
		);
	const files = await Promise.all(names.map(async (name) => storedFile(call, binaryData(call, name), name)));
	const total = files.reduce((sum, { size }) => sum + size, 0);
	if (total <= MOST_BYTES) return files;
	throw new InputError(
		`The files have ${total} bytes in all; the service takes 150 MB (${MOST_BYTES} bytes) in one fax. Send several faxes, or smaller files.`,
	);
}

/** The fields with the files to send. The preset name stands for the only file of an item, whatever that is called: a form's file has the name of its label. */
export function fileNamesOf(fields: ItemFields): string[] {
	const names = fields.entries(binaryPropertyNamesField);
	const present = Object.keys(filesIn(fields));
	return present.length === 1 && names.join() === binaryPropertyNamesField.default ? present : names;
}

/** The files of an item. */
export function filesIn({ context, itemIndex }: ItemFields): IBinaryKeyData {
	return context.getInputData()[itemIndex]?.binary ?? {};
}

function binaryData(call: PrepareCall, name: string): IBinaryData {
	const binary = filesIn(call);
	const data = binary[name];
	if (data) return data;
	const present = Object.keys(binary).join(', ');
	const hint = present
		? `The input item has files in: ${present}.`
		: 'The input item has no files: let a node before this one provide them.';
	throw new InputError(`There is no file in the field "${name}". ${hint}`);
}

/** A file in n8n's storage, or in the item itself. */
async function storedFile(
	{ context: { helpers } }: PrepareCall,
	{ id, data, fileName, mimeType }: IBinaryData,
	label: string,
): Promise<UploadFile> {
	const file = nameWithFormat(fileName ?? label, mimeType);
	const document =
		id === undefined
			? documentOf(file, Buffer.from(data, 'base64'))
			: {
					...file,
					size: (await fromStorage(label, helpers.getBinaryMetadata(id))).fileSize,
					open: async () => await fromStorage(label, helpers.getBinaryStream(id)),
				};
	if (document.size > 0) return document;
	throw new InputError(`The file in the field "${label}" is empty.`);
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

function documentOf(file: Pick<UploadFile, 'name' | 'type'>, bytes: Uint8Array): UploadFile {
	return { ...file, size: bytes.length, open: async () => await Promise.resolve([bytes]) };
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
