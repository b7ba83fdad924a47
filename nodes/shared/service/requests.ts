import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { UploadFile } from './upload';

/** A request that changes nothing. */
export interface ReadRequest {
	/** Path below the base URL; parts that come from users go through `pathPart`. */
	path: string;
	qs?: IDataObject;
	/**
	 * Milliseconds that the whole request may take, or a download without anything arriving; default one minute, or ten
	 * seconds with a short timeout.
	 */
	timeout?: number;
	/** Types that the answer to a download may have, as the header says it; any when left out. */
	accept?: string;
}

/** A request that changes something. */
export interface WriteRequest extends ReadRequest {
	method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	body?: object;
}

/** A request that hands over a file, which changes nothing that lasts. */
export interface UploadRequest extends ReadRequest {
	/** Name of the form's field that holds the file. */
	field: string;
	file: UploadFile;
}

/** A stream of bytes as n8n's binary helpers take it. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Uint8Array
>;

/** Takes the whole of a stream; called again with a new one when the first one broke. */
export type StreamConsumer<T> = (stream: ByteStream, contentType: string | undefined) => Promise<T>;

/**
 * Requests that change nothing, and that are therefore made again after transient faults.
 * All of them throw a ServiceFault when the service refuses or cannot be reached.
 */
export interface Reads {
	/** @returns the parsed body, an object or a list */
	read<T>(request: ReadRequest): Promise<T>;

	/**
	 * Reads binary content as a stream.
	 *
	 * @returns what the consumer made of it
	 */
	download<T>(request: ReadRequest, consume: StreamConsumer<T>): Promise<T>;
}

/** Files handed over as well, which is made again after a failure that may pass: nobody misses a copy. */
export interface Uploads extends Reads {
	/** @returns the parsed body, an object */
	upload<T extends object>(request: UploadRequest): Promise<T>;
}

/** Requests that change something as well. Those are carried out once at most: repeating one could buy a number twice. */
export interface Writes extends Uploads {
	/**
	 * For calls whose answer holds nothing that is needed: it is empty or an object.
	 *
	 * @returns the parsed body; undefined when it is empty
	 */
	write(request: WriteRequest): Promise<unknown>;

	/**
	 * For calls that the service answers with an object; without one, nobody knows whether it was carried out.
	 *
	 * @returns the parsed body
	 */
	writeForResult<T extends object>(request: WriteRequest): Promise<T>;
}
