import { missing } from '../apiError';
import type { Fax } from '../faxing/types';
import { faxRecord } from '../faxing/views';
import type { Call, Handler } from '../handler';
import { done, ok } from '../handler';
import { targetUser } from '../security';
import type { Settings } from '../settings';

const DEFAULT_LIMIT = 50;

export const listFaxes: Handler = ({ state, caller, params, query, settings }) => {
	const user = targetUser(state, caller, params['user_id'] ?? '');
	const { category, after = '', before, limit = DEFAULT_LIMIT, offset = 0 } = query;
	const now = Date.now();
	const found = [...caller.account.faxes.values()]
		.filter((fax) => fax.userId === user.id && isListed(fax, settings, now))
		.filter((fax) => category === undefined || fax.category === category)
		.map((fax) => ({ fax, date: dateOf(fax, settings) }))
		.filter(({ date }) => isAfter(date, after, settings) && isBefore(date, before, settings))
		// The newest first; of the same second the one that came last.
		.reverse()
		.sort((one, other) => (one.date === other.date ? 0 : one.date < other.date ? 1 : -1));
	const first = settings.offsetHonoured ? Number(offset) : 0;
	const page = found.slice(first, first + Math.min(Number(limit), settings.largestLimit));
	return ok({ data: { records: page.map(({ fax }) => faxRecord(fax, settings)) } });
};

export const getFax: Handler = (call) => ok(faxRecord(recordOf(call), call.settings));

export const updateFax: Handler = (call) => {
	const { comment, is_read } = call.body as { comment: string; is_read: boolean };
	Object.assign(recordOf(call), { comment, isRead: is_read });
	return done(call.settings);
};

export const deleteFax: Handler = (call) => {
	call.caller.account.faxes.delete(recordOf(call).id);
	return done(call.settings);
};

/** The fax that a path names by the id of its record, if it belongs to the user that the path names. */
function recordOf({ state, caller, params, settings }: Call): Fax {
	const user = targetUser(state, caller, params['user_id'] ?? '');
	const fax = caller.account.faxes.get(params['fax_id'] ?? '');
	if (fax?.userId !== user.id || fax.knownFrom > Date.now()) throw missing(settings.missingStatus);
	return fax;
}

function isListed(fax: Fax, { listsFaxesInProgress }: Settings, now: number): boolean {
	return Math.max(fax.knownFrom, fax.listedFrom) <= now && (listsFaxesInProgress || !fax.isInProgress);
}

/** What `after` and `before` compare; an incoming fax has no time of submission. */
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
