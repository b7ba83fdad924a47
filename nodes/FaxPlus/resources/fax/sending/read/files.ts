import type { IBinaryData } from 'n8n-workflow';

import { bytesOfBase64, isUnicode } from '../../../../../shared/files/base64';
import { faxableFile } from '../../../../../shared/files/faxableFile';
import type { UploadFile } from '../../../../../shared/http/upload';
import { toText } from '../../../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../../../shared/values/inputError';
import { asyncPartOf, requireAll } from '../../../../../shared/values/parts';
import type { ItemFields } from '../../../../fields/itemFields';
import { base64Field, binaryPropertyNamesField } from './sendFields';
import type { NamedFile } from './namedFiles';

// Files get a name that fits their first bytes. Each upload attempt opens its file again.

const MOST_FILES = 10;

/** The limit of 150 MB, taken as 150 MiB. If it's really 150 million bytes, Fax.Plus itself refuses what's in between. */
export const MOST_BYTES = 150 * 1024 * 1024;

/** Length of these bytes as base64 text with line breaks, in characters. */
const LONGEST_TEXT = Math.ceil((MOST_BYTES / 3) * 4 * 1.05);

/**
 * Returns the files to send, in their order.
 *
 * @throws InputError if Fax.Plus would refuse them
 */
export async function filesOf(fields: ItemFields, named: NamedFile[]): Promise<UploadFile[]> {
	const { displayName } = binaryPropertyNamesField;
	if (named.length === 0)
		throw new InputError(
			`There is no document to send, because "${displayName}" is empty. Enter the name of a field with a file.`,
		);
	if (named.length > MOST_FILES)
		throw new InputError(
			`"${displayName}" has ${named.length} files, but Fax.Plus accepts ${MOST_FILES} in one fax. Merge some of them, or send several faxes.`,
		);
	const parts = await Promise.all(
		named.map(async ({ label, file }) => asyncPartOf(async () => storedFile(fields, file, label))),
	);
	requireAll(parts);
	const files = parts.map((part) => part());
	const total = files.reduce((sum, { size }) => sum + size, 0);
	if (total <= MOST_BYTES) return files;
	throw tooLarge(total);
}

function tooLarge(bytes?: number): InputError {
	const size = bytes === undefined ? 'more than 150 MB' : `${bytes} bytes`;
	return new InputError(
		`The files have ${size} together, but Fax.Plus accepts 150 MB (${MOST_BYTES} bytes) in one fax. Send smaller files or several faxes.`,
	);
}

/** Returns a file from n8n's storage, or from the item itself. Its name fits its content. */
export async function storedFile(
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
	if (file.size === 0)
		throw new InputError(`The file in the field "${label}" is empty. Check the node that creates it.`);
	const said = {
		name: toText(fileName) || label,
		mimeType: toText(mimeType),
		extension: toText(fileExtension),
	};
	return await faxableFile(said, file);
}

/** Returns a file that a field contains as base64 text. */
export async function fileInText(text: string, name: string): Promise<UploadFile> {
	const { displayName } = base64Field;
	if (text.length > LONGEST_TEXT) throw tooLarge();
	const begins = `"${text.slice(0, 40)}"`;
	const asItIs = 'select "Text" under "Document" to send it as it is';
	const written = bytesOfBase64(text);
	if (!written)
		throw new InputError(
			`"${displayName}" is ${begins}, which isn't base64 text. Check its expression, or ${asItIs}.`,
		);
	const uncertain = new InputError(
		`"${displayName}" is ${begins}. This can be a word, or a text file in an old encoding. Save the file in UTF-8 before you convert it to base64, or ${asItIs}.`,
	);
	// Digits alone are valid base64, but no file consists of those.
	if (!/[a-z]/i.test(text)) throw uncertain;
	if (written.size > MOST_BYTES) throw tooLarge();
	if (written.size === 0) throw emptyField(displayName);
	const file = await faxableFile({ name, mimeType: written.mimeType, extension: '' }, inMemory(written));
	// A word is also valid base64, and its bytes may look like text in an old encoding.
	if (file.type === 'text/plain' && !isUnicode(written.chunks())) throw uncertain;
	return file;
}

type Written = NonNullable<ReturnType<typeof bytesOfBase64>>;

/**
 * Keeps a file as base64 and decodes it each time. This saves memory, because the files of all items are read before the first
 * one is sent.
 */
function inMemory({ size, chunks }: Written): Pick<UploadFile, 'size' | 'open'> {
	return { size, open: async () => await Promise.resolve(chunks()) };
}

function inItem(base64: unknown, label: string): Pick<UploadFile, 'size' | 'open'> {
	if (typeof base64 === 'string' && base64.length > LONGEST_TEXT) throw tooLarge();
	const written = typeof base64 === 'string' ? bytesOfBase64(base64) : undefined;
	if (written) return inMemory(written);
	throw new InputError(
		`The file in the field "${label}" isn't base64 text, so n8n can't read it. Create it with the Convert to File node.`,
	);
}

/**
 * Explains why a file couldn't be read from n8n's storage. n8n may have deleted it, for example together with its
 * execution.
 */
async function fromStorage<T>(label: string, work: Promise<T>): Promise<T> {
	return await work.catch((error: unknown) => {
		const text = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
		throw new InputError(
			`n8n can't read the file in the field "${label}" from its storage: ${text}. Run the node that creates it again.`,
		);
	});
}
