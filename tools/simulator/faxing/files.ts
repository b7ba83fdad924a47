import { faxAsPdf, faxAsTiff, reportOf, thumbnailOf } from './documents';
import { sizedPdf } from './sizedPdf';
import type { Fax } from './types';

const makers = { pdf: faxAsPdf, tiff: faxAsTiff, report: reportOf, thumbnail: thumbnailOf };

export type FileKind = keyof typeof makers;

const made = new WeakMap<Fax, Partial<Record<FileKind, Promise<Buffer>>>>();

/** A file of a fax, made when it is first asked for. */
export async function fileOf(fax: Fax, kind: FileKind): Promise<Buffer> {
	// Not kept, as many large ones would fill the memory; it is the same each time.
	if (kind === 'pdf' && fax.fileSize !== undefined) return await sizedPdf(fax.id, fax.pages, fax.fileSize);
	const files = made.get(fax) ?? {};
	made.set(fax, files);
	return await (files[kind] ??= makers[kind](fax));
}
