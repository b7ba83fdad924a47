import type { IDataObject } from 'n8n-workflow';

import { REPORT } from '../../../../shared/editor/advice';
import { causeOf, isSentInVain, meaningOf } from '../../../../shared/faxes/faxStatus';
import { labelTextOf } from '../../../../shared/values/text';
import type { Doubt, Waited } from './awaitedFax';
import type { FaxResult } from './faxResult';

// Outputs and errors use these sentences to show what's known about the result of a fax.

/**
 * Maximum number of recipients in a sentence, so that people can read it. If the node continues on fail, its output names
 * all of them.
 */
const MOST_NAMED = 50;

const NOT_KNOWN = "It's unknown whether the fax was delivered";

/** Advice if a later check may show the result. */
const ASK_LATER = (id: string): string => `Don't send it again. Run "Wait for Result" with the ID "${id}".`;

const CHECK_SENT_FAXES = "Don't send it again. Check the sent faxes in Fax.Plus.";

const LEFT: Record<Doubt['because'] | 'nowhere', string> = {
	nowhere:
		"It left the outbox, and the sent faxes don't show it. It was deleted, or Fax.Plus lists it later or with other numbers.",
	'others are alike':
		'It left the outbox, and Fax.Plus gave it another ID. More than one fax to this number was submitted in that second, and one of them may be it (IDS).',
	'it is too early':
		'It left the outbox. A sent fax to this number from that second may be it, but has another ID (IDS). The wait ended too early to be certain.',
	'ids are kept': `It left the outbox, and no sent fax has its ID, although other faxes kept theirs. A sent fax to this number from that second may be it, but has another ID (IDS). ${REPORT}`,
};

/** Text about a fax that Fax.Plus may not have accepted. */
export const WORDS_FOR_NOT_CONFIRMED = `It's unknown whether Fax.Plus accepted the fax. Its response doesn't list the fax, and the outbox doesn't show it. ${CHECK_SENT_FAXES}`;

/** Returns the text about a fax that Fax.Plus accepted, but that no check finds anymore. */
export function wordsForMissing(doubt: Doubt | undefined): string {
	const ids = doubt?.ids.slice(0, 5).join(', ') ?? '';
	return `${NOT_KNOWN}. ${LEFT[doubt?.because ?? 'nowhere'].replace('IDS', ids)} ${CHECK_SENT_FAXES}`;
}

/** Returns the text about a fax that Fax.Plus accepted, if the last check failed. */
export function wordsForFault({ message }: NonNullable<Waited['fault']>, id: string): string {
	const reason = `Fax.Plus accepted it, but its status couldn't be read: ${message.replace(/\.$/, '')}.`;
	return `${NOT_KNOWN}. ${reason} ${ASK_LATER(id)}`;
}

/** Returns the text about a fax that wasn't finished when the wait ended. */
export function wordsForPending(status: string, id: string): string {
	const cause = causeOf(status);
	return `${NOT_KNOWN}. The status at the end of the wait: ${cause} ${ASK_LATER(id)}`;
}

const DELIVERED = { success: 'delivered', failure: 'not delivered' } as const;

/** Returns the part of an error that describes a fax of another item. */
export function wordsForCarriedOut({ id, to, outcome }: IDataObject): string {
	const end =
		outcome === undefined
			? 'submitted to Fax.Plus'
			: outcome === 'success' || outcome === 'failure'
				? DELIVERED[outcome]
				: 'unknown whether it was delivered';
	return `fax to ${labelTextOf(to)} (${id === null ? 'no ID' : `ID ${labelTextOf(id)}`}): ${end}`;
}

/** Returns the text about a finished fax. If the send has several recipients, the text names the one that the advice is about. */
export function wordsForEnd(status: string, to: string, isOneOfSeveral: boolean): string {
	const [words, cause] = [meaningOf(status), causeOf(status)];
	if (!isOneOfSeveral || words === cause) return words;
	return `${cause} Only for ${to}: ${words.slice(cause.length).trim()}`;
}

/**
 * Returns the message if not every fax was delivered. With a single recipient, it's that recipient's text. For several, it
 * shows who has the fax, who doesn't and why, who can get it again, and whose result is unknown.
 */
export function wordsForAll(results: readonly FaxResult[]): string {
	const [only, ...more] = results;
	if (only && more.length === 0) return wordsForOnly(only);
	const delivered = results.filter(({ outcome }) => outcome === 'success');
	const failed = results.filter(({ outcome }) => outcome === 'failure');
	const open = results.filter((result) => !delivered.includes(result) && !failed.includes(result));
	const again = failed.filter(({ status }) => !isSentInVain(status));
	const inVain = failed.filter((result) => !again.includes(result));
	return [
		`Delivered to ${delivered.length} of ${results.length}.`,
		...failed.slice(0, MOST_NAMED).map(({ to, status }) => `Not delivered to ${to}: ${causeOf(status)}`),
		...(again.length > 0 ? [`Send it again to ${named(again)} only.`] : []),
		...(inVain.length > 0 ? [`Don't try ${named(inVain)} again. Ask for the right number.`] : []),
		...open.slice(0, MOST_NAMED).map(({ to, statusMeaning = '' }) => `${to}: ${statusMeaning}`),
		...(open.length > MOST_NAMED ? [`The same applies to ${open.length - MOST_NAMED} more.`] : []),
		...(delivered.length > 0 && open.length === 0 ? ['The others received it.'] : []),
		...(delivered.length > 0 && open.length > 0 ? [`Delivered to ${named(delivered)}.`] : []),
	].join(' ');
}

function wordsForOnly({ to, outcome, statusMeaning = '' }: FaxResult): string {
	if (outcome === 'failure') return `The fax to ${to} wasn't delivered: ${statusMeaning}`;
	return to === '' ? statusMeaning : statusMeaning.replace('the fax', `the fax to ${to}`);
}

/** Lists the numbers of some recipients in words. */
function named(results: readonly FaxResult[]): string {
	const numbers = results.map(({ to }) => to);
	const shown = numbers.length > MOST_NAMED ? numbers.slice(0, MOST_NAMED) : numbers.slice(0, -1);
	const last = numbers.length > MOST_NAMED ? `${numbers.length - MOST_NAMED} more` : (numbers.at(-1) ?? '');
	return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
