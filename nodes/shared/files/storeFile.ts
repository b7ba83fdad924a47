import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { unexpectedAnswer } from '../http/faults';
import { firstBytes } from '../http/firstBytes';
import type { ReadRequest, Reads } from '../http/requests';

/** What a file turned out to be. */
export interface FileType {
	mimeType: string;
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

/** Bytes by which files are told apart, and that every file has. */
const BEGINNING = 1024;
const FEWEST = 5;

export interface StoredFile {
	type: FileType;
	file: IBinaryData;
}

/** Streams a file of the service into n8n's storage, unless the answer is empty, or no such file. */
export async function storeFile(
	reads: Pick<Reads, 'download'>,
	helpers: Pick<IExecuteFunctions['helpers'], 'prepareBinaryData'>,
	{ name, noun, typeOf, ...request }: FileRequest,
): Promise<StoredFile> {
	return await reads.download(request, async (stream, contentType = '') => {
		const beginning = await firstBytes(stream, BEGINNING);
		if (beginning.length === 0) throw unexpectedAnswer(`Fax.Plus answered without a ${noun}`, 'refused', 200);
		const type = typeOf(contentType, beginning);
		const isNone = `The answer isn't a ${noun}, so it doesn't come from Fax.Plus`;
		if (!type || beginning.length < FEWEST) throw unexpectedAnswer(isNone, 'refused', 200);
		const fileName = `${name}.${type.extension}`;
		// The looking has used up what is shorter.
		const content = beginning.length < BEGINNING ? Buffer.from(beginning) : stream;
		return { type, file: await helpers.prepareBinaryData(content, fileName, type.mimeType) };
	});
}
