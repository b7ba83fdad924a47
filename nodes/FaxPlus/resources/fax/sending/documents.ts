import type { IBinaryData } from 'n8n-workflow';

import { documentRequest } from '../../../../shared/files/documents';
import { storeFile } from '../../../../shared/files/storeFile';
import type { UploadFile } from '../../../../shared/service/upload';
import { InputError } from '../../../../shared/values/inputError';
import type { PrepareCall } from '../../../itemCall';
import { binaryPropertyNamesField, sentFaxIdField, sourceField, textField } from '../sendFields';
import { nameWithFormat } from './formats';

const TEXT_FILE = { name: 'fax.txt', type: 'text/plain' };

const MOST_FILES = 10;

/** 150 MB in the larger of the two ways to count them; of the smaller the service judges itself. */
const MOST_BYTES = 150 * 1024 * 1024;

/**
 * Finds the documents that the fields of an item name.
 *
 * @returns one or more files, in the order of their pages
 * @throws InputError for what the service would not take
 */
export async function documentsOf(call: PrepareCall): Promise<UploadFile[]> {
	switch (call.choice(sourceField)) {
		case 'text':
			return [documentOf(TEXT_FILE, new TextEncoder().encode(call.requiredText(textField)))];
		case 'fax':
			return [await existingFax(call)];
		default:
			return await filesOf(call);
	}
}

async function filesOf(call: PrepareCall): Promise<UploadFile[]> {
	const { displayName } = binaryPropertyNamesField;
	const names = call.list(binaryPropertyNamesField);
	if (names.length === 0) {
		throw new InputError(
			`There is no document to send: ${displayName} is empty. Enter the name of a field with a file.`,
		);
	}
	if (names.length > MOST_FILES) {
		throw new InputError(
			`${displayName} names ${names.length} files; the service takes ${MOST_FILES} in one fax. Join some of them, or send several faxes.`,
		);
	}
	const files = await Promise.all(
		names.map(async (name) => await storedFile(call, binaryData(call, name), name)),
	);
	const total = files.reduce((sum, { size }) => sum + size, 0);
	if (total <= MOST_BYTES) return files;
	throw new InputError(
		`The files have ${total} bytes in all; the service takes 150 MB (${MOST_BYTES} bytes) in one fax. Send several faxes, or smaller files.`,
	);
}

function binaryData({ context, itemIndex }: PrepareCall, name: string): IBinaryData {
	const binary = context.getInputData()[itemIndex]?.binary ?? {};
	const data = binary[name];
	if (data) return data;
	const present = Object.keys(binary);
	const hint =
		present.length === 0
			? 'The input item has no files: let a node before this one provide them.'
			: `The input item has files in: ${present.join(', ')}.`;
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
					size: (await helpers.getBinaryMetadata(id)).fileSize,
					open: async () => await helpers.getBinaryStream(id),
				};
	if (document.size > 0) return document;
	throw new InputError(`The file in the field "${label}" is empty.`);
}

function documentOf(file: Pick<UploadFile, 'name' | 'type'>, bytes: Uint8Array): UploadFile {
	return { ...file, size: bytes.length, open: async () => await Promise.resolve([bytes]) };
}

/** The pages of a fax as the service keeps them. They are stored first, as an upload has to know its length. */
async function existingFax(call: PrepareCall): Promise<UploadFile> {
	const fax = { userId: call.userId(), faxId: call.id(sentFaxIdField) };
	const { file } = await storeFile(call, call.context.helpers, documentRequest(fax, 'pdf'));
	return await storedFile(call, file, sentFaxIdField.displayName);
}
