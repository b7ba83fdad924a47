import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { UploadFile } from './upload';

/** A request that changes nothing. */
export interface ReadRequest {
	/** Path below the base URL. Parts that come from users must be encoded with `pathPart`. */
	path: string;
	qs?: IDataObject;
	/** Time limit of the whole request in milliseconds, or of a download without any new data. */
	timeout?: number;
	/** Content types that are accepted. The default is JSON, or any type for a download. */
	accept?: string;
}

/** A request that changes something. */
export interface WriteRequest extends ReadRequest {
	method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	body?: object;
}

/** A request that uploads a file, which changes nothing permanently. */
export interface UploadRequest extends ReadRequest {
	field: string;
	file: UploadFile;
}

export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Uint8Array
>;

/** Reads a whole stream. If the stream breaks, this is called again with a new one. */
export type StreamConsumer<T> = (stream: ByteStream, contentType: string | undefined) => Promise<T>;

/** Requests that read records and lists. */
export interface Reader {
	read<T>(request: ReadRequest): Promise<T>;
}

/** Requests that change nothing, so they're repeated after transient faults. */
export interface Reads extends Reader {
	download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T>;
}

/** Reads and uploads. Uploads are repeated after transient faults, because a second copy does no harm. */
export interface Uploads extends Reads {
	upload<T extends object>(request: UploadRequest): Promise<T>;
}

/**
 * All requests, including those that change something. These are carried out at most once, because a repeated one could buy
 * a number twice.
 */
export interface Writes extends Uploads {
	write(request: WriteRequest): Promise<unknown>;
	writeForResult<T extends object>(request: WriteRequest): Promise<T>;
}
