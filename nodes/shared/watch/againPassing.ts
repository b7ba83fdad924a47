import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { NormalizedFax } from '../faxes/faxRecords';
import type { Identity } from '../store/deduplication';
import { dedupe } from '../store/deduplication';
import { log } from '../log';
import type { AgainSettings } from './againUntilRead';
import { startOf } from './faxes';

/** How many faxes a hint names. */
const MOST_NAMED = 10;

/** How a trigger asks n8n's store. */
export interface Asking {
	identityOf: (item: INodeExecutionData) => Identity | string | undefined;
	capacity: number;
	/** Undefined where the options have been removed or spoiled since. */
	again: AgainSettings | undefined;
}

/**
 * Finds out in the first step of an execution which faxes go on, when it is known which of them have passed before.
 *
 * @param first faxes that pass for the first time, whatever they were passed on as
 * @param known faxes that have passed before
 * @returns the first ones, and those of the others that are to pass again and have not yet this time
 */
export async function withAgain(
	context: IExecuteFunctions,
	first: readonly INodeExecutionData[],
	known: readonly INodeExecutionData[],
	{ identityOf, capacity, again }: Asking,
): Promise<INodeExecutionData[]> {
	const againIdentityOf = (item: INodeExecutionData): Identity | undefined =>
		identityOfTime(identityOf(item), timesOf(item));
	const due = known.filter((item) => timesOf(item) > 0);
	const passing = [
		...first.map(asFirst),
		...(due.length === 0 ? [] : await dedupe(context, due, againIdentityOf, capacity)),
	];
	if (!again) return passing;
	const soon = passing.flatMap((item) => splitTimes(item, again).soon.map((times) => atTime(item, times)));
	if (soon.length > 0) await dedupe(context, soon, againIdentityOf, capacity);
	tellLast(context, passing, again);
	return passing;
}

/** Which other times a fax has: those that come too soon after this one, and those that are to come. */
function splitTimes(
	item: INodeExecutionData,
	{ period, most }: AgainSettings,
): { soon: number[]; later: number[] } {
	const { event, data } = item.json;
	if (event !== 'fax_received') return { soon: [], later: [] };
	const age = Date.now() - startOf(data as unknown as NormalizedFax);
	const done = timesOf(item);
	const times = Array.from({ length: most - done }, (_, index) => done + 1 + index);
	const isSoon = (time: number): boolean => time * period < age + period / 2;
	return { soon: times.filter(isSoon), later: times.filter((time) => !isSoon(time)) };
}

/** Nothing starts the workflow for these any more, and if it fails now, somebody has to know. */
function tellLast(context: IExecuteFunctions, items: INodeExecutionData[], again: AgainSettings): void {
	const last = items.filter((item) => timesOf(item) > 0 && splitTimes(item, again).later.length === 0);
	if (last.length === 0) return;
	const named = last.slice(0, MOST_NAMED).map(({ json }) => (json['data'] as NormalizedFax).id);
	const message = `This was the last of ${again.most} times that a fax is passed on again, and nothing has marked it as read: ${named.join(', ')}${last.length > named.length ? ' and others' : ''}. If it is not done now, nothing starts the workflow for it any more. The workflow has to end with "Fax: Update", which marks the fax as read.`;
	log(context, 'warn', message);
	context.addExecutionHints({ message, location: 'outputPane' });
}

/** How many times a fax has been passed on again, this time included. */
function timesOf({ json: { isAgain, attempt } }: INodeExecutionData): number {
	return isAgain === true ? Number(attempt) - 1 : 0;
}

function asFirst(item: INodeExecutionData): INodeExecutionData {
	return timesOf(item) === 0 ? item : { ...item, json: { ...item.json, isAgain: false, attempt: 1 } };
}

function atTime(item: INodeExecutionData, times: number): INodeExecutionData {
	return { ...item, json: { ...item.json, isAgain: true, attempt: times + 1 } };
}

function identityOfTime(identity: Identity | string | undefined, times: number): Identity | undefined {
	if (identity === undefined) return undefined;
	const {
		shared = [],
		decisive = shared,
		...rest
	} = typeof identity === 'string' ? { own: identity } : identity;
	const named = (name: string): string => `again ${times} ${name}`;
	return { ...rest, own: named(rest.own), shared: shared.map(named), decisive: decisive.map(named) };
}
