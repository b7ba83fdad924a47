import { seed, type Simulator } from '../../simulator';
import { serviceTime } from '../../simulator/faxing/times';
import { clockTime, type Faxes } from './ledger';
import type { Tracked } from './tally';

/** A fax that was listed. */
interface ListedFax {
	id: string;
	/** When the fax began and when it was listed, in Unix milliseconds. */
	begunAt: number;
	listedAt: number;
}

/** Faxes that Fax.Plus lists, for polls to find. */
export class ListedFaxes implements Faxes {
	readonly all: ListedFax[] = [];

	constructor(
		private readonly simulator: Simulator,
		private readonly accountId: string = seed.accountId,
	) {}

	/** All faxes. Only the time when a fax starts the workflow shows whether its poll was in flight at a kill. */
	get tracked(): Tracked[] {
		return this.all.map(({ id }) => ({ id, accepted: true, times: [] }));
	}

	/**
	 * Adds a fax to the lists.
	 *
	 * @param lateness time from the start of the fax until it's listed, in milliseconds
	 * @param isUpdated whether its record shows the later time, too
	 */
	add(category: 'inbox' | 'sent', lateness: number, isUpdated = false): void {
		const listedAt = Date.now();
		const begunAt = listedAt - lateness;
		const times = {
			startTime: serviceTime(begunAt),
			lastUpdate: serviceTime(isUpdated ? listedAt : begunAt),
		};
		const id = this.simulator.addFax({ category, ...times }, undefined, this.accountId);
		this.all.push({ id, begunAt, listedAt });
	}

	storyOf(id: string): string {
		const { begunAt = 0, listedAt = 0 } = this.all.find((fax) => fax.id === id) ?? {};
		return `begun ${clockTime(begunAt)}, listed ${clockTime(listedAt)}`;
	}
}
