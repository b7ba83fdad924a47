import { faxAsPdf, faxAsTiff, reportOf, thumbnailOf } from './documents';
import { sizedPdf } from './sizedPdf';
import type { Fax } from './types';

const makers = { pdf: faxAsPdf, tiff: faxAsTiff, report: reportOf, thumbnail: thumbnailOf };

export type FileKind = keyof typeof makers;

const made = new WeakMap<Fax, Partial<Record<FileKind, Promise<Buffer>>>>();

/** A file of a fax, which is created when it's first requested. */
export async function fileOf(fax: Fax, kind: FileKind): Promise<Buffer> {
	// This file isn't kept, because many large ones would fill the memory. It's the same each time.
	if (kind === 'pdf' && fax.fileSize !== undefined) return await sizedPdf(fax.id, fax.pages, fax.fileSize);
	const files = made.get(fax) ?? {};
	made.set(fax, files);
	return await (files[kind] ??= makers[kind](fax));
}
