import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { NormalizedFax } from '../faxes/faxRecords';
import { log } from '../log';
import type { Entries } from '../passing/fax';
import { attemptsOf, timesOf } from '../passing/fax';
import { newAmong } from '../passing/recording';
import type { AgainSettings } from './againUntilRead';
import { atTime } from './againUntilRead';
import type { ListedEvent } from './faxes';
import { startOf } from './faxes';

/** How many faxes a hint names. */
const MOST_NAMED = 10;

/**
 * Finds out in the first step of an execution which faxes go on, when it is known which of them have passed before.
 *
 * @param first faxes that pass for the first time, whatever they were passed on as
 * @param recorded faxes that have passed before
 * @returns the first ones, and those of the others that are to pass again and have not yet this time
 */
export async function withAgain(
	context: IExecuteFunctions,
	first: readonly INodeExecutionData[],
	recorded: readonly INodeExecutionData[],
	{ capacity, again }: { capacity: number; again: AgainSettings | undefined },
): Promise<INodeExecutionData[]> {
	const due = recorded.filter((item) => timesOf(item) > 0);
	const passing = [
		...first.map((item) => atTime(item, 0)),
		...(await newAmong(context, due, attemptEntriesOf, capacity)),
	];
	if (!again) return passing;
	// The times that would follow too soon have come with this one.
	const others = passing.flatMap((item) => {
		const done = timesOf(item);
		const count = lastTimeBy(item, again) - done;
		return Array.from({ length: Math.max(0, count) }, (_, index) => atTime(item, done + 1 + index));
	});
	await newAmong(context, others, attemptEntriesOf, capacity);
	tellLast(context, passing, again);
	return passing;
}

/** The last time for which a fax need not come again: half a period on it would be too soon. */
function lastTimeBy(item: INodeExecutionData, { period, most }: AgainSettings): number {
	const { event, data } = item.json as unknown as { event: ListedEvent; data: NormalizedFax };
	const age = event === 'fax_received' ? Date.now() - startOf(data) : 0;
	return Math.min(most, Math.max(timesOf(item), Math.round(age / period)));
}

/** Nothing starts the workflow for these any more, and if it fails now, somebody has to know. */
function tellLast(context: IExecuteFunctions, items: INodeExecutionData[], again: AgainSettings): void {
	const last = items.filter((item) => timesOf(item) > 0 && lastTimeBy(item, again) === again.most);
	if (last.length === 0) return;
	const named = last.slice(0, MOST_NAMED).map(({ json }) => (json['data'] as NormalizedFax).id);
	const message = `This was the last of ${again.most} times that a fax is passed on again, and nothing has marked it as read: ${named.join(', ')}${last.length > named.length ? ' and others' : ''}. If it is not done now, nothing starts the workflow for it any more. The workflow has to end with "Fax: Update", which marks the fax as read.`;
	log(context, 'warn', message);
	context.addExecutionHints({ message, location: 'outputPane' });
}

/** What n8n's store holds of an attempt at a fax. */
function attemptEntriesOf(item: INodeExecutionData): Entries | undefined {
	const faxes = attemptsOf(item);
	return faxes.length === 0 ? undefined : { faxes };
}
