import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { unexpectedAnswer } from '../shared/service/faults';
import { firstBytes } from '../shared/service/firstBytes';
import type { ReadRequest } from '../shared/service/requests';
import type { ReadCall } from './itemCall';

export const outputFieldField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
};

/** What a file turned out to be. */
export interface FileType {
	mimeType: string;
	/** What its name ends in. */
	extension: string;
}

/** What to ask for, and what may come. */
export interface FileRequest extends ReadRequest {
	/** The name of the file, without what it ends in. */
	name: string;
	/** What the file is called in messages, such as "picture". */
	noun: string;
	/** Tells the type by the header and the first bytes; undefined for what is no such file, an error page for example. */
	typeOf: (contentType: string, beginning: Uint8Array) => FileType | undefined;
}

/** Bytes by which files are told apart. */
const BEGINNING = 5;

/** A file in n8n's storage, and what it turned out to be. */
interface StoredFile {
	type: FileType;
	file: IBinaryData;
}

/**
 * Streams a file of the service into n8n's storage.
 *
 * @throws ServiceFault for an answer that is empty, or no such file
 */
export async function storeFile(
	call: ReadCall,
	{ name, noun, typeOf, ...request }: FileRequest,
): Promise<StoredFile> {
	return await call.download(request, async (stream, contentType = '') => {
		const beginning = await firstBytes(stream, BEGINNING);
		if (beginning.length === 0)
			throw unexpectedAnswer(`The service answered without a ${noun}`, 'refused', 200);
		const type = typeOf(contentType, beginning);
		if (!type || beginning.length < BEGINNING) {
			throw unexpectedAnswer(
				`The answer is not a ${noun}, so it does not come from the service`,
				'refused',
				200,
			);
		}
		const fileName = `${name}.${type.extension}`;
		return { type, file: await call.context.helpers.prepareBinaryData(stream, fileName, type.mimeType) };
	});
}

/**
 * The same into the output field that the user named.
 *
 * @throws ServiceFault as storeFile
 */
export async function downloadFile(
	call: ReadCall,
	request: FileRequest,
): Promise<{ type: FileType; binary: NonNullable<INodeExecutionData['binary']> }> {
	const property = call.requiredText(outputFieldField);
	const { type, file } = await storeFile(call, request);
	return { type, binary: { [property]: file } };
}
