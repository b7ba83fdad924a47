import { listIn } from '../../../shared/service/answers';
import type { Reads } from '../../../shared/service/requests';
import type { Member } from '../../../shared/service/types';

/**
 * Reads the members of a corporate account, which only administrators may (GET /accounts).
 *
 * @param reader an item's call, or the API itself
 */
export async function readMembers(reader: Reads): Promise<Member[]> {
	return listIn<Member>(await reader.read({ path: '/accounts' }), 'members', 'records', 'data');
}
