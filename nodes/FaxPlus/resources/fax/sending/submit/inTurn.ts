import { Slots } from '../../../../../shared/async/slots';
import { readAccount, type Authentication } from '../../../../../shared/http/account';
import { LruMap } from '../../../../../shared/values/lruMap';
import type { ItemFields } from '../../../../fields/itemFields';

/** Lets one send at a time read earlier faxes and then send, by the address of Fax.Plus. */
const turns = new LruMap<string, Slots>(1_000);

/**
 * Does something that reads earlier faxes and then sends. All executions of this process take turns, so that none of them sends
 * in between. Accounts aren't told apart, because several credentials may belong to one.
 */
export async function inTurn<T>({ context }: ItemFields, work: () => Promise<T>): Promise<T> {
	const { authentication } = context.getNode().parameters;
	const { baseUrl } = await readAccount(context, authentication as Authentication);
	return await turns.getOrAdd(baseUrl, () => new Slots(1)).take(work);
}
