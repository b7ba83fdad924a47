import { Slots } from '../../../../../shared/async/slots';
import { LruMap } from '../../../../../shared/values/lruMap';
import type { ItemFields } from '../../../../fields/itemFields';
import { addressOf } from '../guard/address';

/** For each Fax.Plus address, lets only one send at a time read earlier faxes and then send. */
const turns = new LruMap<string, Slots>(1_000);

/**
 * Does something that reads earlier faxes and then sends. All executions of this process take turns, so that none of them
 * sends in between. This covers all accounts together, because several credentials may belong to one account.
 */
export async function inTurn<T>({ context }: ItemFields, work: () => Promise<T>): Promise<T> {
	return await turns.getOrAdd(await addressOf(context), () => new Slots(1)).take(work);
}
