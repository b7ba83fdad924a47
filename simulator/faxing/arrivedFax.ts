import { KINDS } from '../kinds';
import type { Settings } from '../settings';
import type { ServiceState } from '../serviceState';
import { newId, ownerOf, type Account } from '../state';
import { fax } from './newFax';
import { parseTime, serviceTime } from './times';
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
	const usual = {
		userId: ownerOf(state, account.id),
		from: isSent ? own : other,
		to: isSent ? other : own,
		...recordTimes(settings),
		...(isSent ? {} : { sessionId: sessionIdOf(id, settings), ...documentTime(settings) }),
	};
	return fax(id, { ...usual, ...values }, extraction);
}

/**
 * What becomes of a fax that was in progress, now that it has ended.
 *
 * @param pages of the whole fax
 */
export function endedFax(fax: Fax, status: string, pages: number, settings: Settings): Fax {
	const { listedFrom } = recordTimes(settings);
	return {
		...fax,
		isInProgress: false,
		status,
		pages,
		duration: Math.round((Date.now() - parseTime(fax.startTime)) / 1000),
		lastUpdate: serviceTime(),
		...documentTime(settings),
		// Where the list shows faxes in progress, it has it already.
		...(settings.listsFaxesInProgress ? {} : { listedFrom: Math.max(fax.listedFrom, listedFrom) }),
	};
}

/** When the API gets to know a record that is made now, and when it lists it. */
export function recordTimes({ recordDelay, listLag }: Settings): Pick<Fax, 'knownFrom' | 'listedFrom'> {
	const now = Date.now();
	return { knownFrom: now + recordDelay, listedFrom: now + listLag };
}

function documentTime({ documentDelay }: Settings): Pick<Fax, 'documentFrom'> {
	return { documentFrom: Date.now() + documentDelay };
}

function sessionIdOf(id: string, { eventIds }: Settings): string {
	return eventIds === 'session' ? newId('session_') : id;
}
