import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import { documentRequest, type FaxName } from '../../../../shared/files/documents';
import { storeFile } from '../../../../shared/files/storeFile';
import { isNotFound, mapFaults, ServiceFault, unexpectedAnswer } from '../../../../shared/http/faults';
import type { UploadFile } from '../../../../shared/http/upload';
import { InputError } from '../../../../shared/values/inputError';
import type { ItemFields } from '../../../fields/itemFields';
import type { PrepareCall } from '../../../itemCall';
import { binaryPropertyNamesField, sentFaxIdField, sourceField, textField } from '../sendFields';

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

/** The formats that the service takes (docs/api.md, "Sending"), by the ends of file names. */
const TYPES: Readonly<Record<string, string>> = {
	pdf: 'application/pdf',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	txt: 'text/plain',
	rtf: 'application/rtf',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	tif: 'image/tiff',
	tiff: 'image/tiff',
	xls: 'application/vnd.ms-excel',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const EXTENSIONS = new Map(
	[...Object.entries(TYPES), ['rtf', 'text/rtf'] as const].map(([extension, type]) => [type, extension]),
);

/** The files of an item. */
export function filesIn({ context, itemIndex }: ItemFields): IBinaryKeyData {
	return context.getInputData()[itemIndex]?.binary ?? {};
}

/** The fields with the files to send. The preset name stands for the only file of an item, whatever that is called: a form's file has the name of its label. */
export function fileNamesOf(fields: ItemFields): string[] {
	const names = fields.entries(binaryPropertyNamesField);
	const present = Object.keys(filesIn(fields));
	return present.length === 1 && names.join() === binaryPropertyNamesField.default ? present : names;
}

/** The files to send, in their order; an InputError says what the service would refuse. */
async function filesOf(fields: ItemFields): Promise<UploadFile[]> {
	const { displayName } = binaryPropertyNamesField;
	const names = fileNamesOf(fields);
	if (names.length === 0)
		throw new InputError(
			`There is no document to send: ${displayName} is empty. Enter the name of a field with a file.`,
		);
	if (names.length > MOST_FILES)
		throw new InputError(
			`${displayName} names ${names.length} files; the service takes ${MOST_FILES} in one fax. Join some of them, or send several faxes.`,
		);
	const files = await Promise.all(
		names.map(async (name) => storedFile(fields, binaryData(fields, name), name)),
	);
	const total = files.reduce((sum, { size }) => sum + size, 0);
	if (total <= MOST_BYTES) return files;
	throw new InputError(
		`The files have ${total} bytes in all; the service takes 150 MB (${MOST_BYTES} bytes) in one fax. Send several faxes, or smaller files.`,
	);
}

/** A file in n8n's storage, or in the item itself. */
async function storedFile(
	{ context: { helpers } }: ItemFields,
	{ id, data, fileName, mimeType }: IBinaryData,
	label: string,
): Promise<UploadFile> {
	const name = nameWithFormat(fileName ?? label, mimeType);
	const file =
		id === undefined
			? fileOf(name, Buffer.from(data, 'base64'))
			: {
					...name,
					size: (await fromStorage(label, helpers.getBinaryMetadata(id))).fileSize,
					open: async () => await fromStorage(label, helpers.getBinaryStream(id)),
				};
	if (file.size > 0) return file;
	throw new InputError(`The file in the field "${label}" is empty.`);
}

function fileOf(name: Pick<UploadFile, 'name' | 'type'>, bytes: Uint8Array): UploadFile {
	return { ...name, size: bytes.length, open: async () => await Promise.resolve([bytes]) };
}

function binaryData(fields: ItemFields, name: string): IBinaryData {
	const binary = filesIn(fields);
	const data = binary[name];
	if (data) return data;
	const present = Object.keys(binary).join(', ');
	const hint = present
		? `The input item has files in: ${present}.`
		: 'The input item has no files: let a node before this one provide them.';
	throw new InputError(`There is no file in the field "${name}". ${hint}`);
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

/** Names a file so that the service knows its format: by the end of its name, else by its media type. */
function nameWithFormat(fileName: string, mimeType = ''): Pick<UploadFile, 'name' | 'type'> {
	const name = (fileName.split(/[/\\]/).pop() ?? fileName).replace(/[\r\n"]/g, '_');
	const byName = TYPES[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
	if (byName !== undefined) return { name, type: byName };
	const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
	const extension = EXTENSIONS.get(type);
	if (extension !== undefined) return { name: `${name}.${extension}`, type };
	throw new InputError(
		`The file "${fileName}" (${mimeType || 'of no type'}) is of a format that cannot be faxed. Send PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX.`,
	);
}
