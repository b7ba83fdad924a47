import type { INode } from 'n8n-workflow';

import { readNewestFaxes } from '../faxes/faxRecords';
import { ownerOf } from '../endpoints/triggerMarks';
import { fingerprintOf } from '../values/fingerprint';
import { faxOwnerOf, idOf } from './faxes';
import type { Watch } from './reading';

/** Stands for the account and the user whose lists are watched, without telling who they are. */
export function accountOf(node: INode, userId: string): string {
	return fingerprintOf(`${ownerOf(node)} ${userId}`);
}

/**
 * Whether the lists still are those of the account that the memory knows, after the credential or the user has changed: a new
 * token often is of the same account. The faxes tell whose they are, which an administrator's are of many; one that is known
 * tells, too. Without any it is taken for the same.
 *
 * @throws ServiceFault
 */
export async function isSameAccount({ reads, userId, lists, memory }: Watch): Promise<boolean> {
	const newest = lists.map(async ({ category, event }) => {
		const faxes = await readNewestFaxes(reads, { userId, category });
		return faxes.map((fax) => ({ owner: faxOwnerOf(fax), id: idOf(event, fax) }));
	});
	const faxes = (await Promise.all(newest)).flat().filter(({ owner }) => owner !== undefined);
	return faxes.length === 0 || faxes.some(({ owner, id }) => owner === memory.owner || memory.has(id));
}
