import { perRun } from '../../../../../shared/async/perRun';
import { ServiceFault } from '../../../../../shared/http/faults';
import { rethrow } from '../../../../../shared/http/rethrow';
import { fingerprintOf } from '../../../../../shared/values/fingerprint';
import { InputError } from '../../../../../shared/values/inputError';
import { digitsOf } from '../../../../../shared/values/phoneNumbers';
import { toTheMinute } from '../../../../../shared/values/times';
import type { ReadCall, WriteCall } from '../../../../operation/itemCall';
import { EntryStore } from '../../../../once/entryStore';
import type { Once } from '../../../../once/once';
import { guardsField, refuseSameFaxGuard } from '../guard/guards';
import { asRefusalOf } from '../guard/refused';

/** A rule that refuses to send the same documents to the same number again, with the text of its error. */
export interface SameFaxRule {
	/** Name of the rule in the entries of n8n's store. */
	name: string;
	/** Length of a period in milliseconds. The same fax is refused in the period when it was sent, and in the next one. */
	period: number;
	/** @param since number of the period when the fax was sent */
	refusal: (repeated: WhoHasIt, since: number) => InputError;
}

/** The content of documents, and the rule that refuses to send them again. */
export interface SameFax {
	content: string;
	rule: SameFaxRule;
}

const HOUR_MS = 3_600_000;

/** Maximum number of numbers in an error, so that people can read it. */
const MOST_NAMED = 50;

const WITHIN_AN_HOUR: SameFaxRule = { name: 'hour', period: HOUR_MS, refusal };

const TEN_MINUTES_MS = 600_000;

const BY_HAND: SameFaxRule = { name: 'ten minutes by hand', period: TEN_MINUTES_MS, refusal: refusalByHand };

/**
 * Returns the rule for a send. If no guard sets it, a rule for manual runs applies. In the editor, n8n runs a failed node again
 * when somebody executes a later one. Without the rule, this would send again what was sent before the failure.
 */
export function sameFaxRuleOf(
	isGuarded: boolean | undefined,
	{ isByHand, isStored }: Pick<Once, 'isByHand' | 'isStored'>,
): SameFaxRule | undefined {
	if (isGuarded !== undefined) return isGuarded ? WITHIN_AN_HOUR : undefined;
	return isByHand && isStored ? BY_HAND : undefined;
}

/**
 * Sends documents to numbers, unless this node sent the same documents to one of them in this period or the one before.
 * Other executions of the node are included. Each send writes an entry for its period and one for the next, so that a later
 * send has to look up only one. If a send certainly failed, its entries are removed. If its outcome is unknown, they stay.
 */
export async function unlessSameFaxWent<T>(
	call: WriteCall,
	to: string[],
	same: SameFax,
	send: () => Promise<T>,
): Promise<T> {
	const store = new EntryStore(call.context);
	const current = periodOf(same);
	const entries = entriesOf(to, same, current);
	const missing = new Set(await store.add(entries.flat()).catch(notRecorded));
	const takeBack = async (): Promise<void> => {
		await store.removeForGood([...missing]).catch(() => undefined);
	};
	const refused = refusalIn(to, entries, (entry) => !missing.has(entry), { same, current });
	if (refused) {
		await takeBack();
		throw refused;
	}
	return await send().catch(async (error: unknown) => {
		if (error instanceof ServiceFault && error.changedNothing) await takeBack();
		return rethrow(error);
	});
}

/** The entries that a run would have recorded by now if it had sent what it only checked. */
const entriesChecked = perRun(() => new Set<string>());

/**
 * Throws what `unlessSameFaxWent` would throw, but leaves no entry in n8n's store.
 *
 * @param isSent whether the send would continue. Then the next items of the run that are only checked find it
 */
export async function requireNotSame(
	{ context }: ReadCall,
	to: string[],
	same: SameFax,
	isSent: boolean,
): Promise<void> {
	const checked = entriesChecked(context);
	const current = periodOf(same);
	const entries = entriesOf(to, same, current);
	const recorded = await new EntryStore(context).recorded(entries.flat()).catch(notRecorded);
	const isRecorded = (entry: string): boolean => recorded.has(entry) || checked.has(entry);
	const refused = refusalIn(to, entries, isRecorded, { same, current });
	if (refused) throw refused;
	if (isSent) for (const entry of entries.flat()) checked.add(entry);
}

function periodOf({ rule }: SameFax): number {
	return Math.floor(Date.now() / rule.period);
}

/** Returns the two entries of each number: for this period, and for the next one. */
function entriesOf(to: string[], { content, rule }: SameFax, current: number): string[][] {
	const document = fingerprintOf(content);
	return to.map((number) =>
		[current, current + 1].map((at) => `same ${document} ${digitsOf(number)} in ${rule.name} ${at}`),
	);
}

/** Returns why the same documents aren't sent again, or undefined if no number has them. */
function refusalIn(
	to: string[],
	entries: string[][],
	isRecorded: (entry: string) => boolean,
	{ same, current }: { same: SameFax; current: number },
): InputError | undefined {
	const repeated = to.filter((_number, at) => entries[at]?.[0] !== undefined && isRecorded(entries[at][0]));
	const [first] = repeated;
	if (first === undefined) return undefined;
	const wasInThis = entries[to.indexOf(first)]?.every(isRecorded) ?? false;
	const error = same.rule.refusal(whoHasIt(repeated, to), wasInThis ? current : current - 1);
	return asRefusalOf(refuseSameFaxGuard, error);
}

/** The recipients that already have the same documents, or may have them. */
interface WhoHasIt {
	numbers: string;
	/** Advice on how to send to the other recipients, or empty if there are none. */
	forOthers: string;
}

function whoHasIt(repeated: string[], to: string[]): WhoHasIt {
	const more = repeated.length > MOST_NAMED ? ` and ${repeated.length - MOST_NAMED} more` : '';
	const numbers = `${repeated.slice(0, MOST_NAMED).join(', ')}${more}`;
	const forOthers =
		repeated.length < to.length ? ` To send it to the others, remove ${numbers} from "To".` : '';
	return { numbers, forOthers };
}

function refusal({ numbers, forOthers }: WhoHasIt, hour: number): InputError {
	const [first, end, next] = [hour, hour + 1, hour + 2].map((at) => toTheMinute(at * HOUR_MS));
	return new InputError(
		`The fax wasn't sent. This node sent the same document to ${numbers} between ${first} and ${end} UTC, or may have, and the guard "${refuseSameFaxGuard.displayName}" is on.${forOthers} Check the sent faxes in Fax.Plus. To send it a second time, wait until ${next} UTC, or ask a person, who can remove the guard.`,
	);
}

function refusalByHand({ numbers, forOthers }: WhoHasIt, since: number): InputError {
	const minutes = Math.ceil(((since + 2) * TEN_MINUTES_MS - Date.now()) / 60_000);
	return new InputError(
		`The fax wasn't sent again. This node sent the same document to ${numbers} in a manual run less than 20 minutes ago, or may have. n8n also runs this node when you execute a later one.${forOthers} To send it a second time, wait ${minutes} minutes, or add "${refuseSameFaxGuard.displayName}" under "${guardsField.displayName}" and turn it off.`,
	);
}

function notRecorded(error: unknown): never {
	throw new ServiceFault(
		`It's unknown whether this node sent the same fax before, because n8n's store failed: ${String(error)}`,
		'notSent',
	);
}
