import { FAX_DATES } from '../../../nodes/shared/faxes/faxCursor';
import type { ReadRequest, Reads } from '../../../nodes/shared/http/requests';
import type { Fax } from '../../../nodes/shared/records';
import { inServiceForm } from '../../../nodes/shared/values/times';
import { listed, pageOf, USUAL as AS_LISTED, type ListBehavior as ListReadings } from './lists';

export { FAX_DATES as DATES };

/** Behavior of Fax.Plus that only these lists simulate. */
export interface ListBehavior extends ListReadings {
	/** Whether the faxes of one second are listed in another order each time. */
	isShuffled: boolean;
}

export const USUAL: ListBehavior = { ...AS_LISTED, isShuffled: false };

/** After this many requests, the loop is considered endless. */
const MOST_REQUESTS = 2_000;

/** A simulated list of faxes at Fax.Plus. */
export class FaxList implements Reads {
	readonly queries: object[] = [];

	/** Faxes that arrive, one before each request. */
	arrivals: Fax[] = [];

	/** Which fax is deleted before each request, as a fraction of the list's length, or undefined for none. */
	deletions: Array<number | undefined> = [];

	/** Whether a fax has arrived with each request so far. */
	hasChanged = true;

	constructor(
		readonly faxes: Fax[],
		readonly readings: ListBehavior,
	) {}

	get requests(): number {
		return this.queries.length;
	}

	async read<T>({ qs = {} }: ReadRequest): Promise<T> {
		this.queries.push(qs);
		if (this.requests > MOST_REQUESTS) throw new Error('The list is asked for without end');
		this.change();
		const records = pageOf(this.faxes, qs, this.readings, this.placeOf);
		return (await Promise.resolve({ data: { records } })) as T;
	}

	async download(): Promise<never> {
		return await Promise.reject(new Error('not for lists'));
	}

	/** Returns all faxes of a period, newest first. The times are in Fax.Plus's format. */
	listed(after?: string, before?: string): Fax[] {
		return listed(this.faxes, { after, before }, this.readings, this.placeOf);
	}

	private readonly placeOf = ({ id }: Fax): string =>
		this.readings.isShuffled ? scrambled(`${this.requests} ${id}`) : id;

	private change(): void {
		const arrival = this.arrivals.shift();
		if (arrival) this.faxes.push(arrival);
		else this.hasChanged = false;
		const deletion = this.deletions.shift();
		if (deletion === undefined) return;
		const deleted = this.listed()[Math.floor(deletion * this.faxes.length)];
		if (deleted) this.faxes.splice(this.faxes.indexOf(deleted), 1);
	}
}

export const START = Date.UTC(2026, 10, 20, 9);

/** Returns a fax whose dates are this many seconds after the start. */
export function fax(id: string, start: number, submit = start, update = start): Fax {
	const at = (seconds: number): string => inServiceForm(new Date(START + seconds * 1000));
	return { id, status: 'success', start_time: at(start), submit_time: at(submit), last_update: at(update) };
}

export function idsOf(faxes: ReadonlyArray<{ id: string }>): string[] {
	return faxes.map(({ id }) => id);
}

/** Returns a hash that looks random but is always the same for a string. */
function scrambled(text: string): string {
	let hash = 0;
	for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x9e3779b1);
	return String((hash ^ (hash >>> 15)) >>> 0).padStart(10, '0');
}
