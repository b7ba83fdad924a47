import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { describeError } from '../../shared/editor/errors';
import type { Authentication } from '../../shared/http/account';
import { Api, ONE_TRY } from '../../shared/http/api';
import { datesOf } from '../../shared/faxes/faxCursor';
import type { NormalizedFax } from '../../shared/faxes/faxRecords';
import { isUnderWay, outcomeOf, type FaxOutcome } from '../../shared/faxes/faxStatus';
import type { ReadRequest } from '../../shared/http/requests';
import { keyOf } from '../../shared/log';
import { faxesOf } from '../../shared/faxes/faxNames';
import { hereOf } from '../../shared/passing/here';
import { numbersOf } from '../../shared/trigger/numbers';
import { rememberedOf } from '../../shared/trigger/processMemory';
import { pathPart } from '../../shared/values/paths';
import { labelTextOf } from '../../shared/values/text';
import { fromServiceForm } from '../../shared/values/times';
import type { WatchedList } from '../../shared/faxes/faxEvents';
import { eventOf, isWantedFax, itemOfRecord, listsOf } from '../../shared/faxes/faxEvents';
import { registrationOf } from '../../shared/registration/addresses';
import type { NamedFax } from './faxLookups';
import { FaxLookups, NotYetConfirmed, Unconfirmed } from './faxLookups';
import { bodyIn } from './item';
import type { Refusal, Verdict } from './refusal';

const HOUR = 3_600_000;

/** How old a fax may be, in milliseconds: for about a day the service repeats a delivery. */
const LONGEST_AGE_MS = 24 * HOUR;

/** How long before a publish it may have begun: clocks differ, and long faxes come in slowly. */
const BEFORE_PUBLISH_MS = HOUR;

/** Of a request, in bytes; a delivery has a few hundred. */
const LARGEST_BODY = 16_384;

/** Of one request to the service: a delivery waits for it. */
const TIMEOUT_MS = 5_000;

/** A fax as an untrusted request names it: reason enough to ask about it, and for nothing else. */
interface Claim extends NamedFax {
	/** The lists that may have it. */
	lists: readonly WatchedList[];
	/** What it says of how the fax has ended. */
	outcome: FaxOutcome;
	/** What it calls the event and the outcome of the fax: a name as `faxesOf` gives them. */
	name: string;
}

/**
 * Asks the service about the fax that an untrusted request names (docs/contributing/api.md, "Deliveries").
 *
 * @param refusal what becomes of the request if the service does not confirm the fax
 * @returns an item that is made of the service's record, and of nothing else; none for a fax that is delivered or not wanted
 */
export async function confirm(
	context: IWebhookFunctions,
	bytes: Buffer | undefined,
	refusal: Refusal,
): Promise<Verdict> {
	const isSignedOnly = context.getNodeParameter('options.onlySigned', false, { rawExpressions: true });
	// What is signed and still not to be read is not asked about.
	const mayAsk = refusal.status !== 400 && isSignedOnly !== true;
	const claim = mayAsk && bytes ? claimIn(context, bytes) : undefined;
	if (!claim) return refusal;
	try {
		const item = await vouchedItem(context, claim);
		return item ? { item } : {};
	} catch (error) {
		const isTold = error instanceof Unconfirmed;
		const doubt = isTold
			? error.message
			: `n8n couldn't check the fax with Fax.Plus: ${describeError(error)}`;
		const status = isTold && error.isForNow ? 503 : refusal.status;
		return { ...refusal, status, detail: [refusal.detail ?? [], doubt].flat().join('; ') };
	}
}

