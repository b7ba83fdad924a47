import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';

import { badRequest, missing } from '../apiError';
import { fileOf } from '../faxing/files';
import { Upload } from '../faxing/upload';
import type { Call, Handler } from '../handler';
import { targetUser } from '../security';
import type { Fax } from '../state';

const PDF = 'application/pdf';
const TIFF = 'image/tiff';

export const uploadFile: Handler = ({ state, caller, params, body, settings }) => {
	targetUser(state, caller, params['user_id'] ?? '');
	if (!(body instanceof Upload)) throw badRequest('The body must be multipart/form-data');
	const path = `${settings.uploadPath}${randomUUID()}${extname(body.fileName)}`;
	caller.account.uploads.set(path, body);
	return { status: settings.uploadStatus, json: { path } };
};

/** The query decides, then what is accepted first. */
export const getFile: Handler = async (call) => {
	const { accepted, query, settings } = call;
	const fax = faxOf(call);
	if (fax.isInProgress || fax.documentFrom > Date.now()) throw missing(settings.missingStatus);
	const first = accepted.find((type) => type === PDF || type === TIFF);
	const isTiff = query['format'] === undefined ? first === TIFF : query['format'] === 'tiff';
	const bytes = await fileOf(fax, isTiff ? 'tiff' : 'pdf');
	return { status: 200, bytes, contentType: isTiff ? TIFF : PDF };
};

/** Only what was sent has a report. */
export const getFaxReport: Handler = async (call) => {
	const fax = faxOf(call);
	if (fax.direction === 'incoming') throw missing(call.settings.missingStatus);
	return { status: 200, bytes: await fileOf(fax, 'report'), contentType: PDF };
};

export const getThumbnail: Handler = (call) => ({
	status: 200,
	bytes: faxOf(call).thumbnail,
	contentType: 'image/jpeg',
});

/**
 * The fax that a path names by the id of its record or of its session, if it belongs to the user that the path names.
 *
 * @throws ApiError when there is none
 */
export function faxOf({ state, caller, params, settings }: Call): Fax {
	const user = targetUser(state, caller, params['user_id'] ?? '');
	const id = params['fax_id'] ?? '';
	const { faxes } = caller.account;
	const fax = faxes.get(id) ?? [...faxes.values()].find(({ sessionId }) => sessionId === id);
	if (fax?.userId !== user.id) throw missing(settings.missingStatus);
	return fax;
}
