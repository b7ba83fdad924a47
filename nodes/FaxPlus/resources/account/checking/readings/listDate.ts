import { FAX_DATES, type FaxDate } from '../../../../../shared/service/faxCursor';
import type { Reader } from '../../../../../shared/service/requests';
import type { Fax } from '../../../../../shared/service/types';
import { inServiceForm } from '../../../../../shared/values/times';
import { getAll as getFaxes } from '../../../fax/getAll';
import { told, untold, type Finding, type Subject } from '../finding';
import { dateOf, entriesOf, faxesOf, type Category } from '../lists';

const SECOND = 1000;

/** Dates that are to be told apart have to be so far from each other, in milliseconds. */
const APART = 3 * SECOND;

/** A fax of a list. */
export interface Listed {
	category: Category;
	fax: Fax;
}

/** Which of a fax's dates are the same, and when they are. */
type Dates = Map<number, FaxDate[]>;

/** docs/api.md, "Fax records" */
export const listDate: Subject = {
	check: 'Service: date by which faxes are listed',
	guidance: getFaxes,
	async look({ service }) {
		return (await listDateOf(service)).finding;
	},
};

/** The date that the list goes by, as far as the faxes of the account tell it. */
export async function listDateOf(reader: Reader): Promise<{ date?: FaxDate; finding: Finding }> {
	const faxes = await listedFaxes(reader);
	const best = faxes
		.map((listed) => ({ ...listed, dates: datesOf(listed.fax) }))
		.sort((one, other) => other.dates.size - one.dates.size)[0];
	if (!best || best.dates.size < 2)
		return {
			finding: untold(
				'No fax has dates that differ.',
				'Send a fax of several pages, wait until it has ended, then run this again.',
			),
		};
	const hits: FaxDate[][] = [];
	for (const [at, names] of best.dates)
		if (await isListed(reader, best, at - SECOND, at + SECOND)) hits.push(names);
	const [names = [], ...others] = hits;
	if (others.length > 0) return { finding: told('after and before do not limit the list.') };
	if (names.length === 0)
		return { finding: untold('By none of them, as far as can be seen.', 'Run this again later.') };
	const [date, ...alike] = names;
	if (date === undefined || alike.length > 0)
		return {
			finding: untold(
				`${names.join(' or ')}.`,
				'Send a fax that waits for some seconds before it goes, then run this again.',
			),
		};
	if (!isOrderedBy(date, faxes)) return { finding: told(`Limited by ${date}, ordered otherwise.`) };
	return { date, finding: told(`${date}.`, { listDate: date }) };
}

/** The newest faxes that have come and gone; those that were sent first, as they have a date more. */
export async function listedFaxes(reader: Reader): Promise<Listed[]> {
	const listed: Listed[] = [];
	for (const category of ['sent', 'inbox'] as const)
		listed.push(...(await entriesOf(reader, category)).map((fax) => ({ category, fax })));
	return listed;
}

/** Whether a fax is listed within a period, in Unix time (milliseconds). */
export async function isListed(
	reader: Reader,
	{ category, fax }: Listed,
	after: number,
	before: number,
): Promise<boolean> {
	const period = { after: inServiceForm(new Date(after)), before: inServiceForm(new Date(before)) };
	return (await faxesOf(reader, category, period)).some(({ id }) => id === fax.id);
}

/** Dates that are the same stand together; none at all where some are too near to be told apart. */
function datesOf(fax: Fax): Dates {
	const dates: Dates = new Map();
	for (const name of FAX_DATES) {
		const at = dateOf(fax, name);
		dates.set(at, [...(dates.get(at) ?? []), name]);
	}
	const times = [...dates.keys()].sort((one, other) => one - other);
	const areApart = times.every((time, at) => at === 0 || time - (times[at - 1] ?? 0) >= APART);
	return areApart && times.every(Number.isFinite) ? dates : new Map<number, FaxDate[]>();
}

function isOrderedBy(name: FaxDate, faxes: readonly Listed[]): boolean {
	return faxes.every(({ category, fax }, at) => {
		const next = faxes[at + 1];
		return next?.category !== category || !(dateOf(next.fax, name) > dateOf(fax, name));
	});
}
