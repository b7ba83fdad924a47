import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { HOW_TO_REPORT } from '../shared/editor/advice';
import { keyOf, log } from '../shared/log';
import { happenedIn } from '../shared/passing/fax';
import type { FoundItem } from '../shared/passing/foundItem';
import type { Decision } from '../shared/passing/decideAbout';
import { newAmong } from '../shared/passing/recording';
import { lastRefusalOf } from './delivery/refusal';

/**
 * How old a held-back fax must be before an execution fails because of it, in milliseconds. Until then, a slow list may
 * still catch up.
 */
const HELD_QUIETLY = 20 * 60_000;

/** Describes faxes that n8n's store knows. Their execution may have been killed, and then only a user can retry it. */
const KNOWN = 'started the workflow before (if an execution of one failed or crashed, retry it)';

/**
 * Reports what a check has compared.
 *
 * @param capacity number of entries that n8n's store keeps
 * @throws NodeOperationError if faxes are held back or too old to decide about, once a day, and only if no fax starts the
 * workflow
 */
export async function reportCheck(
	context: IExecuteFunctions,
	{ missed, recorded, held, forgotten }: Decision,
	capacity: number,
): Promise<void> {
	const counts: Array<[FoundItem[], string]> = [
		[missed, `without a delivery, which start the workflow now${refused(context)}`],
		[recorded, `that ${KNOWN}`],
		[held, 'that may still be delivered, which wait'],
		[forgotten, 'too old for "Remember Deliveries", so it\'s unknown whether they were delivered (raise it)'],
	];
	const all = counts.reduce((sum, [{ length }]) => sum + length, 0);
	if (all === 0) return;
	const parts = counts.filter(([{ length }]) => length > 0).map(([{ length }, what]) => `${length} ${what}`);
	const details = recorded.length === all ? `all ${KNOWN}` : parts.join('; ');
	const message = `"Find Missed Faxes" compared the faxes in Fax.Plus with the deliveries. ${faxes(all)}: ${details}.`;
	if (forgotten.length > 0) log(context, 'warn', message);
	const isLasting = held.some(({ time }) => Date.now() - time > HELD_QUIETLY);
	const isToBeShown = async (what: string): Promise<boolean> =>
		missed.length === 0 && (await isFirstOfDay(context, what, capacity));
	if (isLasting && (await isToBeShown('held'))) throw failure(context, aboutHeld(held));
	if (forgotten.length > 0 && (await isToBeShown('forgotten')))
		throw failure(context, aboutForgotten(forgotten));
	context.addExecutionHints({ message, location: 'outputPane' });
}

/** Names the last refused request, because it may explain why a delivery is missing. */
function refused(context: IExecuteFunctions): string {
	const cause = lastRefusalOf(keyOf(context));
	return cause === undefined ? '' : ` (n8n refused a request to the trigger: ${cause}. Its log shows more)`;
}

/** Whether no process has reported this today, according to n8n's store. */
async function isFirstOfDay(context: IExecuteFunctions, what: string, capacity: number): Promise<boolean> {
	const entries = {
		faxes: [happenedIn(`day ${new Date().toISOString().slice(0, 10)}`, `report of ${what} faxes`)],
	};
	return (await newAmong(context, context.getInputData().slice(0, 1), () => entries, capacity)).length > 0;
}

function failure(
	context: IExecuteFunctions,
	[message, description]: [message: string, description: string],
): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, { description });
}

function aboutHeld(held: readonly FoundItem[]): [message: string, description: string] {
	const ids = held.map(({ item }) => String((item.json['data'] as { id?: unknown }).id));
	return [
		`No delivery matches any fax that Fax.Plus lists. So it's unknown whether ${faxes(held.length)} came in a delivery. None of them starts the workflow.`,
		`Compare these faxes with the executions of the workflow: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ' and others' : ''}. If all were delivered, Fax.Plus uses other IDs in its lists than in deliveries. Then set "Find Missed Faxes" to "Never", and use the Fax.Plus Polling Trigger. Report the format of the IDs in the lists (${[...new Set(ids.map(formOf))].slice(0, 3).join('; ')}), and of "data.id" and "hook.id" in an item of a delivery, ${HOW_TO_REPORT}. If some weren't delivered, retry this execution. Then all of them start the workflow. If the workflow deletes each fax, change it to keep one, because the trigger can't find a deleted fax again.`,
	];
}

function aboutForgotten(forgotten: readonly FoundItem[]): [message: string, description: string] {
	const times = forgotten.map(({ time }) => time);
	const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => new Date(time).toISOString());
	return [
		`Fax.Plus lists ${faxes(forgotten.length)} older than everything that "Remember Deliveries" keeps. So it's unknown whether they were delivered, and none of them starts the workflow.`,
		`Compare the faxes from ${first} to ${last} with the executions of the workflow. Raise "Remember Deliveries" to the number of faxes in a week.`,
	];
}

function faxes(count: number): string {
	return count === 1 ? '1 fax' : `${count} faxes`;
}

/** Shows the format of an ID, with each letter replaced by "a" and each digit by "9". */
function formOf(name: string): string {
	return name.replace(/\p{L}/gu, 'a').replace(/\d/g, '9').slice(0, 80);
}
