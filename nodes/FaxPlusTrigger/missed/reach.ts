import type { IExecuteFunctions } from 'n8n-workflow';

import { ageMarks, NAMES_OF_A_FAX, roomMarks } from '../../shared/faxes/faxIdentity';
import { nodeStoreOf } from '../../shared/store/nodeStore';
import { LEAST_REMEMBERED } from '../fields';

/** For so many names n8n's store always has room. */
const LEAST_ROOM = LEAST_REMEMBERED * NAMES_OF_A_FAX;

/**
 * Finds out how far n8n's store reaches back. One that was never full has forgotten nothing, however much room it has had since.
 *
 * @param earliest the time that is of interest, in milliseconds
 * @param capacity how many names it keeps
 * @returns the names to ask it for, and what those that it knows tell: from when on it has forgotten nothing, in milliseconds
 * @throws what the store throws
 */
export async function reachOf(
	context: IExecuteFunctions,
	earliest: number,
	capacity: number,
): Promise<{ asked: string[]; from: (known: ReadonlySet<string>) => number }> {
	const count = await nodeStoreOf(context).count();
	const rooms = roomMarks(capacity);
	const ages = count < LEAST_ROOM / 2 ? new Map<string, number>() : ageMarks(earliest);
	const leastOf = (marks: Map<string, number>, known: ReadonlySet<string>): number =>
		Math.min(...[...marks].filter(([mark]) => known.has(mark)).map(([, value]) => value));
	const from = (known: ReadonlySet<string>): number => {
		const wasNeverFull = count < Math.min(capacity, leastOf(rooms, known)) / 2;
		const oldest = wasNeverFull ? Infinity : leastOf(ages, known);
		return oldest === Infinity ? -Infinity : oldest;
	};
	return { asked: [...ages.keys(), ...rooms.keys()], from };
}
