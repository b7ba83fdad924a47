import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import { triggerGuidance } from '../shared/editor/endpointGuidance';
import { describeError, toNodeError } from '../shared/editor/errors';
import type { Authentication } from '../shared/http/account';
import { Api } from '../shared/http/api';
import { late } from '../shared/http/faults';
import { keyOf, log } from '../shared/log';
import { hasFailed, isTransient, isToBeShown, noteSuccess } from '../shared/watch/failures';
import { Memory } from '../shared/watch/memory';
import type { Poll } from '../shared/watch/polls';
import { pollOf } from '../shared/watch/polls';
import { hereOf } from '../shared/passing/here';
import { noteFields, readNew } from '../shared/watch/watch';
import { hasPublishFailed } from '../shared/registration/addresses';
import { compareAgain } from './registration';
import { whatToCheckFor } from './missedFaxes';

/** Scopes that allow listing faxes (docs/contributing/api.md, "Polling"). */
const listingGuidance: Guidance = { scopes: ['fax:all:read', 'fax:fax:read'] };

/** Why one half of a check failed, and what to do about it. */
interface Failure {
	part: 'endpoint' | 'lists';
	error: unknown;
	guidance: Guidance;
}

/** Hour when the check of "Every Day" is due, in the time zone of the workflow. n8n calls the poll once an hour. */
const NIGHT_HOUR = 3;

const HOUR = 3_600_000;

/**
 * Runs one check, at the interval of "Find Missed Faxes". It first compares the endpoint and then the faxes with what they
 * should be. If one half fails, the other one still runs. If the check has to show a failure, the faxes that it found wait
 * for the next check.
 *
 * @returns an item for each fax that may have no delivery, oldest first, or null if there's none
 * @throws NodeApiError or NodeOperationError about what a user has to fix, as a failed execution, once a day for each
 * cause. An activation never throws, because n8n would give up on the trigger
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const one = pollOf(context);
	if (one.isActivation) {
		noteActivation(context);
		return null;
	}
	if (one.isBusy || hasPublishFailed(keyOf(context)) || !isDue(context)) return null;
	return await one.alone(async () => await check(context, one));
}

/** Whether a check is due. "Every Day" is due at night, and each hour after a failed check. */
function isDue(context: IPollFunctions): boolean {
	if (context.getNodeParameter('missedFaxes', '') !== 'everyDay') return true;
	const zone = { hour: 'numeric', hourCycle: 'h23', timeZone: context.getTimezone() } as const;
	const hourAt = (time: number): number => Number(new Intl.DateTimeFormat('en', zone).format(time));
	// Some time zones skip this hour on one night in spring.
	const isNight = hourAt(Date.now()) >= NIGHT_HOUR && hourAt(Date.now() - HOUR) < NIGHT_HOUR;
	return isNight || hasFailed(keyOf(context));
}

async function check(
	context: IPollFunctions,
	{ budget, end, limited }: Pick<Poll, 'budget' | 'end' | 'limited'>,
): Promise<INodeExecutionData[][] | null> {
	// The memory is read before the first wait, so that an activation during the check gets a newer one.
	const memory = Memory.of(context);
	const failed: Failure[] = [];
	await compareAgain(context).catch((error: unknown) =>
		failed.push({ part: 'endpoint', error, guidance: triggerGuidance }),
	);
	const { failure, take } = await missedFaxes(limited, memory, budget);
	if (failure !== undefined) {
		const error = end.aborted ? late('Fax.Plus') : failure;
		log(context, 'warn', `a check for missed faxes failed. The next one catches up: ${describeError(error)}`);
		failed.push({ part: 'lists', error, guidance: listingGuidance });
	}
	const shown = toBeShown(context, failed);
	const items = shown ? [] : take().map(confirmedByList);
	memory.save(context, items.length > 0);
	if (shown) throw toNodeError(context.getNode(), shown.error, shown.guidance);
	return items.length > 0 ? [items] : null;
}

/** Records what the fields ask for. The registration does everything else. */
function noteActivation(context: IPollFunctions): void {
	try {
		const now = Date.now() - hereOf(keyOf(context)).clockAhead;
		noteFields(context, whatToCheckFor(context), now);
	} catch (error) {
		// The registration reports this error to the user.
		log(context, 'debug', `couldn't save its fields: ${describeError(error)}`);
	}
}

/** Reads the lists. Faxes that were found before a failure are still handed over. */
async function missedFaxes(
	context: IPollFunctions,
	memory: Memory,
	budget: number,
): Promise<{ take: () => INodeExecutionData[]; failure?: unknown }> {
	// After a start, the whole period is read again. n8n may have been off for days, and this process doesn't know what was
	// handed over before.
	if (!memory.hasRead) memory.periodBegins = 0;
	try {
		const api = await Api.connect(context, context.getNodeParameter('authentication') as Authentication);
		const progress = { memory, deadline: Date.now() + budget / 2 };
		const { failures, take } = await readNew(context, api, whatToCheckFor(context), progress);
		memory.hasRead ||= failures.length === 0;
		return { take, failure: failures[0] };
	} catch (error) {
		return { take: () => [], failure: error };
	}
}

function confirmedByList({ json }: INodeExecutionData): INodeExecutionData {
	return { json: { ...json, confirmedBy: 'list' } };
}

/** The failure that must be shown now. An outage that affects both halves is shown once. */
function toBeShown(context: IPollFunctions, failed: readonly Failure[]): Failure | undefined {
	if (failed.length === 0) noteSuccess(keyOf(context));
	const counted = failed.filter(({ error }, at) => at === 0 || !isTransient(error));
	return counted.find(({ error, part }) => isToBeShown(keyOf(context), error, part));
}