/** Reads which fax a request names, if it is of an event that the trigger waits for and the service has records of. */
function claimIn(context: IWebhookFunctions, bytes: Buffer): Claim | undefined {
	const body = bytes.length > LARGEST_BODY ? undefined : bodyIn(bytes);
	if (!body) return undefined;
	const { hook, data } = body;
	const [name] = faxesOf({ event: hook.event, data });
	// Read as it is saved, like all that a stranger's request is judged by.
	const events = context.getNodeParameter('events', [], { rawExpressions: true });
	const lists = Array.isArray(events) ? listsOf(events as string[], false) : [];
	if (name === undefined || !lists.some(({ event }) => event === hook.event)) return undefined;
	try {
		const [id, userId] = [labelTextOf(data['id']), labelTextOf(data['uid'])];
		const user = userId === '' ? undefined : pathPart(userId, 'User ID');
		return { id: pathPart(id, 'Fax ID'), userId: user, lists, outcome: outcomeOf(data['status']), name };
	} catch {
		return undefined;
	}
}

/**
 * @returns undefined for a fax that is delivered or not wanted
 * @throws Unconfirmed, and ServiceFault
 */
async function vouchedItem(
	context: IWebhookFunctions,
	claim: Claim,
): Promise<INodeExecutionData | undefined> {
	if (isDelivered(context, claim.name)) return undefined;
	const lookups = rememberedOf(keyOf(context), FaxLookups);
	const authentication = context.getNode().parameters['authentication'] as Authentication;
	const read = async <T>(request: ReadRequest): Promise<T> => {
		const api = await Api.connect(context, authentication);
		return await api.at(ONE_TRY).read<T>({ ...request, timeout: TIMEOUT_MS });
	};
	const isMeant = ({ status }: NormalizedFax): boolean => hasOutcome(status, claim.outcome);
	const fax = await lookups.recordOf({ read }, claim, isMeant);
	if (!fax) throw new Unconfirmed('Fax.Plus has no such fax, or not yet');
	const event = eventOf(fax);
	if (!claim.lists.some((list) => list.event === event))
		throw new Unconfirmed("the direction of the fax doesn't match the event");
	if (isUnderWay(fax.status)) throw new NotYetConfirmed("the fax isn't finished yet");
	// One id may fail and then succeed. If this delivery were taken for the other outcome, its own would never start the workflow.
	if (!isMeant(fax)) throw new NotYetConfirmed('Fax.Plus currently shows another outcome of the fax');
	const begun = lastingTimeOf(fax);
	if (Date.now() - begun >= LONGEST_AGE_MS) throw new Unconfirmed('the fax is older than a day');
	const { registeredAt = -Infinity } = registrationOf(context);
	if (begun < registeredAt - BEFORE_PUBLISH_MS)
		throw new Unconfirmed('the fax is from before the workflow was published');
	const numbers = numbersOf(context);
	const outcome = context.getNodeParameter('outcome', 'any', { rawExpressions: true });
	if (!isWantedFax({ event, fax }, outcome, numbers)) return undefined;
	const { json } = itemOfRecord(event, fax);
	// A request may call the outcome by a word that isn't known.
	const [name = claim.name] = faxesOf(json);
	return isDelivered(context, name) ? undefined : { json: { ...json, confirmedBy: 'service' } };
}

/** Whether a record may be of the outcome that a request tells: a status that isn't known may stand for any. */
function hasOutcome(status: unknown, told: FaxOutcome): boolean {
	const outcome = outcomeOf(status);
	return [outcome, told].includes('pending') || outcome === told;
}

/**
 * Whether a fax was delivered; of none while a person tests.
 *
 * @throws Unconfirmed where the service would have signed what names it
 */
function isDelivered(context: IWebhookFunctions, name: string): boolean {
	const wayHere = context.getMode() === 'manual' ? undefined : hereOf(keyOf(context)).wayOf(name);
	if (wayHere === 'signed') throw new Unconfirmed('the fax was just delivered with a signature');
	return wayHere !== undefined;
}

/** The latest of the dates that nobody changes later, if there are any, in milliseconds; one without a date may be new. */
function lastingTimeOf(fax: NormalizedFax): number {
	const { last_update: update, ...dates } = datesOf(fax);
	const scheduled = fromServiceForm(fax.scheduled_time)?.getTime();
	const lasting = [dates.start_time, dates.submit_time, scheduled].filter((time) => time !== undefined);
	return lasting.length > 0 ? Math.max(...lasting) : (update ?? Infinity);
}
