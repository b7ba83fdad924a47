import { startOf } from '../faxes/faxEvents';
import type { NormalizedFax } from '../faxes/faxRecords';
import { bothEntries, firstPublishFoundAt } from './fax';
import type { FoundItem } from './foundItem';
import type { Store } from './store';
import { heldAmong } from './store';

/** What a poll that looked back found from before the trigger was active. */
interface FromBefore {
	old: FoundItem[];
	/** Entries that record when the trigger was first active. */
	facts: string[];
}

/**
 * Returns the faxes of a poll that are from before the trigger was active. Only a poll that looked back has any, because
 * n8n had saved nothing about the trigger.
 *
 * If n8n's store is empty, the trigger was never active before, as after an import and a start of n8n. Otherwise, it wasn't
 * active before the first fax that the store knows.
 *
 * @param unknown the faxes that the store doesn't know
 * @param lostAt when the poll noticed the loss, in milliseconds, or undefined if it didn't have to look back
 */
export async function fromBefore(
	store: Store,
	faxes: readonly FoundItem[],
	unknown: readonly FoundItem[],
	lostAt: number | undefined,
): Promise<FromBefore> {
	const none = { old: [], facts: [] };
	if (lostAt === undefined) return none;
	const earlier = faxes.filter((one) => startIn(one) < lostAt);
	if (earlier.length === 0) return none;
	const [isFirst, isDecided] = [firstPublishFoundAt(lostAt), `looked back at ${lostAt}`];
	const held = await heldAmong(store, [isFirst, isDecided]);
	const among = earlier.filter((one) => unknown.includes(one));
	if (held.includes(isFirst)) return { old: among, facts: [] };
	const known = earlier.filter((one) => !unknown.includes(one));
	if (held.includes(isDecided) || known.length === 0) return none;
	const begun = Math.min(...known.map(startIn));
	return { old: among.filter((one) => startIn(one) < begun), facts: bothEntries(isDecided) };
}

function startIn({ item: { json } }: FoundItem): number {
	return startOf(json['data'] as unknown as NormalizedFax);
}
