import { Digest, type FileDigest } from '../../../../../shared/files/digest';
import type { UploadFile } from '../../../../../shared/http/upload';
import type { SentFax } from '../../waiting/faxResult';

/** A digest that can later prove which document was faxed. */
export type DocumentEvidence = FileDigest;

/** Adds to each fax the digests of its documents, or null if they're unknown. */
export function withEvidence(faxes: SentFax[], evidence: DocumentEvidence[] | null): SentFax[] {
	return faxes.map((fax) => ({ ...fax, evidence }));
}

/** Computes the digests of files while the upload reads them. The files may be too large for memory, and slow to read twice. */
export class Digests {
	/** The files to upload. Reading them computes the digests. */
	readonly files: UploadFile[];
	private readonly taken = new Map<number, DocumentEvidence>();

	constructor(files: UploadFile[]) {
		this.files = files.map((file, index) => ({
			...file,
			open: async () => this.digesting(await file.open(), index),
		}));
	}

	/**
	 * The digests of the files, in their order. If a file was read more than once, the last read counts. It's null until
	 * all files were read to their end.
	 */
	get evidence(): DocumentEvidence[] | null {
		const digests = this.files.flatMap((_file, index) => this.taken.get(index) ?? []);
		return digests.length === this.files.length ? digests : null;
	}

	private async *digesting(
		chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
		index: number,
	): AsyncGenerator<Uint8Array> {
		const digest = new Digest();
		for await (const chunk of chunks) {
			digest.take(chunk);
			yield chunk;
		}
		this.taken.set(index, digest.end());
	}
}
