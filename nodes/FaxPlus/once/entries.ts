// n8n's store keeps these entries about a side effect, so that a retry recognizes it. Each entry starts with a name of the
// execution.

/** Records that an execution with this name has begun. */
export const here = (name: string): string => `${name} was here`;
/** Records which execution was the first with this name. It shows a sub-workflow whether it runs in a retry. */
export const firstIn = (name: string, execution: string): string => `${name} first in ${execution}`;
/** Records that another execution with the same name has begun. */
export const again = (name: string): string => `${name} again`;

/**
 * The content and the recipient of an item. Each ends with a number, because the same content or recipient may occur
 * several times.
 */
export interface CountedItem {
	content: string;
	place: string;
}

/** The entries about one item, under one name of the execution. */
export interface ItemEntries {
	/** Records that the item's side effect has begun. */
	begun: string;
	/** Records that a side effect for the item's recipient has begun, whatever its content. */
	place: string;
	/** Records that the outcome of the item's side effect is unknown. */
	open: string;
	/**
	 * One attempt has claimed the item. Only a write checks this entry, because a read that's cut off would leave it in the
	 * store.
	 */
	claim: string;
	/** Fax.Plus has the upload, the fax or the number of the item under this path or ID. */
	reference: (pathOrId: string) => string;
}

/** @param run number of the node's run */
export function entriesUnder(
	name: string,
	run: number,
	{ content, place }: CountedItem = { content: '', place: '' },
): ItemEntries {
	const begun = `${name} ${content}`;
	const reference = (pathOrId: string): string => `${begun} ${pathOrId}`;
	return {
		begun,
		place: `${name} run ${run} ${place}`,
		open: reference('open'),
		claim: reference('claimed'),
		reference,
	};
}

/** Adds a number to a content or recipient, which shows how many times it has occurred so far. */
export function counted(counts: Map<string, number>, key: string): string {
	const count = (counts.get(key) ?? 0) + 1;
	counts.set(key, count);
	return `${key} ${count}`;
}

/** Returns an entry without the number that `counted` added. */
export function contentOf(begun: string): string {
	return begun.slice(0, begun.lastIndexOf(' '));
}

/** Returns the entry for the next occurrence of the same content. */
export function nextOf(begun: string): string {
	const content = contentOf(begun);
	return `${content} ${Number(begun.slice(content.length)) + 1}`;
}

/**
 * Returns the contents that the store has more often than this run began them, because earlier runs of a loop began them
 * too. A retry that starts in the middle of a loop hasn't counted those runs, so it can't know which entry belongs to which
 * run. The result is empty if the retry starts with the first run.
 */
export function surplusOf(
	items: ItemEntries[],
	ofRunsBefore: ReadonlySet<string>,
	recorded: ReadonlySet<string>,
): ReadonlySet<string> {
	if (ofRunsBefore.size === 0) return new Set();
	const surplus = new Map<string, number>();
	const add = (begun: string, count: number): void => {
		const content = contentOf(begun);
		surplus.set(content, (surplus.get(content) ?? 0) + count);
	};
	for (const begun of new Set([...ofRunsBefore, ...items.map((item) => item.begun)]))
		if (recorded.has(begun)) add(begun, 1);
	for (const { begun, place } of items) if (recorded.has(place)) add(begun, -1);
	return new Set([...surplus].filter(([, count]) => count > 0).map(([content]) => content));
}
