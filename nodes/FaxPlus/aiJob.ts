import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { field } from '../shared/editor/field';
import { ServiceFault, unexpectedAnswer } from '../shared/http/faults';
import { rethrow } from '../shared/http/rethrow';
import { InputError } from '../shared/values/inputError';
import { perRun, WaitTime } from './execution/perRun';
import { faxIdField, userIdField } from './fields/common';
import { pollingIntervalOption, waitLimitOption, waitOf, type Wait } from './fields/waitOptions';
import type { PrepareCall, ReadCall, WriteCall } from './itemCall';
import { toItems, type StagedOperation, type Stages } from './operation';

/** What both jobs answer, whether they are read or requested (docs/api.md, "Fax AI"). */
interface JobAnswer {
	status: string;
	data?: unknown;
}

/** A job of Fax AI on a fax, such as reading its text (docs/api.md, "Fax AI"). */
interface AiJob extends Pick<StagedOperation, 'action' | 'description' | 'output'> {
	/** The last part of its path. */
	path: string;
	/** Its name in messages, such as "extraction". */
	noun: string;
	/** What comes out of an answer, beside the fax's ID. */
	outputOf: (answer: JobAnswer) => object;
}

const NOT_REQUESTED = 'not_requested';

/** Statuses that will not change by waiting; the service may know others, which are waited for. */
const FINAL = new Set(['finished', 'failed', 'content_filtering_policy', NOT_REQUESTED]);

const pollingInterval: INodeProperties = {
	...pollingIntervalOption,
	description: 'How long to wait between two looks, when waiting until it is finished',
};

const waitLimit: INodeProperties = {
	...waitLimitOption,
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 300,
	description: 'How long to wait at most; after that the item fails',
};

const waitUntilFinished = field('boolean', 'Wait Until Finished', 'waitUntilFinished', {
	default: true,
	description: 'Whether to wait while it is pending instead of returning its status at once',
});

/** The jobs that a run of the node has requested, so that two items about one fax spend credits once. */
const requestedBy = perRun(() => new Set<string>());

/** Gets the result of a job: reads its status, requests it if nobody has and the user wants it, and waits. */
export function jobOperation({ action, description, output, ...job }: AiJob): StagedOperation {
	const requestField = field('boolean', 'Request If Not Requested', 'requestIfMissing', {
		description: `Whether to request the ${job.noun} where nobody has done so yet, which spends Fax AI credits of the account`,
	});
	return {
		value: 'get',
		name: 'Get',
		action,
		description,
		caution: 'It may use AI credits of the account.',
		kind: 'staged',
		scopes: ['fax:all:read', 'fax:ai:read', 'and for a request fax:all:edit or fax:ai:edit too'],
		advice: {
			'402': 'Look at the credits with "AI Credit: Get"; without any left, nothing new can be requested.',
		},
		effect: `the ${job.noun} was requested`,
		howToCheck: 'Run it again: what has been requested is not requested twice.',
		itemField: faxIdField,
		userField: userIdField,
		fields: [faxIdField, requestField],
		output,
		options: [pollingInterval, waitLimit, waitUntilFinished],
		prepare: async (call) => stagesOf(call, job, call.isOn(requestField)),
	};
}

async function stagesOf(
	call: PrepareCall,
	{ path: lastPart, noun, outputOf }: Pick<AiJob, 'path' | 'noun' | 'outputOf'>,
	isWanted: boolean,
): Promise<Stages> {
	const faxId = call.id(faxIdField);
	const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}/ai/${lastPart}`;
	const wait = call.options.isOn(waitUntilFinished) ? waitOf(call, waitLimit) : undefined;
	const look = async (reads: ReadCall): Promise<JobAnswer> => withStatus(await reads.read({ path }), noun);
	let answer = await look(call);
	const isRequest = isWanted && answer.status === NOT_REQUESTED;
	/** Right after a request the service may not know of it everywhere yet. */
	const hasEnded = (): boolean => FINAL.has(answer.status) && !(isRequest && answer.status === NOT_REQUESTED);
	const output = (): INodeExecutionData[] => toItems([{ faxId, ...outputOf(answer) }]);
	return {
		changesNothing: !isRequest,
		async carryOut(writing) {
			if (isRequest) answer = await request(writing, path);
			return output();
		},
		async followUp(reading) {
			if (!wait) return output();
			const time = new WaitTime(reading.context, wait);
			while (!hasEnded()) {
				if (time.isOver) throw notFinished(noun, answer, wait, isRequest);
				await time.pass(wait.interval);
				if (time.isStopped) break;
				answer = await look(reading);
			}
			return output();
		},
	};
}

/** Tells that a wait has ended before the job, and what was spent. */
function notFinished(noun: string, { status }: JobAnswer, { limit }: Wait, isPaid: boolean): Error {
	const words = `The ${noun} was still "${status}" after ${limit / 1000} seconds.`;
	if (!isPaid) return new InputError(`${words} Raise "${waitLimit.displayName}", or ask again later.`);
	return new ServiceFault(
		`${words} It has been requested, which spends Fax AI credits. Raise "${waitLimit.displayName}", or run this again later: what has been requested is not requested twice`,
		'carriedOut',
		undefined,
		'not_finished',
	);
}

/** Takes an answer for that of a job, unless it tells no status: there would be nothing to wait for. */
function withStatus(answer: Partial<JobAnswer>, noun: string): JobAnswer {
	const { status } = answer;
	if (typeof status === 'string' && status !== '') return { ...answer, status };
	throw unexpectedAnswer(`The service answered without the status of the ${noun}`, 'refused');
}

/** Requests a job once, however many items of the execution are about it. */
async function request(call: WriteCall, path: string): Promise<JobAnswer> {
	// Taken on is all that an answer without a status can say.
	const pending = { status: 'pending', data: null };
	const requested = requestedBy(call.context);
	if (requested.has(path)) return pending;
	// Noted before: what may have been carried out is not requested again either.
	requested.add(path);
	const answer = await call.write({ method: 'POST', path }).catch((error: unknown) => {
		if (error instanceof ServiceFault && error.outcome !== 'unknown') requested.delete(path);
		return rethrow(error);
	});
	return { ...pending, ...(answer as Partial<JobAnswer> | null | undefined) };
}
