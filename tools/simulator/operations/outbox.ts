import { ApiError, missing } from '../apiError';
import { outboxFaxes, type SendRequest } from '../faxing/outbox';
import type { OutboxFax } from '../faxing/types';
import { outboxGroups, outboxRecord } from '../faxing/views';
import { done, ok, type Call } from '../handler';
import { USER, get, operation, post, put, remove } from '../openapi/sketch';
import * as record from '../openapi/records';
import {
	empty,
	flag,
	json,
	listOf,
	nothing,
	object,
	oneOf,
	success,
	text,
	zonedTime,
} from '../openapi/schema';

const OUTBOX_FAX = `${USER}/outbox/{outbox_fax_id}` as const;
const fields = { type: 'object', additionalProperties: text };
const faxJob = object(
	{
		from: record.sender,
		to: { ...listOf(record.faxNumber), minItems: 1 },
		files: { ...listOf(text), minItems: 1 },
		comment: record.taggedComment,
		options: object({ enhancement: flag, retry: record.retry }, []),
		send_time: zonedTime,
		return_ids: flag,
		cover_page: record.coverPage,
		resolution: oneOf('fine', 'superfine'),
	},
	['from', 'to', 'files'],
);

export const sendFax = operation(
	post(
		`${USER}/outbox`,
		{ '201': { ...json(object({ ids: fields }, [])), 'x-optional-body': true } },
		{ scopes: ['fax'], body: faxJob },
	),
	({ account, user, body, sender, settings }) => {
		const request = body as SendRequest;
		const faxes = outboxFaxes(account, user, request);
		sender.submit(account, faxes);
		const { idsInAnswer } = settings;
		if (idsInAnswer === 'emptyBody') return { status: 201 };
		if (idsInAnswer === 'emptyObject') return { status: 201, json: { ids: {} } };
		if (idsInAnswer === 'none' || request.return_ids !== true) return { status: 201, json: {} };
		const answered = idsInAnswer === 'lastId' ? faxes.slice(-1) : faxes;
		return { status: 201, json: { ids: Object.fromEntries(answered.map(({ to, id }) => [to, id])) } };
	},
);

export const listOutboxFaxes = operation(
	get(`${USER}/outbox`, success(object({ records: listOf(record.outboxFax) })), { scopes: ['fax'] }),
	(call) => {
		const groups = outboxGroups(outboxOf(call), call.settings);
		return ok({ records: groups.map(outboxRecord) });
	},
);

export const getOutboxFax = operation(
	get(OUTBOX_FAX, success(record.outboxFax), { scopes: ['fax'] }),
	(call) => ok(outboxRecord(groupOf(call))),
);

export const updateOutboxFax = operation(
	put(OUTBOX_FAX, nothing, { scopes: ['fax'], body: object({ comment: text }) }),
	(call) => {
		const { comment } = call.body as { comment: string };
		for (const fax of groupOf(call)) fax.comment = { ...fax.comment, text: comment };
		return done(call.settings);
	},
);

/** Cancels a fax, unless it's already being transmitted. */
export const deleteOutboxFax = operation(
	remove(OUTBOX_FAX, { '204': empty }, { scopes: ['fax'] }),
	(call) => {
		const faxes = groupOf(call);
		if (faxes.some(({ status }) => status === 'sending')) {
			throw new ApiError(409, 'conflict', 'The fax is being sent');
		}
		for (const { id } of faxes) call.account.outbox.delete(id);
		return { status: 204 };
	},
);

function outboxOf({ account, user }: Call): OutboxFax[] {
	return [...account.outbox.values()].filter(({ userId }) => userId === user.id);
}

/** All faxes of the outbox record whose id is in the path. */
function groupOf(call: Call): OutboxFax[] {
	const id = call.params.outbox_fax_id;
	const group = outboxGroups(outboxOf(call), call.settings).find((faxes) =>
		faxes.some((fax) => fax.id === id),
	);
	if (!group) throw missing(call);
	return group;
}
