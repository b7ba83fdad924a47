import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Guidance } from '../shared/editor/advice';
import { triggerGuidance } from '../shared/editor/endpointGuidance';
import { describeError, toNodeError } from '../shared/editor/errors';
import type { Authentication } from '../shared/http/account';
import { Api } from '../shared/http/api';
import { late } from '../shared/http/faults';
import { keyOf, log } from '../shared/log';
import { hasFailed, isPassing, isToBeShown, noteSuccess } from '../shared/watch/failures';
import { Memory } from '../shared/watch/memory';
import type { Poll } from '../shared/watch/polls';
import { pollOf } from '../shared/watch/polls';
import { hereOf } from '../shared/passing/here';
import { noteFields, readNew } from '../shared/watch/watch';
import { isRefused } from '../shared/registration/addresses';
import { checkAgain } from './registration';
import { missedFaxesOf } from './missedFaxes';

/** What permits listing faxes (docs/contributing/api.md, "Polling"). */
const listingGuidance: Guidance = { scopes: ['fax:all:read', 'fax:fax:read'] };

/** What has kept one half from its work, and what to do about it. */
interface Failure {
	part: 'endpoint' | 'lists';
	error: unknown;
	guidance: Guidance;
}

/** When the check of "Every Day" is due, by the time zone of the workflow; n8n calls once an hour. */
const NIGHT_HOUR = 3;

const HOUR = 3_600_000;

/**
 * One check, at the interval of Find Missed Faxes: it compares what should be with what is, first the endpoint, then the faxes.
 * Neither keeps the other from being compared. What is found by a check that has to show a failure waits for the next one.
 *
 * @returns an item for each fax that no delivery may have brought, oldest first; null where there is none
 * @throws NodeApiError or NodeOperationError over what a person has to mend, which shows as a failed execution, once a day for
 * a cause; never in an activation, as n8n would give the trigger up
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const one = pollOf(context);
	if (one.isActivation) {
		noteActivation(context);
		return null;
	}
	if (one.isBusy || isRefused(keyOf(context)) || !isDue(context)) return null;
	return await one.alone(async () => await check(context, one));
}

/** Whether it is time for a check: of "Every Day" in the night, and each hour after one that has failed. */
function isDue(context: IPollFunctions): boolean {
	if (context.getNodeParameter('missedFaxes', '') !== 'everyDay') return true;
	const zone = { hour: 'numeric', hourCycle: 'h23', timeZone: context.getTimezone() } as const;
	const hourAt = (time: number): number => Number(new Intl.DateTimeFormat('en', zone).format(time));
	// In one night of spring, some time zones have no such hour.
	const isNight = hourAt(Date.now()) >= NIGHT_HOUR && hourAt(Date.now() - HOUR) < NIGHT_HOUR;
	return isNight || hasFailed(keyOf(context));
}

async function check(
	context: IPollFunctions,
	{ budget, end, limited }: Pick<Poll, 'budget' | 'end' | 'limited'>,
): Promise<INodeExecutionData[][] | null> {
	// Before it waits for anything: an activation amid the check takes one that is newer.
	const memory = Memory.of(context);
	const failed: Failure[] = [];
	await checkAgain(context).catch((error: unknown) =>
		failed.push({ part: 'endpoint', error, guidance: triggerGuidance }),
	);
	const { failure, take } = await missedFaxes(limited, memory, budget);
	if (failure !== undefined) {
		const error = end.aborted ? late('Fax.Plus') : failure;
		log(context, 'warn', `a check for missed faxes failed. The next one catches up: ${describeError(error)}`);
		failed.push({ part: 'lists', error, guidance: listingGuidance });
	}
	const shown = toBeShown(context, failed);
	const items = shown ? [] : take().map(vouchedByList);
	memory.save(context, items.length > 0);
	if (shown) throw toNodeError(context.getNode(), shown.error, shown.guidance);
	return items.length > 0 ? [items] : null;
}

/** Notes what the fields ask for. The registration does all else. */
function noteActivation(context: IPollFunctions): void {
	try {
		const now = Date.now() - hereOf(keyOf(context)).clockAhead;
		noteFields(context, missedFaxesOf(context), now);
	} catch (error) {
		// The registration tells it.
		log(context, 'debug', `couldn't note its fields: ${describeError(error)}`);
	}
}

/** Reads the lists; what fails keeps back nothing that was found. */
async function missedFaxes(
	context: IPollFunctions,
	memory: Memory,
	budget: number,
): Promise<{ take: () => INodeExecutionData[]; failure?: unknown }> {
	// After a start all is read once more: n8n may have been off for days, and what was open is forgotten.
	if (!memory.hasRead) memory.periodBegins = 0;
	try {
		const api = await Api.connect(context, context.getNodeParameter('authentication') as Authentication);
		const progress = { memory, deadline: Date.now() + budget / 2 };
		const { failures, take } = await readNew(context, api, missedFaxesOf(context), progress);
		memory.hasRead ||= failures.length === 0;
		return { take, failure: failures[0] };
	} catch (error) {
		return { take: () => [], failure: error };
	}
}

function vouchedByList({ json }: INodeExecutionData): INodeExecutionData {
	return { json: { ...json, confirmedBy: 'list' } };
}

/** The failure that a person has to see now. Of an outage that meets both halves only one counts. */
function toBeShown(context: IPollFunctions, failed: readonly Failure[]): Failure | undefined {
	if (failed.length === 0) noteSuccess(keyOf(context));
	const counted = failed.filter(({ error }, at) => at === 0 || !isPassing(error));
	return counted.find(({ error, part }) => isToBeShown(keyOf(context), error, part));
}
