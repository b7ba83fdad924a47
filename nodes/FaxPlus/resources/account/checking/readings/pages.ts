import { ServiceFault } from '../../../../../shared/http/faults';
import { onlyFor, rethrow } from '../../../../../shared/http/rethrow';
import { failureOf, told, unlessRefused, untold, type Finding } from '../finding';
import { areSame, type Identified } from '../lists';

/** Nobody has so many entries that a list which heeds it still has one there. */
const BEYOND = 1_000_000;

/** Entries of which the order shows where a part of them begins. */
const ENOUGH = 4;

interface Place {
	limit: number;
	offset: number;
}

/** The beginning of a list, and a way to read other parts of it. */
export interface Part {
	page: readonly Identified[];
	read: (place: Place) => Promise<Identified[]>;
}

/** A page without its first entry and the last one: a list that counts pages, or heeds no limit, answers in another way. */
export function secondPlace({ length }: readonly unknown[]): Place {
	return { limit: length - 2, offset: 1 };
}

/** Whether the beginning, asked for anew, has the entries that it had: after a deletion other places show others. */
export async function isUnchanged({ page, read }: Part): Promise<boolean> {
	const { length } = page;
	const again = await read({ limit: length + 1, offset: 0 }).catch(
		ifRefused(async () => read({ limit: length - 1, offset: 0 })),
	);
	return areSame(again.slice(0, length - 1), page.slice(0, -1));
}

/**
 * Whether a list is certain to heed `offset` (docs/api.md, "Pages"): by what comes at its second place, at the end of the
 * page and far behind it, while its beginning stays the same. Of one that seems to ignore it nothing is certain: the list may
 * begin anew behind its end.
 */
export async function isOffsetHeeded(part: Part): Promise<boolean> {
	const { page, read } = part;
	const { length } = page;
	if (length < ENOUGH) return false;
	if (!areSame(await read(secondPlace(page)), page.slice(1, -1))) return false;
	// Hidden entries may let pages that are counted look so at one place, but not at two.
	if (!areSame(await read({ limit: 2, offset: length - 2 }), page.slice(-2))) return false;
	const far = await read({ limit: 2, offset: BEYOND }).catch(ifRefused(() => []));
	const isFirst = ({ id }: Identified): boolean => page.slice(0, 2).some((entry) => entry.id === id);
	return !far.some(isFirst) && (await isUnchanged(part));
}

/** @param more what makes the list longer */
export async function offsetFinding(setting: string, part: Part, more: string): Promise<Finding> {
	const { page, read } = part;
	if (page.length < ENOUGH) return untold('There are fewer than four.', more);
	const isHeeded = await isOffsetHeeded(part).catch(ifRefused(refusal('An offset')));
	if (typeof isHeeded !== 'boolean') return isHeeded;
	if (isHeeded) return told('It is heeded.', { [setting]: true });
	const isIgnored = areSame(await read(secondPlace(page)), page.slice(0, -2));
	return isIgnored ? untold('It is ignored, as far as can be seen.', more) : notCertain(more);
}

/** How many entries a list gives at once: as many as came, if as many follow on the last one, by an offset that is heeded. */
export async function mostFinding(setting: string, part: Part, more: string): Promise<Finding> {
	const { page, read } = part;
	const { length } = page;
	if (!(await unlessRefused(isOffsetHeeded(part)))) return notCertain(more);
	const next = await read({ limit: length, offset: length - 1 });
	const isCertain =
		next.length === length &&
		areSame([...page, ...next.slice(1)], [...page.slice(0, -1), ...next]) &&
		areSame(page, await read({ limit: length + 1, offset: 0 }));
	return isCertain ? told(`${length}.`, { [setting]: length }) : notCertain(more);
}

/** Handles the refusal of what was asked for, in a `catch`. */
export function ifRefused<T>(handle: (fault: ServiceFault) => T): (error: unknown) => T {
	return onlyFor(ServiceFault, (fault) => (fault.status === 400 ? handle(fault) : rethrow(fault)));
}

/** A refusal tells something, too. */
export function refusal(what: string): (fault: ServiceFault) => Finding {
	return (fault) => told(`${what} is refused: ${failureOf(fault)}.`);
}

function notCertain(more: string): Finding {
	return untold('It cannot be told for certain.', more);
}
