import { SharedWork } from '../../../../../shared/async/sharedWork';
import { EarlierAttemptFault, ServiceFault } from '../../../../../shared/http/faults';
import {
	listFaxes,
	listOutbox,
	recipientsOf,
	type NormalizedFax,
} from '../../../../../shared/faxes/faxRecords';
import { onlyFor } from '../../../../../shared/http/rethrow';
import type { OutboxFax } from '../../../../../shared/records';
import { InputError } from '../../../../../shared/values/inputError';
import { digitsOf } from '../../../../../shared/values/phoneNumbers';
import { perRunAndKey } from '../../../../../shared/async/perRun';
import { WaitTime } from '../../../../execution/waits';
import { longerPause, type Wait } from '../../../../fields/waitOptions';
import type { PrepareCall, ReadCall } from '../../../../operation/itemCall';
import type { EarlierAttempts, Once } from '../../../../once/once';
import { waitTermsOf, type WaitTerms } from '../../waiting/options';
import { DELIVERY_UNKNOWN, type SentFax } from '../../waiting/faxResult';
import type { SendItem } from '../guard/validate';
import type { Addressed } from '../read/job';
import { auditSent, idsIn, isReported, sentFaxes, submissionIn, type Submission } from './sentFaxes';

/** How far back faxes are listed if n8n doesn't know when the execution began, in milliseconds. */
const DAY_MS = 86_400_000;

/** Shortest time between two reads of the outbox and the sent faxes, in milliseconds. */
const SHORTEST_INTERVAL_MS = 1000;

/** How long to look for a fax if the item doesn't wait for its result, in milliseconds. */
const A_MOMENT: Wait = { interval: 1000, limit: 3000 };

/** What a retry finds in the outbox and among the sent faxes. */
interface Present {
	outbox: OutboxFax[];
	sent: NormalizedFax[];
	fault: ServiceFault | undefined;
}

const presents = perRunAndKey<SharedWork<Present>>();

function presentOf(call: ReadCall, { userId, once: { beganAt } }: EarlierSend): SharedWork<Present> {
	const reading = async (): Promise<Present> => read(call, userId, beganAt);
	return presents(call.context, userId, () => new SharedWork(reading, SHORTEST_INTERVAL_MS));
}

/** A send that an earlier attempt of the execution began. */
export interface EarlierSend extends Addressed {
	userId: string;
	once: Once;
	did: EarlierAttempts;
	terms: WaitTerms;
}

/** Returns the send that an earlier attempt began for an item, from the current values of its fields. */
export function begunEarlier(
	call: PrepareCall,
	{ draft: { userId, addressed }, once, did }: SendItem,
): EarlierSend {
	return { ...addressed, userId, once, did, terms: waitTermsOf(call) };
}

/**
 * Finds the fax of each recipient in a send that an earlier attempt of the execution began (docs/contributing/api.md, "Sending").
 * The ID of a fax is null if it was certainly sent, but can't be found.
 *
 * @throws EarlierAttemptFault if it's unknown whether the fax was sent
 */
export async function foundAgain(call: ReadCall, send: EarlierSend): Promise<SentFax[]> {
	const { did, once } = send;
	const present = await presentOf(call, send).takeLast();
	const found: Submission = did === 'other' ? new Map() : await foundOf(call, present, send);
	if (did === 'done') return certain(call, send, found);
	if (found.size === 0) throw inDoubt(present, send);
	// The earlier attempt didn't learn that it was sent.
	auditSent(call, send, found);
	await once.found(call.itemIndex, idsIn(found));
	return sentFaxes(call, send, found);
}

/**
 * Keeps looking for faxes that were certainly sent, but that Fax.Plus doesn't show yet. It stops when the item's wait ends, or
 * after a moment if the item doesn't wait.
 *
 * @throws ServiceFault if Fax.Plus still doesn't show one of them, because an item without an ID would look like a fax
 */
