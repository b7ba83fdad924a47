import { Busboy } from '@fastify/busboy';
import type { IncomingHttpHeaders } from 'node:http';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { ApiError, badRequest } from '../apiError';
import { MOST_BYTES, Upload } from './upload';

const PART = 'fax_file';
/** What a part without a content type is taken for. */
const DEFAULT_TYPE = 'text/plain';
const TEXT = /^\.(txt|text|log|md|csv)$/i;

/**
 * Reads a body in the form of an upload: one part named `fax_file`, with a file name that has an extension, and its
 * content type (docs/api.md, "Sending"). A field `format` beside it is let pass, as some clients send it.
 *
 * @throws ApiError 400, or 413 when the file is too large; the body is read to its end all the same
 */
export async function readMultipart(headers: IncomingHttpHeaders, body: Readable): Promise<Upload> {
	const form = openForm(headers);
	const found: Upload[] = [];
	let problem: ApiError | undefined;
	form.on('field', (name, value) => {
		if (name === PART) problem ??= badRequest(`The part ${PART} is no file`);
		else if (name !== 'format' || !/^(pdf|tiff)$/.test(value)) {
			problem ??= badRequest(`There is no part ${name}, or not with this value`);
		}
	});
	form.on('file', (name, file, fileName, _encoding, contentType) => {
		const chunks: Buffer[] = [];
		file.on('data', (chunk: Buffer) => chunks.push(chunk));
		file.on('limit', () => {
			problem ??= new ApiError(413, 'payload_too_large', 'The file is larger than 150 MB');
		});
		file.on('end', () => {
			problem ??= problemOf(name, fileName, contentType);
			if (!problem) found.push(new Upload(fileName, contentType, Buffer.concat(chunks)));
		});
	});
	await pipeline(body, form).catch((error: unknown) => {
		problem ??= badRequest(`The body is no multipart/form-data: ${(error as Error).message}`);
	});
	if (problem) throw problem;
	const [upload] = found;
	if (!upload || found.length > 1) throw badRequest(`There must be exactly one part ${PART}`);
	if (upload.size === 0) throw badRequest('The file is empty');
	return upload;
}

function openForm(headers: IncomingHttpHeaders): InstanceType<typeof Busboy> {
	try {
		return new Busboy({
			headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
			limits: { fileSize: MOST_BYTES },
		});
	} catch (error) {
		throw badRequest(`The body is no multipart/form-data: ${(error as Error).message}`);
	}
}

function problemOf(name: string, fileName: string, contentType: string): ApiError | undefined {
	if (name !== PART) return badRequest(`There is no part ${name}; the file is ${PART}`);
	// The library gives a part without a file name one that is empty.
	const extension = extname(fileName || '');
	if (extension.length < 2) return badRequest('The file name has no extension');
	if (contentType === DEFAULT_TYPE && !TEXT.test(extension)) {
		return badRequest(`The content type of the part is missing, or does not fit ${fileName}`);
	}
	return undefined;
}
