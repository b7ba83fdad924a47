import { KINDS } from '../kinds';
import type { Settings } from '../settings';
import type { ServiceState } from '../serviceState';
import { newId, ownerOf, type Account } from '../state';
import { fax } from './newFax';
import type { Fax } from './types';

/**
 * A fax that arrives now, or was sent if its values say so, as the settings have it. It belongs to the owner and the
 * first number of the account unless said otherwise.
 *
 * @param values what is special about it
 * @param extraction what is special about its extraction
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

/** When the API gets to know a record that is made now, and when it lists it. */
export function recordTimes({ recordDelay, listLag }: Settings): Pick<Fax, 'knownFrom' | 'listedFrom'> {
	const now = Date.now();
	return { knownFrom: now + recordDelay, listedFrom: now + listLag };
}
