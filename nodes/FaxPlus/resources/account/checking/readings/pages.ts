import type { IDataObject } from 'n8n-workflow';

import { ServiceFault } from '../../../../../shared/http/faults';
import { onlyFor, rethrow } from '../../../../../shared/http/rethrow';
import { failureOf } from '../anonymous';
import { told, unlessRefused, untold, type Finding } from '../finding';
import { areSame, type Identified } from '../lists';

/** Nobody has so many entries that a list which heeds it still has one there. */
export const BEYOND = 1_000_000;

/** Entries of which the order shows where a part of them begins. */
const ENOUGH = 4;

/** The beginning of a list, and ways to read other parts of it. */
export interface Part<T extends Identified> {
	page: readonly T[];
	read: (qs: IDataObject) => Promise<T[]>;
	/** The beginning anew, where one more is asked for than has come. */
	again: () => Promise<T[]>;
	/** Whether the list is known to be longer, whatever an offset does. */
	goesOn: () => Promise<boolean>;
	/** As many as have come, from the last one on or a little before it, without an offset. */
	next?: () => Promise<T[]>;
}

/** A page without its first entry and the last one: a list that counts pages, or heeds no limit, answers in another way. */
export function secondPlace({ length }: readonly unknown[]): { limit: number; offset: number } {
	return { limit: length - 2, offset: 1 };
}

/**
 * Whether a list heeds `offset` (docs/api.md, "Pages"): by what comes at its second place and far behind its end, while its
 * beginning stays the same; of one that seems to be ignored also in between, as the list may begin anew behind its end.
 * Undefined where it cannot be told.
 */
export async function isOffsetHeeded<T extends Identified>({
	page,
	read,
	again,
	goesOn,
}: Part<T>): Promise<boolean | undefined> {
	const { length } = page;
	if (length < ENOUGH) return undefined;
	const second = await read(secondPlace(page));
	if (areSame(second, page.slice(1, -1))) {
		const far = await read({ limit: 2, offset: BEYOND }).catch(ifRefused(() => []));
		const isFirst = ({ id }: T): boolean => page.slice(0, 2).some((entry) => entry.id === id);
		if (far.some(isFirst)) return undefined;
		// After a deletion the first place would show the same.
		const beginning = await again().catch(ifRefused(async () => await read({ limit: length - 1 })));
		return areSame(beginning.slice(0, length - 1), page.slice(0, -1)) ? true : undefined;
	}
	// It may be rounded to what is asked for, or to as many as come at once, which are no more than came here.
	const half = Math.floor(length / 2);
	const behind = { limit: length, offset: length };
	const isIgnored =
		areSame(second, page.slice(0, -2)) &&
		areSame(await read({ limit: half, offset: half }), page.slice(0, half)) &&
		areSame(
			await read({ ...behind, limit: length + 1 }).catch(ifRefused(async () => await read(behind))),
			page,
		) &&
		areSame(await read({ limit: length, offset: BEYOND }), page) &&
		(await unlessRefused(goesOn())) === true;
	return isIgnored ? false : undefined;
}

/** @param more what makes the list longer */
export async function offsetFinding<T extends Identified>(
	setting: string,
	part: Part<T>,
	more: string,
): Promise<Finding> {
	if (part.page.length < ENOUGH) return untold('There are fewer than four.', more);
	const isHeeded = await isOffsetHeeded(part).catch(ifRefused(refusal('An offset')));
	if (isHeeded === undefined) return notCertain(more);
	if (typeof isHeeded !== 'boolean') return isHeeded;
	return told(isHeeded ? 'It is heeded.' : 'It is ignored.', { [setting]: isHeeded });
}

/**
 * How many entries a list gives at once, if it is no more than came. Of its beginning it is known that no entry is left out
 * there, as isOffsetHeeded has told: then no other limit, no hidden entry and no end can be the reason that no more came.
 */
export async function mostFinding<T extends Identified>(
	setting: string,
	part: Part<T>,
	more: string,
): Promise<Finding> {
	const { page, read } = part;
	const { length } = page;
	const isHeeded = await unlessRefused(isOffsetHeeded(part));
	if (isHeeded === undefined) return notCertain(more);
	const next = isHeeded ? await read({ limit: length, offset: length - 1 }) : ((await part.next?.()) ?? []);
	const again = next.filter(({ id }) => page.some((entry) => entry.id === id));
	const isCertain =
		again.length > 0 &&
		again.length < length &&
		next.length === length &&
		areSame([...page.slice(-again.length), ...next.slice(again.length)], next) &&
		areSame(page, await part.again());
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
