import type { INodeProperties } from 'n8n-workflow';

import { field } from '../../../shared/editor/field';
import { ServiceFault, unexpectedAnswer } from '../../../shared/http/faults';
import { rethrow } from '../../../shared/http/rethrow';
import { InputError } from '../../../shared/values/inputError';
import { perRun } from '../../../shared/async/perRun';
import { WaitTime } from '../../execution/waits';
import { faxIdField, userIdField } from '../../fields/common';
import { pollingIntervalOption, waitLimitOption, waitOf, type Wait } from '../../fields/waitOptions';
import type { PrepareCall, ReadCall, WriteCall } from '../../operation/itemCall';
import { toItems, type StagedOperation, type Stages } from '../../operation/operation';

/** Fax.Plus's response to a read and to a request, for both kinds of jobs (docs/contributing/api.md, "Fax AI"). */
interface JobAnswer {
	status: string;
	data?: unknown;
}

/** A job of Fax AI on a fax, such as reading its text (docs/contributing/api.md, "Fax AI"). */
interface AiJob extends Pick<StagedOperation, 'action' | 'description' | 'output'> {
	/** Last part of the job's path. */
	path: string;
	/** Name of the job in messages, such as "extraction". */
	noun: string;
	/** The output fields for a response, in addition to the fax ID. */
	outputOf: (answer: JobAnswer) => object;
}

const NOT_REQUESTED = 'not_requested';

const REQUEST_IF_MISSING = 'Request If Not Requested';
const REQUEST_AGAIN = 'Request Again';

/** Statuses that don't change while you wait. If Fax.Plus returns any other status, the node keeps waiting. */
const FINAL = new Set(['finished', 'failed', 'content_filtering_policy', NOT_REQUESTED]);

const pollingInterval: INodeProperties = {
	...pollingIntervalOption,
	description: 'How long to wait between checks',
};

const waitLimit: INodeProperties = {
	...waitLimitOption,
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 300,
	description: 'The maximum time to wait. After that, the item fails.',
};

const waitUntilFinished = field('boolean', 'Wait Until Finished', 'waitUntilFinished', {
	default: true,
	description: 'Whether to wait until Fax AI is finished. If off, the output has the current status.',
});

/** How often the old result may be returned after a new request before it's accepted as the new one. */
const MAX_FORMER_ANSWERS = 3;

/** The jobs that a run of the node has requested, so that two items about one fax use credits only once. */
const requestedBy = perRun(() => new Set<string>());

/**
 * Returns the operation that gets the result of a job. It reads the status, requests the job if that's wanted and wasn't
 * done yet, and waits.
 */
export function jobOperation({ action, description, output, ...job }: AiJob): StagedOperation {
	const requestField = field('boolean', REQUEST_IF_MISSING, 'requestIfMissing', {
		description: `Whether to request the ${job.noun} if nobody has requested it yet. This uses AI credits.`,
	});
	const againOption = field('boolean', REQUEST_AGAIN, 'requestAgain', {
		description: `Whether to request the ${job.noun} again, for example after it failed. Each run and each Retry uses AI credits.`,
	});
	return {
		value: 'get',
		name: 'Get',
		action,
		description,
		caution: 'It may use AI credits of the account.',
		kind: 'staged',
		scopes: ['fax:all:read', 'fax:ai:read', 'and for a request also fax:all:edit or fax:ai:edit'],
		advice: {
			'402':
				'There may be no AI credits left. Check them with "AI Credit: Get", and wait until Fax.Plus renews them.',
		},
		effect: `the ${job.noun} was requested`,
		howToCheck: `Run the node again without "${REQUEST_AGAIN}". It doesn't request anything twice.`,
		itemField: faxIdField,
		userField: userIdField,
		fields: [faxIdField, requestField],
		output,
		options: [pollingInterval, againOption, waitLimit, waitUntilFinished],
		prepare: async (call) =>
			stagesOf(call, job, { isWanted: call.isOn(requestField), isAgain: call.options.isOn(againOption) }),
	};
}

