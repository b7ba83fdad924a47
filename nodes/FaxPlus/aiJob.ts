import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { ServiceFault } from '../shared/service/faults';
import { rethrow } from '../shared/service/rethrow';
import { InputError } from '../shared/values/inputError';
import { perRun } from './execution/perRun';
import { faxIdField, userIdField } from './fields/common';
import type { PrepareCall, ReadCall, WriteCall } from './itemCall';
import { toItems } from './itemCall';
import type { StagedOperation, Stages } from './operation';
import { pause } from '../shared/async/pause';

/** What both jobs answer, whether they are read or requested. */
interface JobAnswer {
	status: string;
	data?: unknown;
}

/** A job of Fax AI on a fax, such as reading its text (docs/api.md, "Fax AI"). */
export interface AiJob<T extends JobAnswer> {
	/** The last part of its path. */
	path: string;
	/** Its name in messages, such as "extraction". */
	noun: string;
	/** Whether to request it where nobody has done so yet, unless the user says otherwise. */
	requestsByDefault: boolean;
	/** What comes out of an answer, beside the fax's ID. */
	outputOf: (answer: T) => object;
}

const NOT_REQUESTED = 'not_requested';

/** Statuses that will not change by waiting; the service may know others, which are waited for. */
const FINAL = new Set(['finished', 'failed', 'content_filtering_policy', NOT_REQUESTED]);

const pollingInterval: INodeProperties = {
	displayName: 'Polling Interval',
	name: 'pollingInterval',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 600 },
	default: 5,
	description: 'How many seconds to wait between two looks, when waiting until it is finished',
};

const waitLimit: INodeProperties = {
	displayName: 'Wait Limit',
	name: 'waitLimit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 300,
	description: 'How many seconds to wait at most; after that the item fails',
};

const waitUntilFinished: INodeProperties = {
	displayName: 'Wait Until Finished',
	name: 'waitUntilFinished',
	type: 'boolean',
	default: true,
	description: 'Whether to wait while it is pending instead of returning its status at once',
};

const requestIfMissing: INodeProperties = {
	displayName: 'Request If Not Requested',
	name: 'requestIfMissing',
	type: 'boolean',
	default: false,
};

/** Of a personal access token. */
const SCOPES = ['fax:all:read', 'fax:ai:read', 'and for a request fax:all:edit or fax:ai:edit too'];

/** The jobs that a run of the node has requested, so that two items about one fax spend credits once. */
const requestedBy = perRun(() => new Set<string>());

/**
 * Makes the operation that gets the result of a job: it reads the status, requests the job where nobody has done so and the
 * user wants it, and waits until it has ended.
 *
 * @param texts what the editor says of the operation
 */
export function jobOperation<T extends JobAnswer>(
	job: AiJob<T>,
	texts: Pick<StagedOperation, 'action' | 'description'>,
): StagedOperation {
	const requestField = {
		...requestIfMissing,
		default: job.requestsByDefault,
		description: `Whether to request the ${job.noun} where nobody has done so yet, which spends Fax AI credits of the account`,
	};
	return {
		value: 'get',
		name: 'Get',
		...texts,
		kind: 'staged',
		scopes: SCOPES,
		advice: {
			'402': 'Look at the credits with "AI Credit: Get"; without any left, nothing new can be requested.',
		},
		effect: `the ${job.noun} was requested`,
		howToCheck: 'Run it again: what has been requested is not requested twice.',
		itemField: faxIdField,
		userField: userIdField,
		fields: [faxIdField, requestField],
		options: [pollingInterval, waitLimit, waitUntilFinished],
		async prepare(call) {
			return await stagesOf(call, job, call.isOn(requestField));
		},
	};
}

async function stagesOf<T extends JobAnswer>(
	call: PrepareCall,
	{ path: lastPart, noun, outputOf }: AiJob<T>,
	isWanted: boolean,
): Promise<Stages> {
	const faxId = call.id(faxIdField);
	const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}/ai/${lastPart}`;
	const wait = call.isOptionOn(waitUntilFinished) ? waitOf(call) : undefined;
	let answer = await call.read<T>({ path });
	const isRequest = isWanted && answer.status === NOT_REQUESTED;
	/** Right after a request the service may not know of it everywhere yet. */
	const hasEnded = (): boolean => FINAL.has(answer.status) && !(isRequest && answer.status === NOT_REQUESTED);
	const output = (): INodeExecutionData[] => toItems([{ faxId, ...outputOf(answer) }]);
	return {
		changesNothing: !isRequest,
		async carryOut(writing) {
			if (isRequest) answer = await request<T>(writing, path);
			return output();
		},
		async followUp(reading) {
			if (!wait) return output();
			const stop = reading.context.getExecutionCancelSignal();
			for (const end = Date.now() + wait.limit; !hasEnded(); answer = await reading.read<T>({ path })) {
				const remaining = end - Date.now();
				if (remaining <= 0) throw unfinished(noun, answer, wait);
				await pause(Math.min(wait.interval, remaining), stop);
				// No error: n8n would show the execution as failed instead of canceled.
				if (stop?.aborted) break;
			}
			return output();
		},
	};
}

/** In milliseconds. */
interface Wait {
	interval: number;
	limit: number;
}

function waitOf(call: ReadCall): Wait {
	return {
		interval: call.numberOption(pollingInterval) * 1000,
		limit: call.numberOption(waitLimit) * 1000,
	};
}

/** Requests a job once, however many items of the execution are about it. */
async function request<T extends JobAnswer>(call: WriteCall, path: string): Promise<T> {
	const requested = requestedBy(call.context);
	if (requested.has(path)) return { status: 'pending', data: null } as unknown as T;
	// Noted before: what may have been carried out is not requested again either.
	requested.add(path);
	const answer = (await call.write({ method: 'POST', path }).catch((error: unknown) => {
		if (error instanceof ServiceFault && error.outcome !== 'unknown') requested.delete(path);
		return rethrow(error);
	})) as Partial<T> | null | undefined;
	// Taken on is all that an answer without a status can say.
	return { status: 'pending', data: null, ...answer } as unknown as T;
}

function unfinished(noun: string, { status }: JobAnswer, { limit }: Wait): InputError {
	return new InputError(
		`The ${noun} was still "${status}" after ${limit / 1000} seconds. Raise "Wait Limit", or ask again later.`,
	);
}
