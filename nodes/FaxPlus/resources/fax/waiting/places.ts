import { listFaxes, listOutbox } from '../../../../shared/faxes/faxRecords';
import { recordAt } from '../../../../shared/http/answers';
import { isNotFound, ServiceFault } from '../../../../shared/http/faults';
import { onlyFor } from '../../../../shared/http/rethrow';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { InputError } from '../../../../shared/values/inputError';
import type { ReadCall } from '../../../operation/itemCall';
import type { AwaitedFax, SentFaxes } from './awaitedFax';
import { ByTraits, traitsOfSent } from './faxTraits';
import { rememberOutbox, rememberSent } from './seenFaxes';

/** How far back the list is read for faxes that the outbox never showed, in milliseconds by n8n's clock. */
const RECENT_MS = 3_600_000;

/**
 * The places where a user's faxes may be: the outbox, the sent faxes, and the records by ID. The process remembers what it reads
 * there.
 */
export class Places {
	/** Text that distinguishes this outbox from those of other credentials and users. */
	private readonly account: string;

	constructor(
		private readonly reads: ReadCall,
		private readonly userId: string,
	) {
		const { credentials = {}, parameters } = reads.context.getNode();
		const ids = Object.values(credentials).map(({ id }) => id);
		this.account = JSON.stringify([parameters['authentication'], ids, userId]);
	}

	/** Returns the records in the outbox, by ID. */
	async outboxById(): Promise<ReadonlyMap<string, OutboxFax>> {
		const askedAt = performance.now();
		const records = await listOutbox(this.reads, this.userId);
		rememberOutbox(records, askedAt, this.account);
		return new Map(records.map((record) => [record.id, record]));
	}

	/**
	 * Reads the sent faxes since the earliest time when an awaited fax may be listed.
	 *
	 * @param hasUnknown true if the outbox never showed some of the faxes
	 * @returns undefined if the list wouldn't help. If the list can't be read to its end, `isWhole` is false
	 */
	async listSent(awaited: AwaitedFax[], hasUnknown: boolean): Promise<SentFaxes | undefined> {
		const asking = awaited.filter((fax) => fax.needsList);
		const times = asking.flatMap((fax) => fax.listedSince ?? []);
		if (hasUnknown) times.push(Date.now() - RECENT_MS);
		if (times.length === 0) return undefined;
		const after = new Date(times.reduce((one, other) => Math.min(one, other)));
		const query = { userId: this.userId, category: 'sent', after };
		const byId = new Map<string, Fax>();
		const byTraits = new ByTraits<Fax>();
		const take = (fax: Fax): boolean => {
			rememberSent(fax);
			byId.set(fax.id, fax);
			const traits = traitsOfSent(fax);
			if (traits) byTraits.add(traits, fax);
			return ids.has(fax.id);
		};
		// A fax that has just left the outbox is at the top of the list. So reading stops once all are found, because a
		// list may have thousands of faxes.
		const ids = new Set(asking.map(({ outgoing }) => outgoing.id));
		const enough = asking.every(({ keepsId }) => keepsId) ? ids.size : undefined;
		const reading = listFaxes(this.reads, query, enough, take);
		// If a list can't be read to its end, faxes may be missing from it.
		const isWhole = await reading.then(() => true).catch(onlyFor(InputError, () => false));
		return { byId, byTraits, isWhole };
	}

	/**
	 * Requests faxes by their IDs, and updates them with the results. A fax that was never seen, or not for a long time, is
	 * requested in the outbox, too, which may have faxes that it doesn't list.
	 */
	async askFor(faxes: AwaitedFax[]): Promise<void> {
		const ask = async (fax: AwaitedFax): Promise<void> => {
			const record = await this.recordOf(fax, 'faxes');
			if (record) {
				rememberSent(record);
				fax.next({ of: 'record', fax: record });
			}
			if (!fax.isMissing || !(fax.isUnknown || fax.isOverdue)) return;
			const askedAt = performance.now();
			const waiting = await this.recordOf(fax, 'outbox');
			if (!waiting) return;
			rememberOutbox([waiting], askedAt, this.account);
			fax.next({ of: 'outbox', record: waiting });
		};
		await Promise.all(faxes.map(ask));
	}

	private async recordOf(fax: AwaitedFax, place: 'outbox' | 'faxes'): Promise<(OutboxFax & Fax) | undefined> {
		const path = `/accounts/${this.userId}/${place}/${encodeURIComponent(fax.outgoing.id)}`;
		const note = (fault: ServiceFault): undefined => {
			fax.next({ of: isNotFound(fault) ? 'no record' : 'no answer', fault });
		};
		return await recordAt<OutboxFax & Fax>(this.reads, path).catch(onlyFor(ServiceFault, note));
	}
}

/** Returns the faxes that the last check didn't find, although the check itself worked. */
export function missingOf(faxes: AwaitedFax[]): AwaitedFax[] {
	return faxes.filter(({ isMissing }) => isMissing);
}
