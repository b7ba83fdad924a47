import { createHash } from 'node:crypto';

import type { UploadFile } from '../../../../shared/http/upload';

/** What is known of the documents of a fax as they were uploaded; null where it is not known. */
export interface DocumentEvidence {
	documents: number | null;
	/** The hash of each in lower-case hexadecimal digits, in their order, joined with ", ". */
	sha256: string | null;
	/** The size of each, in the same form. */
	bytes: string | null;
}

export const UNKNOWN_DOCUMENTS: DocumentEvidence = { documents: null, sha256: null, bytes: null };

/** Takes the digests of files while somebody reads them: none is held in memory, and none read for that alone. */
export class Digests {
	/** To be read in place of the others. */
	readonly files: Array<Omit<UploadFile, 'open'> & { open: () => Promise<AsyncGenerator<Uint8Array>> }>;
	private readonly taken = new Map<number, { sha256: string; bytes: number }>();

	constructor(files: UploadFile[]) {
		this.files = files.map((file, index) => ({
			...file,
			open: async () => this.digesting(await file.open(), index),
		}));
	}

	/** Of all files, once each was read to its end; where one is read again, the last time counts. */
	get evidence(): DocumentEvidence {
		const digests = this.files.flatMap((_file, index) => this.taken.get(index) ?? []);
		if (digests.length < this.files.length) return UNKNOWN_DOCUMENTS;
		return {
			documents: digests.length,
			sha256: digests.map(({ sha256 }) => sha256).join(', '),
			bytes: digests.map(({ bytes }) => bytes).join(', '),
		};
	}

	private async *digesting(
		chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
		index: number,
	): AsyncGenerator<Uint8Array> {
		const hash = createHash('sha256');
		let bytes = 0;
		for await (const chunk of chunks) {
			hash.update(chunk);
			bytes += chunk.length;
			yield chunk;
		}
		this.taken.set(index, { sha256: hash.digest('hex'), bytes });
	}
}

/** Reads files to their end, for their digests alone. */
export async function digestsOf(files: UploadFile[]): Promise<DocumentEvidence> {
	const digests = new Digests(files);
	for (const file of digests.files) {
		const reading = await file.open();
		while ((await reading.next()).done !== true);
	}
	return digests.evidence;
}
