import type { NormalizedFax } from '../../shared/faxes/faxRecords';
import { readFax, readNewestFaxes } from '../../shared/faxes/faxRecords';
import { isNotFound, ServiceFault } from '../../shared/http/faults';
import type { Reader } from '../../shared/http/requests';
import { rethrow } from '../../shared/http/rethrow';
import { LruMap } from '../../shared/values/lruMap';
import type { WatchedList } from '../../shared/watch/faxes';

const MINUTE = 60_000;

/** Single faxes that are read for one trigger in a minute; with the lists that makes thirty reads at most. */
const SINGLE_READS = 15;

/** A minute at the service: what was asked first may have been on its way for as long as a request may take. */
const SINGLE_READS_MS = MINUTE + 5_000;

/** From one reading of a list to the next. */
const LIST_PAUSE_MS = 4_500;

/** For so long one reading of a fax answers for all that ask about it. */
const READ_MS = 10_000;

/** The same for what a list has told. */
const LISTED_MS = MINUTE;

/** Requests that wait for a list at the same time: n8n keeps much memory for each. */
const WAITING = 20;

/** A fax as a request names it. */
export interface NamedFax {
	/** Encoded as parts of a path, both. */
	id: string;
	/** Whose it is, if it says so. */
	userId?: string | undefined;
	/** Those that it may be in. */
	lists: readonly WatchedList[];
}

/** Why the service has not confirmed a fax, in words for the log. */
export class Unconfirmed extends Error {}

/** The service has been asked so often that little is read for a while. */
export class AskedTooOften extends Unconfirmed {
	override message =
		"Fax.Plus was asked about so many others that only the newest faxes of the credential's own user are looked through for a moment";
}

/**
 * Asks the service about the faxes that requests to one trigger name. Strangers may name as many as they like, so it reads
 * little: single faxes as long as few are asked for, then every few seconds the newest ones, which answers for all of them. So
 * what the service delivers again is found beside any number of strangers.
 */
export class FaxLookups {
	/** When single faxes were read within the last minute. */
	private singleReads: number[] = [];

	/** Until when each counts, by its path: what a stranger names beside an id keeps nobody from asking rightly. */
	private readonly reads = new LruMap<string, { end: number; fax: Promise<NormalizedFax> }>(1_000);

	/** The owner of the faxes that the credential's own user has. */
	private ownUserId: string | undefined;

	private nextListing = 0;

	private listing: Promise<void> | undefined;

	private waiting = 0;

	/** @param clock in milliseconds; one that nobody sets */
	constructor(private readonly clock: () => number = () => performance.now()) {}

	/**
	 * Finds a fax.
	 *
	 * @returns its record; undefined when the service does not know it, or not yet
	 * @throws ServiceFault, and AskedTooOften
	 */
	async recordOf(reader: Reader, name: NamedFax): Promise<NormalizedFax | undefined> {
		const { id, userId } = name;
		try {
			const fax = await (this.readOne(reader, 'self', id) ?? this.findInLists(reader, name));
			this.ownUserId = fax.owner_id;
			return fax;
		} catch (error) {
			if (!(error instanceof ServiceFault) || !(isNotFound(error) || error.status === 403))
				return rethrow(error);
			const isOfOther = userId !== undefined && userId !== this.ownUserId;
			const other = isOfOther ? this.readOne(reader, userId, id) : Promise.resolve(undefined);
			const fax = await (other ?? rethrow(new AskedTooOften())).catch(() => undefined);
			return fax ?? (error.status === 403 ? rethrow(error) : undefined);
		}
	}

	/** Reads a single fax, unless that was done a moment ago; undefined when too many have been read. */
	private readOne(reader: Reader, userId: string, id: string): Promise<NormalizedFax> | undefined {
		const now = this.clock();
		const path = `${userId}/${id}`;
		const kept = this.reads.get(path);
		if (kept && now < kept.end) return kept.fax;
		this.singleReads = this.singleReads.filter((at) => now - at < SINGLE_READS_MS);
		if (this.singleReads.length >= SINGLE_READS) return undefined;
		this.singleReads.push(now);
		const fax = readFax(reader, userId, id);
		this.reads.set(path, { end: now + READ_MS, fax });
		return fax;
	}

	private async findInLists(reader: Reader, { id, lists }: NamedFax): Promise<NormalizedFax> {
		if (!this.listing && this.clock() >= this.nextListing) {
			this.nextListing = this.clock() + LIST_PAUSE_MS * lists.length;
			this.listing = this.readLists(reader, lists).finally(() => (this.listing = undefined));
		}
		if (!this.listing || this.waiting >= WAITING) throw new AskedTooOften();
		this.waiting += 1;
		try {
			await this.listing;
		} finally {
			this.waiting -= 1;
		}
		return (await this.readOne(reader, 'self', id)) ?? rethrow(new AskedTooOften());
	}

	private async readLists(reader: Reader, lists: readonly WatchedList[]): Promise<void> {
		const newest = await Promise.all(
			lists.map(async ({ category }) => await readNewestFaxes(reader, { userId: 'self', category })),
		);
		const end = this.clock() + LISTED_MS;
		for (const fax of newest.flatMap(({ faxes }) => faxes))
			this.reads.set(`self/${encodeURIComponent(fax.id)}`, { end, fax: Promise.resolve(fax) });
	}
}
