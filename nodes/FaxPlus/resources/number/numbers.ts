import { listIn } from '../../../shared/service/answers';
import type { Reads } from '../../../shared/service/requests';
import type { OwnNumber } from '../../../shared/service/types';

/**
 * Reads the numbers of an account (GET /accounts/{user_id}/numbers): an administrator gets all of them, a member those
 * that are assigned to it.
 *
 * @param reader an item's call, or the API itself
 * @param userId whose numbers, encoded as one part of a path
 */
export async function readNumbers(reader: Reads, userId: string): Promise<OwnNumber[]> {
	return listIn<OwnNumber>(
		await reader.read({ path: `/accounts/${userId}/numbers` }),
		'numbers',
		'records',
		'data',
	);
}
