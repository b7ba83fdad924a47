import { createHash } from 'node:crypto';

/** Maximum size of all files of one fax, in bytes (docs/contributing/api.md, "Sending"). */
export const MOST_BYTES = 150 * 1024 * 1024;

/** An uploaded file. */
export class Upload {
	readonly sha256: string;

	constructor(
		readonly fileName: string,
		readonly contentType: string,
		readonly bytes: Buffer,
	) {
		this.sha256 = createHash('sha256').update(bytes).digest('hex');
	}

	get size(): number {
		return this.bytes.length;
	}

	/** The file without its bytes, for the log and for JSON. */
	toJSON() {
		const { fileName, contentType, size, sha256 } = this;
		return { fileName, contentType, size, sha256 };
	}
}
