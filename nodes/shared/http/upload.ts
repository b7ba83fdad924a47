/** A file that can be read several times. */
export interface UploadFile {
	/** Name, with the extension that Fax.Plus recognizes the format by. */
	name: string;
	type: string;
	/** Size in bytes. */
	size: number;
	/** Opens the file from its beginning. */
	open(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
	/** What the user should know about the file, although it can be faxed. */
	hint?: string;
	/** Throws an InputError if the file can't be faxed. That's only known once all of it was read. */
	requireFaxable?: () => void;
}

/** Assumed speed of the slowest connection, in bytes per millisecond. */
export const SLOWEST_LINE = 64;

/**
 * A form with one file (docs/contributing/api.md, "Sending"), as n8n's HTTP client accepts it. That client turns anything that
 * looks like a FormData into a stream with a length. A real FormData would keep the whole file in memory. Each attempt reads the
 * file from its beginning.
 */
export class FileForm {
	readonly [Symbol.toStringTag] = 'FormData';

	constructor(
		private readonly field: string,
		private readonly file: UploadFile,
	) {}

	/** A FormData has this method, but n8n's client never calls it. */
	append(): never {
		throw new Error('The form holds one file only');
	}

	*entries(): Generator<[string, object]> {
		const { file } = this;
		const { name, type, size } = file;
		/** Reads the file only when it's sent. */
		async function* stream(): AsyncGenerator<Uint8Array> {
			yield* await file.open();
		}
		yield [this.field, { [Symbol.toStringTag]: 'File', name, type, size, stream }];
	}

	[Symbol.iterator](): Generator<[string, object]> {
		return this.entries();
	}
}
