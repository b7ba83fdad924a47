import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { UploadFile } from './upload';

/** A request that changes nothing. */
export interface ReadRequest {
	/** Path below the base URL; parts that come from users go through `pathPart`. */
	path: string;
	qs?: IDataObject;
	/** Milliseconds that the whole request may take, or a download without anything arriving. */
	timeout?: number;
	/** Types that the answer may have, as the header says it: JSON, and any of a download, when left out. */
	accept?: string;
}

/** A request that changes something. */
export interface WriteRequest extends ReadRequest {
	method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	body?: object;
}

/** A request that hands over a file, which changes nothing that lasts. */
export interface UploadRequest extends ReadRequest {
	field: string;
	file: UploadFile;
}

export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Uint8Array
>;

/** Takes the whole of a stream; called again with a new one when the first one broke. */
export type StreamConsumer<T> = (stream: ByteStream, contentType: string | undefined) => Promise<T>;

/** Whoever reads records and lists. */
export interface Reader {
	read<T>(request: ReadRequest): Promise<T>;
}

/** Requests that change nothing, and that are therefore made again after transient faults. */
export interface Reads extends Reader {
	download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T>;
}

/** Files handed over as well, which is made again after a failure that may pass: nobody misses a copy. */
export interface Uploads extends Reads {
	upload<T extends object>(request: UploadRequest): Promise<T>;
}

/** Requests that change something as well. Those are carried out once at most: repeating one could buy a number twice. */
export interface Writes extends Uploads {
	write(request: WriteRequest): Promise<unknown>;
	writeForResult<T extends object>(request: WriteRequest): Promise<T>;
}
