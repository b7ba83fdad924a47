import type { NormalizedFax } from '../../shared/faxes/faxRecords';
import { readFax } from '../../shared/faxes/faxRecords';
import { isNotFound, ServiceFault } from '../../shared/http/faults';
import type { Reader } from '../../shared/http/requests';
import { rethrow } from '../../shared/http/rethrow';
import { LruMap } from '../../shared/values/lruMap';

const MINUTE = 60_000;

/** Faxes that are read for one trigger in a minute. */
const READS = 30;

/** A minute at Fax.Plus: the first request may have been on its way for as long as a request may take. */
const READS_MS = MINUTE + 5_000;

/** For so long one record answers all requests that name its fax, in milliseconds. */
const KEPT_MS = 10_000;

/** A fax as a request names it. */
export interface NamedFax {
	/** Encoded as parts of a path, both. */
	id: string;
	/** Whose it is, if it says so. */
	userId?: string | undefined;
}

/** Why Fax.Plus hasn't confirmed a fax, in words for the log. */
export class Unconfirmed extends Error {
	/** Whether Fax.Plus may confirm it a moment later, so that it has to deliver it again. */
	readonly isForNow: boolean = false;
}

/** Fax.Plus may confirm the fax when it delivers it again. */
export class NotYetConfirmed extends Unconfirmed {
	override readonly isForNow = true;
}

/** Reads the faxes that requests to one trigger name. Strangers may name as many as they like, so it reads few a minute. */
export class FaxLookups {
	/** When faxes were read within the last minute. */
	private readAt: number[] = [];

	/** What was read last, and until when it's used, by its path: a wrong user beside an id keeps nobody from reading it as the right one. */
	private readonly kept = new LruMap<string, { end: number; fax: Promise<NormalizedFax> }>(1_000);

	/** The owner of the faxes that the credential's own user has. */
	private ownUserId: string | undefined;

	/** @param clock in milliseconds; one that nobody sets */
	constructor(private readonly clock: () => number = () => performance.now()) {}

	/**
	 * Finds a fax.
	 *
	 * @param isMeant whether a record is what the request tells of; a record from a moment ago that isn't is read again
	 * @returns its record, which may not be what is meant; undefined when Fax.Plus doesn't know it, or not yet
	 * @throws ServiceFault, and NotYetConfirmed beyond so many reads a minute
	 */
	async recordOf(
		reader: Reader,
		{ id, userId }: NamedFax,
		isMeant: (fax: NormalizedFax) => boolean,
	): Promise<NormalizedFax | undefined> {
		try {
			const fax = await this.read(reader, 'self', id, isMeant);
			this.ownUserId = fax.owner_id;
			return fax;
		} catch (error) {
			if (!(error instanceof ServiceFault) || !(isNotFound(error) || error.status === 403))
				return rethrow(error);
			const isOfOther = userId !== undefined && userId !== this.ownUserId;
			const fax = isOfOther
				? await this.read(reader, userId, id, isMeant).catch((other: unknown) =>
						other instanceof Unconfirmed ? rethrow(other) : undefined,
					)
				: undefined;
			return fax ?? (error.status === 403 ? rethrow(error) : undefined);
		}
	}

	private async read(
		reader: Reader,
		userId: string,
		id: string,
		isMeant: (fax: NormalizedFax) => boolean,
	): Promise<NormalizedFax> {
		const path = `${userId}/${id}`;
		const kept = this.kept.get(path);
		if (kept && this.clock() < kept.end) {
			const fax = await kept.fax;
			if (isMeant(fax)) return fax;
		}
		const now = this.clock();
		this.readAt = this.readAt.filter((at) => now - at < READS_MS);
		if (this.readAt.length >= READS)
			throw new NotYetConfirmed('n8n checked too many other faxes in the last minute');
		this.readAt.push(now);
		const fax = readFax(reader, userId, id);
		this.kept.set(path, { end: now + KEPT_MS, fax });
		return await fax;
	}
}
