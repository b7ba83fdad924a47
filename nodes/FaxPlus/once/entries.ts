// n8n's store holds these entries for a side effect, so that a retry recognizes it. Each begins with a name of the execution.

/** An execution with this name has begun. */
export const here = (name: string): string => `${name} was here`;
/** This execution was the first with the name. So a sub-workflow that it calls can tell whether it's a retry. */
export const firstIn = (name: string, execution: string): string => `${name} first in ${execution}`;
/** Another execution with the same name has begun. */
export const again = (name: string): string => `${name} again`;

/** The content of an item and its recipient. Each has a number, because the same one may occur several times. */
export interface CountedItem {
	content: string;
	place: string;
}

/** The entries about one item, under one name of the execution. */
export interface ItemEntries {
	/** Its side effect was begun. */
	begun: string;
	/** Something was begun for its recipient, whatever the content. */
	place: string;
	/** It's unknown how its side effect ended. */
	open: string;
	/** One attempt has taken it. This entry is only read after it was written, because a read that is cut off leaves the entry in the store. */
	claim: string;
	/** Fax.Plus has it under a path or an ID. */
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

/** A content or recipient with the number of times that it has come. */
export function counted(counts: Map<string, number>, key: string): string {
	const count = (counts.get(key) ?? 0) + 1;
	counts.set(key, count);
	return `${key} ${count}`;
}

/** An entry without the number that `counted` has given it. */
export function contentOf(begun: string): string {
	return begun.slice(0, begun.lastIndexOf(' '));
}

/** The entry of the same content that comes once more. */
export function nextOf(begun: string): string {
	const content = contentOf(begun);
	return `${content} ${Number(begun.slice(content.length)) + 1}`;
}

/**
 * The contents that were begun more often than this run has begun them: earlier runs of a loop have begun them as well. A retry that
 * starts amid the loop has not counted those runs, so it cannot tell which entry is whose. Empty where the retry starts with the
 * first run.
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
