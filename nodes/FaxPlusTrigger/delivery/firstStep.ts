import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Identity } from '../../shared/store/deduplication';
import { dedupe } from '../../shared/store/deduplication';
import type { ConfirmedBy } from '../../shared/faxes/faxIdentity';
import { identityOf, NAMES_OF_A_FAX } from '../../shared/faxes/faxIdentity';
import { withFiles } from '../../shared/trigger/faxFiles';
import { keyOf } from '../../shared/log';
import type { Asking } from '../../shared/watch/againPassing';
import { withAgain } from '../../shared/watch/againPassing';
import { againOf } from '../../shared/watch/againUntilRead';
import { nothingToRetry } from '../../shared/watch/failures';
import type { ListedEvent } from '../../shared/watch/faxes';
import { seenOf } from '../../shared/watch/seen';
import { EndpointMemory } from '../endpoint/memory';
import { deliveriesToRemember } from '../fields';
import { missedAmong } from '../missed/judge';
import { learnedOf } from '../missed/learned';
import { acceptedOf, deliveryOf } from './accepted';
import { takeLastRefusalOf } from './refusal';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** What is executed later than so many milliseconds after it was sent has waited for its turn, perhaps beside a copy. */
const PUNCTUAL = 2 * SECOND;

/** For so many milliseconds after one has waited, others of its time are about: copies, too. */
const BUSY = 10 * SECOND;

/** Over so many milliseconds executions of one fax are spread. */
const SPREAD = 2 * SECOND;

/** When this process executed what had waited, whichever trigger's it was, by a clock that nobody sets. */
let lastWaited = -Infinity;

/**
 * The first step of an execution that a request or a check has started: only now can n8n's de-duplication store be asked, and
 * only now the service waits for nothing any more.
 *
 * @returns the items of faxes that have not passed before, with their files where they are wanted
 * @throws NodeOperationError over a check that has found out nothing, and in a retry of an execution that only shows a check
 * that failed
 */
export async function firstStep(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (context.getMode() === 'retry' && items.every(({ json }) => json['event'] === undefined))
		throw nothingToRetry(context, 'check');
	const passed = await unprocessed(context, items);
	hint(context, passed);
	return await withFiles(context, passed);
}

/** People repeat test events and retry executions on purpose; but what a check has found may long have been delivered. */
async function unprocessed(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const mode = context.getMode();
	if (!['webhook', 'trigger', 'retry'].includes(mode)) return items;
	const { rememberDeliveries } = context.getNodeParameter('options', 0, {}) as {
		rememberDeliveries?: unknown;
	};
	const capacity = deliveriesToRemember(rememberDeliveries) * NAMES_OF_A_FAX;
	const learned = learnedOf(keyOf(context));
	const nameOf = (item: INodeExecutionData): Identity | undefined => {
		const { confirmedBy, event } = item.json as { confirmedBy: ConfirmedBy; event: ListedEvent };
		return identityOf(item, capacity, learned.areIdsCommon(confirmedBy, event));
	};
	const asking = { identityOf: nameOf, capacity, again: againOf(context) };
	if (items.some(({ json }) => json['confirmedBy'] === 'list')) return await listed(context, items, asking);
	seenOf(keyOf(context)).begin(items);
	if (mode !== 'webhook') {
		// Whatever is known of them, they pass; and later checks have to know that.
		await dedupe(context, items, nameOf, capacity);
		return items;
	}
	const passed = await dedupe(context, await firstToAsk(context, items, asking), nameOf, capacity);
	return await withAgain(context, passed, [], asking);
}

/**
 * Of deliveries that another process has taken, those that nobody has asked about before, where copies may be executed at the same
 * moment: when no signature vouches for them, so that two processes may have asked the service, or when executions have waited for
 * their turn. n8n's store, which has no lock, would not tell them apart: so they ask twice, at times of their own within one minute. Who
 * was killed in between keeps away what is delivered again until that ends.
 */
async function firstToAsk(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ identityOf, capacity }: Pick<Asking, 'identityOf' | 'capacity'>,
): Promise<INodeExecutionData[]> {
	const accepted = acceptedOf(keyOf(context));
	const areOthersWaiting = noteWaiting(items);
	const mayMeetCopies = (item: INodeExecutionData): boolean =>
		(areOthersWaiting || item.json['confirmedBy'] === 'service') && !accepted.hasTaken(deliveryOf(item));
	if (!items.some(mayMeetCopies)) return items;
	const restOfMinute = MINUTE - (Date.now() % MINUTE);
	await sleep(Math.random() * SPREAD + (restOfMinute < 2 * SPREAD ? restOfMinute : 0));
	const minute = Math.floor(Date.now() / MINUTE);
	const askingOf = (item: INodeExecutionData): Identity | undefined => {
		const identity = identityOf(item);
		return identity && { own: `asked about ${identity.own} in minute ${minute}` };
	};
	const first = await dedupe(context, items, askingOf, capacity);
	await sleep(Math.random() * SPREAD);
	return first;
}

/** @returns whether executions wait for their turn, as far as this process knows */
function noteWaiting(items: INodeExecutionData[]): boolean {
	const hasWaited = ({ json: { confirmedBy, timestamp } }: INodeExecutionData): boolean =>
		confirmedBy === 'signature' && Date.now() - Number(timestamp) * SECOND > PUNCTUAL;
	if (items.some(hasWaited)) lastWaited = performance.now();
	return performance.now() - lastWaited < BUSY;
}

/** Of what a check has found: what no delivery has brought, and what is to come again. */
async function listed(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	asking: Asking,
): Promise<INodeExecutionData[]> {
	const isRetry = context.getMode() === 'retry';
	const retried = items.filter(({ json }) => isRetry && json['isAgain'] === true);
	const others = items.filter((item) => !retried.includes(item));
	if (others.length === 0) return retried;
	const { missed, delivered } = await missedAmong(context, others, asking);
	return [...(await withAgain(context, missed, delivered, asking)), ...retried];
}

/** Says what a person gains by entering the signing secret, and why requests were refused, where no check shows that. */
function hint(context: IExecuteFunctions, passed: INodeExecutionData[]): void {
	const { endpointId } = new EndpointMemory(context);
	const isTest = context.getMode() === 'manual';
	const endpoint = isTest || endpointId === undefined ? 'the endpoint' : `endpoint ${endpointId}`;
	const address = isTest ? 'Test URL' : 'Production URL';
	const hints: string[] = [];
	if (passed.some(({ json }) => json['confirmedBy'] === 'service'))
		hints.push(
			`No signing secret vouches for this delivery, so Fax.Plus was asked about the fax, and its record is the item. To spare that, and to get pages as they stream in, open Settings > Integrations > Webhooks > Advanced in Fax.Plus, copy the signing secret of ${endpoint} with the ${address} of the trigger, and add it to the trigger's signing secret credential, if it is not there yet.`,
		);
	const isUnchecked = context.getNodeParameter('missedFaxes', 0, '') === 'never';
	const cause = isUnchecked ? takeLastRefusalOf(keyOf(context)) : undefined;
	if (cause !== undefined)
		hints.push(
			`Before this, n8n has refused a request to the trigger: ${cause}. Its log says more. What the service does not deliver again is missing, as Find Missed Faxes says never.`,
		);
	for (const message of hints) context.addExecutionHints({ message, location: 'outputPane' });
}
