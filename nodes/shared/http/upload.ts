/** A file that can be read as often as it is asked for. */
export interface UploadFile {
	/** With its extension, by which the service knows the format. */
	name: string;
	type: string;
	/** In bytes. */
	size: number;
	/** Opens the file from its beginning. */
	open(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
	/** Throws an InputError where the file can't be faxed, which only the reading of all of it has shown. */
	requireFaxable?: () => void;
}

/** Bytes in a millisecond that the slowest line is thought to carry. */
export const SLOWEST_LINE = 64;

/**
 * A form with one file in it (docs/contributing/api.md, "Sending"), as n8n's HTTP client takes it. That client makes a stream with its
 * length of whatever has the shape of a FormData; a real one would hold the whole file in memory. Each attempt reads the
 * file from its beginning.
 */
export class FileForm {
	readonly [Symbol.toStringTag] = 'FormData';

	constructor(
		private readonly field: string,
		private readonly file: UploadFile,
	) {}

	/** What belongs to the shape; nobody adds anything. */
	append(): never {
		throw new Error('The form holds one file only');
	}

	*entries(): Generator<[string, object]> {
		const { file } = this;
		const { name, type, size } = file;
		/** Reads the file only when it is sent. */
		async function* stream(): AsyncGenerator<Uint8Array> {
			yield* await file.open();
		}
		yield [this.field, { [Symbol.toStringTag]: 'File', name, type, size, stream }];
	}

	[Symbol.iterator](): Generator<[string, object]> {
		return this.entries();
	}
}
