import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';

import type { UploadFile } from '../../../../shared/http/upload';
import { InputError } from '../../../../shared/values/inputError';
import type { ItemFields } from '../../../fields/itemFields';
import { binaryPropertyNamesField } from '../sendFields';

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
export async function filesOf(fields: ItemFields): Promise<UploadFile[]> {
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
export async function storedFile(
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

/** A file of these bytes. */
export function fileOf(name: Pick<UploadFile, 'name' | 'type'>, bytes: Uint8Array): UploadFile {
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
