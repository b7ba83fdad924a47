import { ServiceFault } from '../../../../shared/service/faults';
import { rethrow } from '../../../../shared/service/rethrow';
import type { OutboxFax } from '../../../../shared/service/types';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import type { WriteCall } from '../../../itemCall';
import { pause } from '../../../pause';
import type { SendJob } from './job';
import { findInOutbox } from './outboxSearch';

/** In milliseconds, before each look for a send whose answer was lost. */
const LOOKS = [500, 2000, 5000, 10_000];

/** What is known of a fax that was sent to one recipient. */
export interface Submitted {
	/** Its id in the outbox. */
	id: string;
	/** Where it was seen there. */
	status?: string;
}

/** What is known of a send, by the digits of the recipients: the service may write numbers in another way. */
export type Submission = ReadonlyMap<string, Submitted>;

/**
 * Sends, once. Where the answer is lost, what was sent is looked for in the outbox: no other record carries these uploads
 * (docs/api.md, "Sending").
 *
 * @param paths of the uploads
 * @throws ServiceFault; with the outcome "unknown" only when the outbox does not tell either
 */
export async function submit(
	call: WriteCall,
	userPath: string,
	job: SendJob,
	paths: string[],
): Promise<Submission> {
	try {
		const answer = await call.write({
			method: 'POST',
			path: `${userPath}/outbox`,
			body: { ...job, files: paths },
		});
		const submission = inAnswer(answer);
		if (submission.size > 0) return submission;
		// It was sent, whatever the outbox tells.
		return inOutbox(await findInOutbox(call, userPath, paths).catch(() => []));
	} catch (error) {
		if (!(error instanceof ServiceFault) || error.outcome !== 'unknown') return rethrow(error);
		const records = await lookFor(call, userPath, paths);
		return records.length > 0 ? inOutbox(records) : rethrow(error);
	}
}

async function lookFor(call: WriteCall, userPath: string, paths: string[]): Promise<OutboxFax[]> {
	const stop = call.context.getExecutionCancelSignal();
	for (const milliseconds of LOOKS) {
		await pause(milliseconds, stop);
		if (stop?.aborted) return [];
		const records = await findInOutbox(call, userPath, paths).catch(() => []);
		if (records.length > 0) return records;
	}
	return [];
}

function inAnswer(answer: unknown): Submission {
	const { ids } = (answer ?? {}) as { ids?: unknown };
	const entries = typeof ids === 'object' && ids !== null ? Object.entries(ids) : [];
	const known = entries.filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
	);
	return new Map(known.map(([number, id]) => [digitsOf(number), { id }]));
}

function inOutbox(records: OutboxFax[]): Submission {
	return new Map(
		records.flatMap(({ id, status, to }) =>
			[to ?? []].flat().map((number) => [digitsOf(number), { id, status }] as const),
		),
	);
}
