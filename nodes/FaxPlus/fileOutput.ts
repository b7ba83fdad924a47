import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

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

/**
 * Streams a file of the service into n8n's storage.
 *
 * @returns an item with the file in the field that the user named, and its type
 * @throws ServiceFault for an answer that is empty, or no such file
 */
export async function downloadFile(
	call: ReadCall,
	{ name, noun, typeOf, ...request }: FileRequest,
): Promise<{ type: FileType; binary: NonNullable<INodeExecutionData['binary']> }> {
	const property = call.requiredText(outputFieldField);
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
		const file = await call.context.helpers.prepareBinaryData(stream, fileName, type.mimeType);
		return { type, binary: { [property]: file } };
	});
}
