import type { NormalizedFax } from '../../shared/faxes/faxRecords';
import { readFax } from '../../shared/faxes/faxRecords';
import { isNotFound, ServiceFault } from '../../shared/http/faults';
import type { Reader } from '../../shared/http/requests';
import { rethrow } from '../../shared/http/rethrow';
import { LruMap } from '../../shared/values/lruMap';

const MINUTE = 60_000;

/** Maximum number of faxes that are read for one trigger in a minute. */
const READS = 30;

/** One minute as Fax.Plus measures it, in milliseconds. The first request may have taken as long as its timeout. */
const READS_MS = MINUTE + 5_000;

/** How long a record, or that there's none, is reused for all requests that name the fax, in milliseconds. */
const KEPT_MS = 10_000;

/** A fax as a request names it. */
export interface NamedFax {
	/** ID of the fax, encoded as one part of a path. */
	id: string;
	/** Owner of the fax, if the request names one, encoded as one part of a path. */
	userId?: string | undefined;
}

/** Why Fax.Plus hasn't confirmed a fax, in words for the log. */
export class Unconfirmed extends Error {
	/** Whether Fax.Plus may confirm the fax a moment later, so that it has to deliver it again. */
	readonly isForNow: boolean = false;
}

/** Fax.Plus may confirm the fax when it delivers it again. */
export class NotYetConfirmed extends Unconfirmed {
	override readonly isForNow = true;
}

/**
 * Reads the faxes that requests to one trigger name, but only a few per minute, because strangers may name as many as they
 * like.
 */
export class FaxLookups {
	/** Times when faxes were read within the last minute. */
	private readAt: number[] = [];

	/**
	 * The last records, keyed by path, and how long each one is used. The path includes the user, so a request with a wrong
	 * user doesn't block the right one.
	 */
	private readonly kept = new LruMap<string, { end: number; fax: Promise<NormalizedFax> }>(READS);

	/** Owner of the faxes that Fax.Plus returns for the credential's own user. */
	private ownUserId: string | undefined;

	/** @param clock monotonic, in milliseconds */
	constructor(private readonly clock: () => number = () => performance.now()) {}

	/**
	 * Finds a fax.
	 *
	 * @param isMeant whether a record is the one that the request means. If a recently read record isn't, it's read again
	 * @returns the record, even if it isn't the one that's meant, or undefined if Fax.Plus doesn't have the fax (yet)
	 * @throws ServiceFault, and NotYetConfirmed if too many faxes were read within a minute
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
		// Fax.Plus may repeat a delivery within seconds, and by then the same request may succeed.
		fax.catch((error: unknown) => {
			if (error instanceof ServiceFault && error.isTransient) this.kept.delete(path);
		});
		return await fax;
	}
}
