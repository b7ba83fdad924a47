import { createHash } from 'node:crypto';

import type { UploadFile } from '../../../../../shared/http/upload';
import type { SentFax } from '../../waiting/faxResult';

/** A digest that proves later which document was faxed. */
export interface DocumentEvidence {
	/** In lower-case hexadecimal digits. */
	sha256: string;
	bytes: number;
}

/** Tells of each fax what proves its documents; null where that is not known. */
export function withEvidence(faxes: SentFax[], evidence: DocumentEvidence[] | null): SentFax[] {
	return faxes.map((fax) => ({ ...fax, evidence }));
}

/** Takes the digests of files while the upload reads them, because they may be too large for memory and slow to read twice. */
export class Digests {
	/** To be read in place of the others. */
	readonly files: UploadFile[];
	private readonly taken = new Map<number, DocumentEvidence>();

	constructor(files: UploadFile[]) {
		this.files = files.map((file, index) => ({
			...file,
			open: async () => this.digesting(await file.open(), index),
		}));
	}

	/** Of the files in their order, where one was read again of the last time; null while one was not read to its end. */
	get evidence(): DocumentEvidence[] | null {
		const digests = this.files.flatMap((_file, index) => this.taken.get(index) ?? []);
		return digests.length === this.files.length ? digests : null;
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
