import type { UploadFile } from '../../../../../shared/service/upload';
import { pdfPages } from './pdf';
import { textPages } from './text';
import { tiffPages } from './tiff';

type Count = (bytes: Uint8Array) => Promise<number | undefined> | number | undefined;

/** By what files of a type begin: another name must not hide a document of many pages. */
const COUNTS: Readonly<Record<string, readonly [beginning: RegExp, count: Count]>> = {
	'application/pdf': [/^%PDF-/, pdfPages],
	'image/tiff': [/^(II\*\0|MM\0\*)/, tiffPages],
	'image/jpeg': [/^\u00FF\u00D8/, () => 1],
	'image/png': [/^\u0089PNG/, () => 1],
	'text/plain': [/^/, (bytes) => textPages(new TextDecoder().decode(bytes))],
};

/**
 * Counts the pages of a file that is to be sent. It is held in memory meanwhile.
 *
 * @returns undefined where they cannot be counted: the formats of office programs have none before they are printed
 */
export async function countPages(file: UploadFile): Promise<number | undefined> {
	const [beginning, count] = COUNTS[file.type] ?? [];
	if (!beginning || !count) return undefined;
	const bytes = await read(await file.open());
	return beginning.test(Buffer.from(bytes.subarray(0, 5)).toString('latin1'))
		? await count(bytes)
		: undefined;
}

async function read(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) parts.push(chunk);
	return Buffer.concat(parts);
}
