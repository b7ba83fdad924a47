import type { ILoadOptionsFunctions } from 'n8n-workflow';

import type { Guidance } from '../editor/advice';
import { userIdField } from '../editor/commonFields';
import { listAt } from '../http/answers';
import type { Reader, Reads } from '../http/requests';
import type { OwnNumber } from '../records';
import { described, searchOf, statusNoteOf, type Entry } from './load';
import { userIdOf } from './members';

/** Scopes that allow reading the numbers of an account. */
export const numberListGuidance = {
	scopes: ['fax:all:read', 'fax:numbers:read'],
	userField: userIdField,
} satisfies Guidance;

/**
 * Reads the numbers of an account (GET /accounts/{user_id}/numbers). An administrator gets all of them, and a member gets
 * those that are assigned to it.
 *
 * @param userId the user whose numbers are read, encoded as one part of a path
 */
export async function readNumbers(reader: Reader, userId: string): Promise<OwnNumber[]> {
	return await listAt(reader, `/accounts/${userId}/numbers`, 'numbers', 'records', 'data');
}

/** Offers the numbers of the account that the node names. */
export const searchOwnNumbers = searchOf(numberListGuidance, numberEntries);

/** Offers the numbers that a trigger can be limited to. */
export const searchTriggerNumbers = searchOf(numberListGuidance, numberEntries, {
	name: 'All numbers',
	value: '',
});

async function numberEntries(api: Reads, context: ILoadOptionsFunctions): Promise<Entry[]> {
	const numbers = await readNumbers(api, userIdOf(context));
	return numbers.map(({ number, status }) => ({
		name: described([number, statusNoteOf(status)]),
		value: number,
	}));
}
