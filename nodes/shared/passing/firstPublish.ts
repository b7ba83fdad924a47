import { startOf } from '../faxes/faxEvents';
import type { NormalizedFax } from '../faxes/faxRecords';
import { bothEntries, firstPublishFoundAt } from './fax';
import type { FoundItem } from './foundItem';
import type { Store } from './store';
import { heldAmong } from './store';

/** A poll that has looked back because n8n had nothing of the trigger. An execution decides about the faxes of that poll. */
export interface LookBack {
	/** Returns those unknown faxes that are from before the trigger was active, and the entries to record about that. */
	oldAmong: (unknown: readonly FoundItem[]) => Promise<{ old: FoundItem[]; facts: string[] }>;
}

/**
 * If n8n's store is empty, the trigger wasn't active before, such as after an import and a start of n8n. Otherwise, it wasn't
 * active before the first fax that the store knows.
 *
 * @param lostAt when the poll found the loss, in milliseconds, or undefined if it didn't have to look back
 */
export function lookBackOf(
	store: Store,
	faxes: readonly FoundItem[],
	lostAt: number | undefined,
): LookBack | undefined {
	if (lostAt === undefined) return undefined;
	const earlier = faxes.filter((one) => startIn(one) < lostAt);
	if (earlier.length === 0) return undefined;
	const [isFirst, isDecided] = [firstPublishFoundAt(lostAt), `looked back at ${lostAt}`];
	return {
		oldAmong: async (unknown) => {
			const held = await heldAmong(store, [isFirst, isDecided]);
			const among = earlier.filter((one) => unknown.includes(one));
			if (held.includes(isFirst)) return { old: among, facts: [] };
			const known = earlier.filter((one) => !unknown.includes(one));
			if (held.includes(isDecided) || known.length === 0) return { old: [], facts: [] };
			const begun = Math.min(...known.map(startIn));
			return { old: among.filter((one) => startIn(one) < begun), facts: bothEntries(isDecided) };
		},
	};
}

function startIn({ item: { json } }: FoundItem): number {
	return startOf(json['data'] as unknown as NormalizedFax);
}
