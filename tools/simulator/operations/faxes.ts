import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';

import { badRequest, missing } from '../apiError';
import { fileOf } from '../faxing/files';
import type { Fax } from '../faxing/types';
import { Upload } from '../faxing/upload';
import { faxRecord } from '../faxing/views';
import { done, faxOf, ok, type Call } from '../handler';
import { targetUser } from '../security';
import type { Settings } from '../settings';
import { USER, FAX, get, operation, post, put, remove } from '../openapi/sketch';
import * as record from '../openapi/records';
import {
	file,
	flag,
	json,
	listOf,
	matching,
	nothing,
	object,
	oneOf,
	success,
	text,
	time,
} from '../openapi/schema';

const period = { after: time, before: time };
const page = { limit: matching('^[1-9][0-9]*$'), offset: matching('^[0-9]+$') };
const format = oneOf('pdf', 'tiff');
const uploaded = json(object({ path: text }));

const PDF = 'application/pdf';
const TIFF = 'image/tiff';
const DEFAULT_LIMIT = 50;

export const listFaxes = operation(
	get(`${USER}/faxes`, success(object({ data: object({ records: listOf(record.fax) }) })), {
		scopes: ['fax'],
		query: { category: oneOf('inbox', 'sent', 'spam'), ...period, ...page },
	}),
	({ account, user, query, settings }) => {
		const { category, after = '', before, limit = DEFAULT_LIMIT, offset = 0 } = query;
		const now = Date.now();
		const found = [...account.faxes.values()]
			.filter((fax) => fax.userId === user.id && isListed(fax, settings, now))
			.filter((fax) => category === undefined || fax.category === category)
			.map((fax) => ({ fax, date: dateOf(fax, settings) }))
			.filter(({ date }) => isAfter(date, after, settings) && isBefore(date, before, settings))
			// The newest fax comes first. If two faxes have the same second, the one that was added last comes first.
			.reverse()
			.sort((one, other) => (one.date === other.date ? 0 : one.date < other.date ? 1 : -1));
		const first = settings.usesOffset ? Number(offset) : 0;
		const page = found.slice(first, first + Math.min(Number(limit), settings.maxPageSize));
		return ok({ data: { records: page.map(({ fax }) => faxRecord(fax, settings)) } });
	},
);

export const getFax = operation(get(FAX, success(record.fax), { scopes: ['fax'] }), (call) =>
	ok(faxRecord(recordOf(call), call.settings)),
);

export const updateFax = operation(
	put(FAX, nothing, { scopes: ['fax'], body: object({ comment: text, is_read: flag }) }),
	(call) => {
		const { comment, is_read } = call.body as { comment: string; is_read: boolean };
		Object.assign(recordOf(call), { comment, isRead: is_read });
		return done(call.settings);
	},
);

export const deleteFax = operation(remove(FAX, nothing, { scopes: ['fax'] }), (call) => {
	call.account.faxes.delete(recordOf(call).id);
	return done(call.settings);
});

export const uploadFile = operation(
	post(
		`${USER}/files`,
		{ '200': uploaded, '201': uploaded },
		{ scopes: ['file'], query: { format }, body: { type: 'object' }, bodyType: 'multipart/form-data' },
	),
	({ state, caller, account, params, body, settings }) => {
		targetUser(state, caller, params.user_id);
		if (!(body instanceof Upload)) throw badRequest('The body must be multipart/form-data');
		const path = `${settings.uploadPath}${randomUUID()}${extname(body.fileName)}`;
		account.uploads.set(path, body);
		return { status: settings.uploadStatus, json: { path } };
	},
);

/** The query decides the format. Without it, the first accepted content type does. */
export const getFile = operation(
	get(`${USER}/files/{fax_id}`, file('application/pdf', 'image/tiff'), {
		scopes: ['fax'],
		query: { format },
	}),
	async (call) => {
		const { accepted, query } = call;
		const fax = faxOf(call);
		if (fax.isInProgress || fax.documentFrom > Date.now()) throw missing(call);
		const first = accepted.find((type) => type === PDF || type === TIFF);
		const isTiff = query['format'] === undefined ? first === TIFF : query['format'] === 'tiff';
		const bytes = await fileOf(fax, isTiff ? 'tiff' : 'pdf');
		return { status: 200, bytes, contentType: isTiff ? TIFF : PDF };
	},
);

/** Only sent faxes have a report. */
export const getFaxReport = operation(
	get(`${USER}/report/{fax_id}`, file('application/pdf'), { scopes: ['fax'] }),
	async (call) => {
		const fax = faxOf(call);
		if (fax.direction === 'incoming' || fax.documentFrom > Date.now()) throw missing(call);
		return { status: 200, bytes: await fileOf(fax, 'report'), contentType: PDF };
	},
);

export const getThumbnail = operation(
	get(`${USER}/thumbnail/{fax_id}`, file('image/jpeg'), { scopes: ['fax'] }),
	async (call) => {
		return { status: 200, bytes: await fileOf(faxOf(call), 'thumbnail'), contentType: 'image/jpeg' };
	},
);

/** Finds the fax in the path by the id of its record. It must belong to the user in the path. */
function recordOf(call: Call): Fax {
	const fax = call.account.faxes.get(call.params.fax_id);
	if (fax?.userId !== call.user.id || fax.knownFrom > Date.now()) throw missing(call);
	return fax;
}

function isListed(fax: Fax, { listsFaxesInProgress }: Settings, now: number): boolean {
	return Math.max(fax.knownFrom, fax.listedFrom) <= now && (listsFaxesInProgress || !fax.isInProgress);
}

/** The date that `after` and `before` apply to. A received fax has no submission time. */
function dateOf(fax: Fax, { listDate }: Settings): string {
	if (listDate === 'last_update') return fax.lastUpdate;
	return (listDate === 'submit_time' ? fax.submitTime : null) ?? fax.startTime;
}

function isAfter(date: string, after: string, { afterIsInclusive }: Settings): boolean {
	return date > after || (afterIsInclusive && date === after);
}

function isBefore(date: string, before: string | undefined, { beforeIsInclusive }: Settings): boolean {
	return before === undefined || date < before || (beforeIsInclusive && date === before);
}
