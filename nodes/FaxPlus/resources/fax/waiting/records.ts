import { normalized, recipientsOf } from '../../../../shared/faxes/faxRecords';
import type { Fax, OutboxFax } from '../../../../shared/records';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import { fromServiceForm } from '../../../../shared/values/times';

/** The records of one fax may tell times of submission that are so many milliseconds apart: one may be rounded. */
const TOLERANCE_MS = 1000;

/** Faxes may be mistaken for one another whose records tell times no further apart than this. */
export const LIKENESS_MS = 2 * TOLERANCE_MS;

/** What a record tells of a fax's way. */
export interface Trace {
	/** The digits of the number; empty where it is not told. */
	from: string;
	/** The digits of each recipient; none where they are not told. */
	to: string[];
	/** In milliseconds, by the service's clock. */
	submitted: number | undefined;
}

/** Of a record of the outbox (docs/api.md, "Outbox"). */
export function traceInOutbox(fax: OutboxFax): Trace {
	return traceOf(fax.src ?? '', recipientsOf(fax), fax.submit_time);
}

/** Of a record among the faxes (docs/api.md, "Fax records"). */
export function traceInFaxes(fax: Fax): Trace {
	const { from, to } = normalized(fax);
	return traceOf(from, to === '' ? [] : [to], fax.submit_time);
}

/** @param time in the service's form */
export function traceOf(from: string, to: string[], time?: string | null): Trace {
	return { from: digitsOf(from), to: to.map(digitsOf), submitted: fromServiceForm(time)?.getTime() };
}

/** Whether one fax may be mistaken for the other: whatever both tell is alike. */
export function areAlike(one: Trace, other: Trace): boolean {
	const isSameNumber = one.to.some((number) => other.to.includes(number));
	return (
		(isSameNumber || one.to.length === 0 || other.to.length === 0) &&
		(one.from === '' || other.from === '' || one.from === other.from) &&
		!(timeBetween(one, other) > LIKENESS_MS)
	);
}

/** Whether traces that are alike tell enough, and near enough, to be those of one fax. */
export function areOfOne(one: Trace, other: Trace): boolean {
	return one.to.length > 0 && other.to.length > 0 && timeBetween(one, other) <= TOLERANCE_MS;
}

/** NaN where one of them does not tell. */
function timeBetween(one: Trace, other: Trace): number {
	return Math.abs((one.submitted ?? NaN) - (other.submitted ?? NaN));
}

/** What one look found in a list. */
export class Records<T extends { id: string }> {
	private readonly byId: ReadonlyMap<string, T>;
	/** By each recipient; under no number those that tell none. */
	private readonly byRecipient = new Map<string, Array<{ record: T; trace: Trace }>>();

	/** @param isWhole whether the list was read to its end */
	constructor(
		records: readonly T[],
		traceOfRecord: (record: T) => Trace,
		readonly isWhole = true,
	) {
		this.byId = new Map(records.map((record) => [record.id, record]));
		for (const record of records) {
			const trace = traceOfRecord(record);
			for (const number of trace.to.length === 0 ? [''] : trace.to) {
				const entries = this.byRecipient.get(number) ?? [];
				entries.push({ record, trace });
				this.byRecipient.set(number, entries);
			}
		}
	}

	get(id: string): T | undefined {
		return this.byId.get(id);
	}

	/** The records that may be mistaken for that of a fax, but for the one with its id. */
	like(trace: Trace, id: string): Array<{ record: T; trace: Trace }> {
		return ['', ...trace.to]
			.flatMap((number) => this.byRecipient.get(number) ?? [])
			.filter((entry) => entry.record.id !== id && areAlike(entry.trace, trace));
	}
}
