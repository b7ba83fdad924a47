/** A pause lasts as long as this many calls, because a store that's slow for one process is slow for all. */
const CALLS_TO_WAIT = 3;

/** Limits of a pause, in milliseconds. */
interface Limits {
	/** A process that read the store earlier overwrites an entry within this time, even if the store is fast. */
	shortest: number;
	/** Upper limit, however slow the store is. */
	longest: number;
}

/**
 * Returns how long to wait before checking whether n8n's store still has an entry, in milliseconds. The store has no lock, so
 * another process may overwrite the entry in between.
 *
 * @param callMs how long a call of the store took, in milliseconds
 */
export function confirmationPause(callMs: number, { shortest, longest }: Limits): number {
	return Math.min(Math.max(shortest, CALLS_TO_WAIT * callMs), longest);
}
