import type { NormalizedFax } from '../shared/service/faxRecords';
import { faxPages } from '../shared/service/faxRecords';
import { FaxCursor } from '../shared/service/faxCursor';
import { fingerprintOf } from '../shared/values/fingerprint';
import { idOf } from './item';
import type { PollMemory } from './memory';
import type { Watch } from './walk';

/**
 * Whether the lists still are those of the account that the memory knows, after the credential or the user has changed: a new
 * token often is of the same account. The faxes tell whose they are, which an administrator's are of many; one that is known
 * tells, too. Without any it is taken for the same.
 *
 * @throws ServiceFault
 */
export async function isSameAccount(watches: readonly Watch[], memory: PollMemory): Promise<boolean> {
	const { owner } = memory;
	if (owner === undefined) return true;
	const pages = await Promise.all(
		watches.map(async (watch) => ({ event: watch.event, faxes: await firstPage(watch) })),
	);
	const owners = pages.flatMap(({ faxes }) => faxes.flatMap((fax) => faxOwnerOf(fax) ?? []));
	const isKnown = pages.some(({ event, faxes }) => faxes.some((fax) => memory.has(idOf(event, fax))));
	return owners.length === 0 || owners.includes(owner) || isKnown;
}

/** Stands for the user that a fax belongs to. */
export function faxOwnerOf({ owner_id: id }: Pick<NormalizedFax, 'owner_id'>): string | undefined {
	return id === undefined ? undefined : fingerprintOf(id);
}

async function firstPage(watch: Watch): Promise<NormalizedFax[]> {
	const page = await faxPages(watch.reads, watch, new FaxCursor()).next();
	return page.value?.faxes ?? [];
}