async function stagesOf(
	call: PrepareCall,
	{ path: lastPart, noun, outputOf }: Pick<AiJob, 'path' | 'noun' | 'outputOf'>,
	{ isWanted, isAgain }: { isWanted: boolean; isAgain: boolean },
): Promise<Stages<JobAnswer>> {
	const faxId = call.id(faxIdField);
	const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}/ai/${lastPart}`;
	const wait = call.options.isOn(waitUntilFinished) ? waitOf(call, waitLimit) : undefined;
	const check = async (reads: ReadCall): Promise<JobAnswer> => withStatus(await reads.read({ path }), noun);
	const former = await check(call);
	const isRequest = isAgain ? FINAL.has(former.status) : isWanted && former.status === NOT_REQUESTED;
	const ended = async (reading: ReadCall, first: JobAnswer, limits: Wait): Promise<JobAnswer> => {
		const time = new WaitTime(reading.context, limits);
		const isOver = isRequest ? endOfRequested(former) : ({ status }: JobAnswer) => FINAL.has(status);
		let answer = first;
		while (!isOver(answer)) {
			if (time.isOver) throw notFinished(noun, answer, limits, isRequest);
			await time.pass(limits.interval);
			if (time.isStopped) break;
			answer = await check(reading);
		}
		return answer;
	};
	return {
		changesNothing: !isRequest,
		carryOut: async (writing) => (isRequest ? await request(writing, path) : former),
		async followUp(reading, first) {
			const answer = wait ? await ended(reading, first, wait) : first;
			if (FINAL.has(answer.status)) hintAt(call, noun, answer.status);
			return answer;
		},
		outputOf: (answer) => toItems([{ id: faxId, ...outputOf(answer) }]),
	};
}

/**
 * Returns a function that recognizes the end of a new request. Right after the request, Fax.Plus may still return the old
 * result.
 */
function endOfRequested(former: JobAnswer): (answer: JobAnswer) => boolean {
	let formerAnswers = 0;
	return (answer) => {
		if (!FINAL.has(answer.status) || answer.status === NOT_REQUESTED) return false;
		return !isSame(answer, former) || ++formerAnswers > MAX_FORMER_ANSWERS;
	};
}

function isSame(one: JobAnswer, other: JobAnswer): boolean {
	return one.status === other.status && JSON.stringify(one.data) === JSON.stringify(other.data);
}

/** The hints that a run has shown, so that many items show each hint only once. */
const hintsOf = perRun(() => new Set<string>());

/** If a job has no result, shows what to do, because the item looks like a success. */
function hintAt({ context }: PrepareCall, noun: string, status: string): void {
	const message = hintFor(noun, status);
	if (message === undefined || hintsOf(context).has(message)) return;
	hintsOf(context).add(message);
	context.addExecutionHints({ message, location: 'outputPane' });
}

function hintFor(noun: string, status: string): string | undefined {
	const again = `To request it again, add the option "${REQUEST_AGAIN}". This uses AI credits.`;
	switch (status) {
		case NOT_REQUESTED:
			return `Nobody has requested the ${noun} of this fax yet. To request it, turn on "${REQUEST_IF_MISSING}". This uses AI credits.`;
		case 'failed':
			return `Fax AI couldn't return the ${noun} of this fax: its status is "failed". ${again}`;
		case 'content_filtering_policy':
			return `Fax AI's content filter stopped the ${noun} of this fax. ${again} The filter may stop it again.`;
		default:
			return undefined;
	}
}

/** Returns the error for a wait that ended before the job did. It shows whether the job uses credits. */
function notFinished(noun: string, { status }: JobAnswer, { limit }: Wait, isPaid: boolean): Error {
	const seconds = limit / 1000;
	const words = `The ${noun} was still "${status}" after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
	if (!isPaid)
		return new InputError(`${words} Raise "${waitLimit.displayName}", or run the node again later.`);
	return new ServiceFault(
		`${words} It was requested, which uses AI credits. Run the node again later without "${REQUEST_AGAIN}", and it won't request anything twice. To wait longer, raise "${waitLimit.displayName}"`,
		'carriedOut',
		undefined,
		'not_finished',
	);
}

/** Returns the response about a job. A response without a status is refused, because there would be nothing to wait for. */
function withStatus(answer: Partial<JobAnswer>, noun: string): JobAnswer {
	const { status } = answer;
	if (typeof status === 'string' && status !== '') return { ...answer, status };
	throw unexpectedAnswer(`Fax.Plus responded without the status of the ${noun}`, 'refused');
}

/** Requests a job only once per run, however many items are about it. */
async function request(call: WriteCall, path: string): Promise<JobAnswer> {
	// Without a status in the response, it's only known that Fax.Plus accepted the job.
	const pending = { status: 'pending', data: null };
	const requested = requestedBy(call.context);
	if (requested.has(path)) return pending;
	// The job is recorded before the request. If the outcome of the request is unknown, the job isn't requested again
	// either.
	requested.add(path);
	const answer = await call.write({ method: 'POST', path }).catch((error: unknown) => {
		if (error instanceof ServiceFault && error.outcome !== 'unknown') requested.delete(path);
		return rethrow(error);
	});
	return { ...pending, ...(answer as Partial<JobAnswer> | null | undefined) };
}
