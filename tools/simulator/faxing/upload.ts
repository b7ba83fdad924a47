import { createHash } from 'node:crypto';

/** Most bytes of the files of one fax (docs/contributing/api.md, "Sending"). */
export const MOST_BYTES = 150 * 1024 * 1024;

/** A file that was uploaded. */
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

	/** All but its bytes, for the log; JSON has it in this form too. */
	toJSON() {
		const { fileName, contentType, size, sha256 } = this;
		return { fileName, contentType, size, sha256 };
	}
}
