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

/** Maximum age of a fax, in milliseconds. Fax.Plus repeats a delivery for about a day. */
const LONGEST_AGE_MS = 24 * HOUR;

/** How long before a publish a fax may have begun, in milliseconds. Clocks differ, and long faxes arrive slowly. */
const BEFORE_PUBLISH_MS = HOUR;

/** Maximum size of a request, in bytes. A delivery has a few hundred bytes. */
const LARGEST_BODY = 16_384;

/** Timeout of one request to Fax.Plus, in milliseconds. A delivery waits for it. */
const TIMEOUT_MS = 5_000;

/** A fax as an untrusted request describes it. It only says what to look for in Fax.Plus. */
interface Claim extends NamedFax {
	/** Lists that may contain the fax. */
	lists: readonly WatchedList[];
	/** Outcome of the fax, according to the request. */
	outcome: FaxOutcome;
	/** Name of the fax with its event and outcome, according to the request and as `faxesOf` returns it. */
	name: string;
}

/**
 * Checks with Fax.Plus the fax that an untrusted request names (docs/contributing/api.md, "Deliveries").
 *
 * @param refusal response to the request if Fax.Plus doesn't confirm the fax
 * @returns an item made of nothing but the record in Fax.Plus, no item if the fax was delivered or isn't wanted, or the
 * refusal
 */
export async function confirm(
	context: IWebhookFunctions,
	bytes: Buffer | undefined,
	refusal: Refusal,
): Promise<Verdict> {
	const isSignedOnly = context.getNodeParameter('options.onlySigned', false, { rawExpressions: true });
	// A request that n8n can't read isn't checked, even if it's signed.
	const mayAsk = refusal.status !== 400 && isSignedOnly !== true;
	const claim = mayAsk && bytes ? claimIn(context, bytes) : undefined;
	if (!claim) return refusal;
	try {
		const item = await confirmedItem(context, claim);
		return item ? { item } : {};
	} catch (error) {
		const isUnconfirmed = error instanceof Unconfirmed;
		const doubt = isUnconfirmed
			? error.message
			: `n8n couldn't check the fax with Fax.Plus: ${describeError(error)}`;
		const status = isUnconfirmed && error.isForNow ? 503 : refusal.status;
		return { ...refusal, status, detail: [refusal.detail ?? [], doubt].flat().join('; ') };
	}
}

/** Reads which fax a request names, if the trigger waits for its event and Fax.Plus has records of such events. */
function claimIn(context: IWebhookFunctions, bytes: Buffer): Claim | undefined {
	const body = bytes.length > LARGEST_BODY ? undefined : bodyIn(bytes);
	if (!body) return undefined;
	const { hook, data } = body;
	const [name] = faxesOf({ event: hook.event, data });
	// The saved value is read without evaluating expressions, as for everything that decides about a stranger's request.
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
 * @returns undefined for a fax that was delivered or isn't wanted
 * @throws Unconfirmed, and ServiceFault
 */
async function confirmedItem(
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
	// The same ID may fail and then succeed. If the wrong outcome were confirmed now, the genuine delivery of that outcome
	// would later start nothing.
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
	// A request may contain an unknown word for the outcome.
	const [name = claim.name] = faxesOf(json);
	return isDelivered(context, name) ? undefined : { json: { ...json, confirmedBy: 'service' } };
}

/** Whether a record may have the outcome that a request names. An unknown status may stand for any outcome. */
function hasOutcome(status: unknown, expected: FaxOutcome): boolean {
	const outcome = outcomeOf(status);
	return [outcome, expected].includes('pending') || outcome === expected;
}

/**
 * Whether a fax was delivered. In a test, no fax is treated as delivered.
 *
 * @throws Unconfirmed if the fax has just arrived in a signed delivery, because Fax.Plus would also sign a copy
 */
function isDelivered(context: IWebhookFunctions, name: string): boolean {
	const arrival = context.getMode() === 'manual' ? undefined : hereOf(keyOf(context)).arrivalOf(name);
	if (arrival === 'signed') throw new Unconfirmed('the fax was just delivered with a signature');
	return arrival !== undefined;
}

/** The latest of the dates that never change, or the last update, in milliseconds. A fax without a date may be new. */
function lastingTimeOf(fax: NormalizedFax): number {
	const { last_update: update, ...dates } = datesOf(fax);
	const scheduled = fromServiceForm(fax.scheduled_time)?.getTime();
	const lasting = [dates.start_time, dates.submit_time, scheduled].filter((time) => time !== undefined);
	return lasting.length > 0 ? Math.max(...lasting) : (update ?? Infinity);
}
