import type { INode } from 'n8n-workflow';

import { FaxCursor } from '../service/faxCursor';
import type { NormalizedFax } from '../service/faxRecords';
import { faxPages } from '../service/faxRecords';
import { ownerOf } from '../service/triggerMarks';
import { fingerprintOf } from '../values/fingerprint';
import { idOf } from './faxes';
import type { Watch } from './reading';

/** Stands for the account and the user whose lists are watched, without telling who they are. */
export function accountOf(node: INode, userId: string): string {
	return fingerprintOf(`${ownerOf(node)} ${userId}`);
}

/** Stands for the user that a fax belongs to. */
export function faxOwnerOf({ owner_id: id }: Pick<NormalizedFax, 'owner_id'>): string | undefined {
	return id === undefined ? undefined : fingerprintOf(id);
}

/**
 * Whether the lists still are those of the account that the memory knows, after the credential or the user has changed: a new
 * token often is of the same account. The faxes tell whose they are, which an administrator's are of many; one that is known
 * tells, too. Without any it is taken for the same.
 *
 * @throws ServiceFault
 */
export async function isSameAccount({ reads, userId, lists, memory }: Watch): Promise<boolean> {
	const pages = await Promise.all(
		lists.map(async ({ category, event }) => {
			const page = await faxPages(reads, { userId, category }, new FaxCursor()).next();
			return (page.value?.faxes ?? []).map((fax) => ({ owner: faxOwnerOf(fax), id: idOf(event, fax) }));
		}),
	);
	const faxes = pages.flat().filter((fax) => fax.owner !== undefined);
	return faxes.length === 0 || faxes.some((fax) => fax.owner === memory.owner || memory.known.has(fax.id));
}
