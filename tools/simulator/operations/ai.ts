import { ApiError, badRequest, notFound } from '../apiError';
import type { AiJob } from '../faxing/types';
import { faxOf, ok, type Answer, type Call } from '../handler';
import { newId, type Account, type CustomField } from '../state';
import { FAX, get, operation, patch, post, some } from '../openapi/sketch';
import { each, flag, integer, json, listOf, object, success, text, textOrNull } from '../openapi/schema';

const EXTRACTION = `${FAX}/ai/field-extraction` as const;
const CUSTOM_FIELDS = '/accounts/self/ai/custom-fields';
const fields = { type: 'object', additionalProperties: text };
const extraction = json(object({ status: text, data: { ...fields, type: ['object', 'null'] } }));
const ocr = json(object({ status: text, data: textOrNull }));
const customField = object({ ...each('id name instructions', text), enabled: flag });
const newField = { ...each('name instructions', text), enabled: flag };
const credits = object({
	credits_remaining: integer,
	usage: listOf(object({ feature: text, credits_used: integer })),
	reload_at: textOrNull,
});

export const getFieldExtraction = operation(
	get(EXTRACTION, { '200': extraction }, { scopes: ['ai'] }),
	(call) => ok(read(faxOf(call).extraction)),
);

export const getOcr = operation(get(`${FAX}/ai/ocr`, { '200': ocr }, { scopes: ['ai'] }), (call) =>
	ok(read(faxOf(call).ocr)),
);

export const requestFieldExtraction = operation(
	post(EXTRACTION, { '200': extraction, '202': extraction }, { scopes: ['ai'] }),
	(call) => request(call, faxOf(call).extraction, 'field_extraction'),
);

export const requestOcr = operation(
	post(`${FAX}/ai/ocr`, { '200': ocr, '202': ocr }, { scopes: ['ai'] }),
	(call) => request(call, faxOf(call).ocr, 'ocr'),
);

/** Corrects the given fields without changing others. */
export const correctFieldExtraction = operation(
	patch(EXTRACTION, { '200': extraction }, { scopes: ['ai'], body: object({ data: fields }) }),
	(call) => {
		const { extraction } = faxOf(call);
		if (jobStatus(extraction) !== 'finished') throw badRequest('The extraction is not finished');
		Object.assign(extraction.data, (call.body as { data: Record<string, string> }).data);
		return ok(result(extraction));
	},
);

type CustomFieldDefinition = Pick<CustomField, 'name' | 'instructions'> & Partial<CustomField>;

export const getAiCredits = operation(
	get('/accounts/self/ai/credits', success(credits), { scopes: ['ai'] }),
	({ account }) => ok(account.credits),
);

export const listCustomFields = operation(
	get(CUSTOM_FIELDS, success(object({ records: listOf(customField) })), { scopes: ['ai_settings'] }),
	({ account }) => ok({ records: [...account.customFields.values()] }),
);

export const createCustomField = operation(
	post(CUSTOM_FIELDS, success(customField), {
		scopes: ['ai_settings'],
		body: object(newField, ['name', 'instructions']),
		admin: true,
	}),
	({ account, body }) => {
		const { name, instructions, enabled = true } = body as CustomFieldDefinition;
		const field: CustomField = { id: newId('cf_'), name, instructions, enabled };
		account.customFields.set(field.id, field);
		return ok(field);
	},
);

export const updateCustomField = operation(
	patch(`${CUSTOM_FIELDS}/{field_id}`, success(customField), {
		scopes: ['ai_settings'],
		body: some(newField),
		admin: true,
	}),
	({ account, params, body }) => {
		const field = account.customFields.get(params.field_id);
		if (!field) throw notFound();
		return ok(Object.assign(field, body));
	},
);

/** Reads the current state of a job. Each read brings a pending job closer to its end. */
function read(job: AiJob<unknown>): object {
	const answer = result(job);
	if (jobStatus(job) === 'pending') job.pendingReads -= 1;
	return answer;
}

function result(job: AiJob<unknown>): object {
	const status = jobStatus(job);
	return { status, data: status === 'finished' ? job.data : null };
}

function jobStatus({ status, pendingReads }: AiJob<unknown>): string {
	return pendingReads > 0 ? 'pending' : status;
}

/** Starts a job unless it's pending, and spends a credit for each start. */
function request({ account, settings }: Call, job: AiJob<unknown>, feature: string): Answer {
	if (jobStatus(job) !== 'pending') {
		spend(account, feature);
		job.status = job.outcome;
		job.pendingReads = job.requestedReads;
	}
	return { status: settings.aiRequestStatus, json: result(job) };
}

/** Fax.Plus doesn't document the status of this error. */
function spend({ credits }: Account, feature: string): void {
	if (credits.credits_remaining < 1) {
		throw new ApiError(402, 'insufficient_credits', 'There are no Fax AI credits left');
	}
	credits.credits_remaining -= 1;
	const used = credits.usage.find((usage) => usage.feature === feature);
	if (used) used.credits_used += 1;
	else credits.usage.push({ feature, credits_used: 1 });
}
