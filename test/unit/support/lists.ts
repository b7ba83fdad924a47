import type { FaxDate } from '../../../nodes/shared/faxes/faxCursor';

/** How Fax.Plus lists faxes where its documentation says nothing. */
export interface ListBehavior {
	listDate: FaxDate;
	usesOffset: boolean;
	beforeIsInclusive: boolean;
	afterIsInclusive: boolean;
}

export const USUAL: ListBehavior = {
	listDate: 'start_time',
	usesOffset: true,
	beforeIsInclusive: false,
	afterIsInclusive: true,
};

/** The parameters of a request for a list. */
export interface Asked {
	after?: unknown;
	before?: unknown;
	offset?: unknown;
	limit?: unknown;
}

type Dated = { id: string } & { [date in FaxDate]?: string | null | undefined };

/** Records on a full page, unless the request has a limit. */
const PAGE = 50;

/**
 * Returns all records of a period, newest first.
 *
 * @param placeOf returns the key by which records of the same second are sorted
 */
export function listed<T extends Dated>(
	records: readonly T[],
	{ after, before }: Asked,
	{ listDate, beforeIsInclusive, afterIsInclusive }: ListBehavior,
	placeOf: (record: T) => string = ({ id }) => id,
): T[] {
	const [from, to] = [textOf(after) ?? '', textOf(before) ?? '~'];
	return records
		.map((record) => ({ record, date: record[listDate] ?? '', place: placeOf(record) }))
		.filter(({ date }) => date > from || (afterIsInclusive && date === from))
		.filter(({ date }) => date < to || (beforeIsInclusive && date === to))
		.sort((a, b) => compare(b.date, a.date) || compare(a.place, b.place))
		.map(({ record }) => record);
}

/** Returns the page of the list that a request asks for. */
export function pageOf<T extends Dated>(
	records: readonly T[],
	asked: Asked,
	readings: ListBehavior,
	placeOf?: (record: T) => string,
): T[] {
	const first = readings.usesOffset ? Number(asked.offset ?? 0) : 0;
	const all = listed(records, asked, readings, placeOf);
	return all.slice(first, first + Number(asked.limit ?? PAGE));
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function compare(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}
