import type { INodeProperties } from 'n8n-workflow';

import type { FaxDate } from '../../../../../shared/faxes/faxCursor';
import {
	listFaxes,
	listOutbox,
	recipientsOf,
	type NormalizedFax,
} from '../../../../../shared/faxes/faxRecords';
import { ServiceFault } from '../../../../../shared/http/faults';
import { onlyFor } from '../../../../../shared/http/rethrow';
import { InputError } from '../../../../../shared/values/inputError';
import { millisecondsOf } from '../../../../../shared/values/times';
import { optionsFieldName, userIdField } from '../../../../fields/common';
import { holdsExpression, savedValue } from '../../../../fields/fixedValues';
import type { ItemFields } from '../../../../fields/itemFields';
import type { ReadCall } from '../../../../operation/itemCall';
import { refusedBy } from './refused';

/** How much further back sent faxes are listed, in milliseconds, because Fax.Plus's clock may be behind. */
const CLOCKS_DIFFER_MS = 3_600_000;

/** Code of the error if a guard can't read earlier faxes. */
export const EARLIER_FAXES_NOT_READ = 'earlier_faxes_not_read';

/**
 * Reads earlier faxes for a guard or an option. If that fails, nothing is sent, because otherwise the limit might silently
 * be exceeded.
 */
export async function readFor<T>({ displayName }: INodeProperties, reading: () => Promise<T>): Promise<T> {
	const said = (reason: string): string =>
		`The fax wasn't sent, because n8n can't read earlier faxes, which "${displayName}" needs: ${reason}`;
	return await reading()
		.catch(
			onlyFor(ServiceFault, ({ message, status }) => {
				// The advice for the status is about sending, so the status is only part of the text.
				const reason = status === undefined ? message : `${message.replace(/\.$/, '')} (HTTP ${status})`;
				throw new ServiceFault(said(reason), 'notSent', undefined, EARLIER_FAXES_NOT_READ);
			}),
		)
		.catch(
			onlyFor(InputError, ({ message }) => {
				throw new InputError(said(message));
			}),
		);
}

/**
 * Refuses an expression in "User ID" together with a guard that looks at earlier faxes. Each user has their own faxes, so a
 * model or a stranger's data could choose a user without any.
 */
export function requireFixedUser({ context, itemIndex }: ItemFields, guard: INodeProperties): void {
	const options = savedValue(context, optionsFieldName, itemIndex) as Record<string, unknown>;
	const user = options[userIdField.name];
	if (!holdsExpression(user)) return;
	throw refusedBy(
		guard,
		`"${userIdField.displayName}" has an expression, but "${guard.displayName}" needs a fixed one, because it looks at the faxes of that user. Select the user, or remove the guard.`,
	);
}

/** A fax to some numbers that's in the outbox or among the sent faxes. Its times are in milliseconds. */
export interface EarlierFax {
	to: string[];
	/** When it was submitted, or undefined if Fax.Plus doesn't say. */
	submittedAt: number | undefined;
	/** When it was or will be sent. For a fax that's being sent and for one without a time, that's now. */
	sentAt: number;
}

/**
 * Reads all faxes in a user's outbox, and those that were sent since a time (docs/contributing/api.md, "Earlier faxes"). A fax
 * that leaves the outbox in between is in both lists instead of in neither, because the outbox is read first.
 */
export async function earlierFaxes(call: ReadCall, userId: string, since: number): Promise<EarlierFax[]> {
	const now = Date.now();
	const outbox = await listOutbox(call, userId);
	const ids = new Set(outbox.map(({ id }) => id));
	const after = new Date(since - CLOCKS_DIFFER_MS);
	const sent = await listFaxes(call, { userId, category: 'sent', after });
	return [
		...outbox.map((fax) => ({
			to: recipientsOf(fax),
			submittedAt: millisecondsOf(fax.submit_time),
			sentAt: Math.max(millisecondsOf(fax.send_time) ?? now, now),
		})),
		...sent
			.filter(({ id }) => !ids.has(id))
			.map((fax) => ({
				to: [fax.to],
				submittedAt: timeOf(fax, 'submit_time', 'start_time', 'last_update'),
				sentAt: timeOf(fax, 'start_time', 'last_update', 'submit_time') ?? now,
			})),
	];
}

/** Reads the faxes of a user that were submitted since a time. */
export async function submittedSince(call: ReadCall, userId: string, since: number): Promise<EarlierFax[]> {
	const faxes = await earlierFaxes(call, userId, since);
	return faxes.filter(({ submittedAt = Infinity }) => submittedAt > since);
}

/** The first of these times that a fax has, in milliseconds. */
export function timeOf(fax: NormalizedFax, ...names: FaxDate[]): number | undefined {
	return names.map((name) => millisecondsOf(fax[name])).find((time) => time !== undefined);
}
