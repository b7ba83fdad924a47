import { KINDS } from '../kinds';
import type { Settings } from '../settings';
import type { ServiceState } from '../serviceState';
import { newId, ownerOf, type Account } from '../state';
import { fax } from './newFax';
import type { Fax } from './types';

/**
 * A fax that is received now, or that was sent if its values say so. Its times follow the settings. By default, it belongs
 * to the account's owner and its first number.
 *
 * @param values values that override the defaults
 * @param extraction values that override those of its extraction
 */
export function arrivedFax(
	{ state, settings }: ServiceState,
	account: Account,
	values: Partial<Fax>,
	extraction?: Partial<Fax['extraction']>,
): Fax {
	const { id = newId('fax_'), kind = 'referral' } = values;
	const isSent = values.category === 'sent' || values.direction === 'outgoing';
	const [own, other] = [account.ownedNumbers[0] ?? '', KINDS[kind].from];
	const ofArrived = {
		sessionId: settings.eventIds === 'session' ? newId('session_') : id,
		documentFrom: Date.now() + settings.documentDelay,
	};
	const usual = {
		userId: ownerOf(state, account.id),
		from: isSent ? own : other,
		to: isSent ? other : own,
		...recordTimes(settings),
		...(isSent ? {} : ofArrived),
	};
	return fax(id, { ...usual, ...values }, extraction);
}

/** Times from which the API can read and list a new record. */
export function recordTimes({ recordDelay, listLag }: Settings): Pick<Fax, 'knownFrom' | 'listedFrom'> {
	const now = Date.now();
	return { knownFrom: now + recordDelay, listedFrom: now + listLag };
}
