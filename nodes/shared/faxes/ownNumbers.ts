import { listAt } from '../http/answers';
import type { Reader } from '../http/requests';
import type { OwnNumber } from '../records';

/**
 * Reads the numbers of an account (GET /accounts/{user_id}/numbers): an administrator gets all of them, a member those
 * that are assigned to it.
 *
 * @param userId whose numbers, encoded as one part of a path
 */
export async function readNumbers(reader: Reader, userId: string): Promise<OwnNumber[]> {
	return await listAt(reader, `/accounts/${userId}/numbers`, 'numbers', 'records', 'data');
}
