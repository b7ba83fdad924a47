import { ApiError, badRequest, notFound } from '../apiError';
import type { AiJob } from '../faxing/types';
import { faxOf, ok, type Answer, type Call, type Handler } from '../handler';
import { newId, type Account, type CustomField } from '../state';

export const getFieldExtraction: Handler = (call) => ok(read(faxOf(call).extraction));

export const getOcr: Handler = (call) => ok(read(faxOf(call).ocr));

export const requestFieldExtraction: Handler = (call) =>
	request(call, faxOf(call).extraction, 'field_extraction');

export const requestOcr: Handler = (call) => request(call, faxOf(call).ocr, 'ocr');

/** Corrects the fields that it names; the others stay. */
export const correctFieldExtraction: Handler = (call) => {
	const { extraction } = faxOf(call);
	if (stateOf(extraction) !== 'finished') throw badRequest('The extraction is not finished');
	Object.assign(extraction.data, (call.body as { data: Record<string, string> }).data);
	return ok(result(extraction));
};

type CustomFieldDefinition = Pick<CustomField, 'name' | 'instructions'> & Partial<CustomField>;

export const getAiCredits: Handler = ({ account }) => ok(account.credits);

export const listCustomFields: Handler = ({ account }) => ok({ records: [...account.customFields.values()] });

export const createCustomField: Handler = ({ account, body }) => {
	const { name, instructions, enabled = true } = body as CustomFieldDefinition;
	const field: CustomField = { id: newId('cf_'), name, instructions, enabled };
	account.customFields.set(field.id, field);
	return ok(field);
};

export const updateCustomField: Handler = ({ account, params, body }) => {
	const field = account.customFields.get(params.field_id);
	if (!field) throw notFound();
	return ok(Object.assign(field, body));
};

/** What a job says now; a pending one comes nearer to its end with each reading. */
function read(job: AiJob<unknown>): object {
	const answer = result(job);
	if (stateOf(job) === 'pending') job.pendingReads -= 1;
	return answer;
}

function result(job: AiJob<unknown>): object {
	const status = stateOf(job);
	return { status, data: status === 'finished' ? job.data : null };
}

function stateOf({ status, pendingReads }: AiJob<unknown>): string {
	return pendingReads > 0 ? 'pending' : status;
}

/** Starts a job that was not requested or has failed, and spends a credit; one that has ended otherwise stays as it is. */
function request({ account, settings }: Call, job: AiJob<unknown>, feature: string): Answer {
	if (['not_requested', 'failed'].includes(stateOf(job))) {
		spend(account, feature);
		job.status = job.outcome;
		job.pendingReads = job.requestedReads;
	}
	return { status: settings.aiRequestStatus, json: result(job) };
}

/** The service's status for this is not public. */
function spend({ credits }: Account, feature: string): void {
	if (credits.credits_remaining < 1) {
		throw new ApiError(402, 'insufficient_credits', 'There are no Fax AI credits left');
	}
	credits.credits_remaining -= 1;
	const used = credits.usage.find((usage) => usage.feature === feature);
	if (used) used.credits_used += 1;
	else credits.usage.push({ feature, credits_used: 1 });
}
