import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { ApiError, badRequest } from '../apiError';
import { MOST_BYTES, Upload } from './upload';

const PART = 'fax_file';
/** Content type that a part has if it doesn't specify one. */
const DEFAULT_TYPE = 'text/plain';
const TEXT = /^\.(txt|text|log|md|csv)$/i;

/**
 * Reads the body of an upload. It has one part named `fax_file`, with a content type and a file name that has an extension
 * (docs/contributing/api.md, "Sending"). A field `format` is also accepted, because some clients send it.
 *
 * @throws ApiError 400, or 413 if the file is too large. The body is always read to its end
 */
export async function readMultipart(headers: IncomingHttpHeaders, body: Readable): Promise<Upload> {
	const form = await readForm(headers['content-type'] ?? '', body);
	for (const [name, value] of form) {
		const isFormat = name === 'format' && (value === 'pdf' || value === 'tiff');
		if (name !== PART && !isFormat)
			throw badRequest(`There is no part ${name}, or not with this value; the file is ${PART}`);
	}
	const [file, ...others] = form.getAll(PART);
	if (file === undefined || others.length > 0) throw badRequest(`There must be exactly one part ${PART}`);
	if (typeof file === 'string') throw badRequest(`The part ${PART} is no file`);
	refuseUnfit(file);
	return new Upload(file.name, file.type, Buffer.from(await file.arrayBuffer()));
}

async function readForm(contentType: string, body: Readable): Promise<FormData> {
	try {
		const bytes = await buffer(body);
		// eslint-disable-next-line @typescript-eslint/no-deprecated -- it needs a lot of memory, but an upload is in memory anyway
		return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
	} catch (error) {
		throw badRequest(`The body is no multipart/form-data: ${(error as Error).message}`);
	}
}

function refuseUnfit({ name, type, size }: File): void {
	if (size > MOST_BYTES) throw new ApiError(413, 'payload_too_large', 'The file is larger than 150 MB');
	const extension = extname(name);
	if (extension.length < 2) throw badRequest('The file name has no extension');
	if (type === DEFAULT_TYPE && !TEXT.test(extension))
		throw badRequest(`The content type of the part is missing, or does not fit ${name}`);
	if (size === 0) throw badRequest('The file is empty');
}