export async function foundLater(call: ReadCall, send: EarlierSend, found: SentFax[]): Promise<SentFax[]> {
	const { interval, limit } = send.terms.wait ?? A_MOMENT;
	const time = new WaitTime(call.context, { limit });
	let faxes = found;
	for (let rest = interval; faxes.some(isUnknown); rest = longerPause(rest)) {
		await time.pass(rest);
		if (time.isStopped) break;
		const present = await presentOf(call, send).take();
		faxes = certain(call, send, await foundOf(call, present, send));
		if (time.isOver && faxes.some(isUnknown)) throw nowhere(faxes, present);
	}
	return faxes;
}

function certain(call: ReadCall, job: Addressed, found: Submission): SentFax[] {
	const ofEach = job.to.map((number) => [digitsOf(number), { id: null }] as const);
	return sentFaxes(call, job, new Map([...ofEach, ...found]));
}

function isUnknown({ id }: SentFax): boolean {
	return id === null;
}

function nowhere(faxes: SentFax[], { fault }: Present): ServiceFault {
	const numbers = faxes.filter(isUnknown).map(({ to }) => to);
	const seen = fault
		? `Fax.Plus didn't return its status: ${fault.message.replace(/\.$/, '')}`
		: 'it is neither in the outbox nor among the sent faxes';
	const message = `It's unknown whether the fax to ${numbers.join(', ')} was delivered. An earlier attempt of this execution sent it, and ${seen}. Don't send it again. Check the sent faxes in Fax.Plus.`;
	const nowhere = new ServiceFault(message, 'carriedOut', undefined, DELIVERY_UNKNOWN);
	nowhere.details = { faxes };
	return nowhere;
}

/** Returns the faxes with an ID or an upload that earlier attempts recorded for this item. */
async function foundOf(call: ReadCall, { outbox, sent }: Present, job: EarlierSend): Promise<Submission> {
	const to = new Set(job.to.map(digitsOf));
	const isOurs = (fax: Pick<OutboxFax, 'to'>): boolean =>
		recipientsOf(fax).some((number) => to.has(digitsOf(number)));
	const faxes = [...sent.filter(isOurs), ...outbox.filter((fax) => isOurs(fax) && !isReported(call, fax.id))];
	const pathsAndIds = [...new Set(faxes.flatMap(pathsAndIdOf))];
	const recorded = await job.once.recordedFor(call.itemIndex, pathsAndIds);
	return submissionIn(
		faxes.filter((fax) => pathsAndIdOf(fax).some((each) => recorded.has(each))),
		job,
	);
}

function pathsAndIdOf({ id, files }: Pick<OutboxFax, 'id' | 'files'>): string[] {
	return [id, ...[files ?? []].flat()];
}

function inDoubt({ sent, fault }: Present, { to, did }: EarlierSend): EarlierAttemptFault {
	const begun =
		did === 'begun'
			? 'An earlier attempt of this execution began to send it'
			: 'An earlier attempt of this execution began to send something to the same number, perhaps this fax';
	const numbers = new Set(to.map(digitsOf));
	const others = sent.filter((fax) => numbers.has(digitsOf(fax.to))).map(({ id }) => id);
	const seen = fault
		? `Fax.Plus didn't return its status: ${fault.message}`
		: others.length === 0
			? "Fax.Plus doesn't show it"
			: `one of the faxes sent to the number since then may be it (${others.slice(0, 5).join(', ')})`;
	return new EarlierAttemptFault(`${begun}, and ${seen.replace(/\.$/, '')}`, fault);
}

async function read(call: ReadCall, userId: string, beganAt: number | undefined): Promise<Present> {
	const after = new Date(beganAt === undefined ? Date.now() - DAY_MS : beganAt - 60_000);
	const reading = async (): Promise<Present> => {
		const outbox = await listOutbox(call, userId);
		const faxes = listFaxes(call, { userId, category: 'sent', after });
		// An incomplete list is ignored, because a fax that isn't in it may still exist.
		const sent = await faxes.catch(onlyFor(InputError, () => []));
		return { outbox, sent, fault: undefined };
	};
	return await reading().catch(onlyFor(ServiceFault, (fault) => ({ outbox: [], sent: [], fault })));
}
