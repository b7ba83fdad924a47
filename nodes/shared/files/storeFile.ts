import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { unexpectedAnswer } from '../http/faults';
import { firstBytes } from '../http/firstBytes';
import type { ReadRequest, Reads } from '../http/requests';

/** Type of a file, as it was recognized. */
export interface FileType {
	mimeType: string;
	extension: string;
}

/** A request for a file, and what's accepted as a response. */
export interface FileRequest extends ReadRequest {
	/** Name of the file without its extension. */
	name: string;
	/** Word for the file in messages, such as "picture". */
	noun: string;
	/**
	 * Returns the type, from the header and the first bytes, or undefined if it isn't such a file but an error page, for
	 * example.
	 */
	typeOf: (contentType: string, start: Uint8Array) => FileType | undefined;
}

/** Number of bytes that are read to recognize a file, and the minimum that every file has. */
const START_BYTES = 1024;
const FEWEST = 5;

export interface StoredFile {
	type: FileType;
	file: IBinaryData;
}

/** Streams a file from Fax.Plus into n8n's storage, unless the response is empty or isn't such a file. */
export async function storeFile(
	reads: Pick<Reads, 'download'>,
	helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>,
	{ name, noun, typeOf, ...request }: FileRequest,
): Promise<StoredFile> {
	return await reads.download(request, async (stream, contentType = '') => {
		const start = await firstBytes(stream, START_BYTES);
		if (start.length === 0) throw unexpectedAnswer(`Fax.Plus responded without a ${noun}`, 'refused', 200);
		const type = typeOf(contentType, start);
		const isNone = `The response isn't a ${noun}, so it isn't from Fax.Plus`;
		if (!type || start.length < FEWEST) throw unexpectedAnswer(isNone, 'refused', 200);
		const fileName = `${name}.${type.extension}`;
		// A shorter stream has been used up by reading its first bytes.
		const content = start.length < START_BYTES ? Buffer.from(start) : stream;
		return { type, file: await helpers.prepareBinaryData(content, fileName, type.mimeType) };
	});
}
