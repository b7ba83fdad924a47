import { FAX_DATES, type FaxDate } from '../../../../../shared/faxes/faxCursor';
import type { Reader } from '../../../../../shared/http/requests';
import type { Fax } from '../../../../../shared/records';
import { inServiceForm } from '../../../../../shared/values/times';
import { getAll as getFaxes } from '../../../fax/getAll';
import { told, untold, type Finding, type Subject } from '../finding';
import { dateOf, faxesOf, listedFaxes, type Listed } from '../lists';

export const SECOND = 1000;

/** Dates that are to be told apart have to be so far from each other, in milliseconds. */
const APART = 3 * SECOND;

const ORDER =
	'Schedule a fax, send a long one and right after it a short one, and run this again when all have gone.';

/** Which of a fax's dates are the same, and when they are. */
type Dates = Map<number, FaxDate[]>;

/** A fax with dates that differ, and the one of them around which alone it is listed. */
interface Limited extends Listed {
	date: FaxDate;
}

/** docs/api.md, "Fax records" */
export const listDate: Subject = {
	check: 'Service: date by which faxes are listed',
	guidance: getFaxes,
	async look({ service }) {
		return (await listDateOf(service)).finding;
	},
};

/** The date that the list goes by, and the fax that tells what limits it, as far as the faxes of the account tell it. */
export async function listDateOf(reader: Reader): Promise<{ limited?: Limited; finding: Finding }> {
	const faxes = await listedFaxes(reader);
	const best = faxes
		.map((listed) => ({ ...listed, dates: datesOf(listed.fax), isAlone: isAlone(listed, faxes) }))
		.sort((a, b) => b.dates.size - a.dates.size || Number(b.isAlone) - Number(a.isAlone))[0];
	if (!best || best.dates.size < 2)
		return {
			finding: untold(
				'No fax has dates that differ.',
				'Send a fax of several pages, wait until it has ended, then run this again.',
			),
		};
	const hits: Array<[at: number, names: FaxDate[]]> = [];
	for (const [at, names] of best.dates)
		if (await isListed(reader, best, at - SECOND, at + SECOND)) hits.push([at, names]);
	const [[at, [date, ...alike]] = [0, []], ...others] = hits;
	if (date === undefined || others.length > 0 || (await isListedBeside(reader, best, at)))
		return { finding: untold('By none of them alone, as far as can be seen.', 'Run this again later.') };
	if (alike.length > 0)
		return {
			finding: untold(
				`${[date, ...alike].join(' or ')}.`,
				'Send a fax that waits for some seconds before it goes, then run this again.',
			),
		};
	const ofCategory = faxes.filter(({ category }) => category === best.category);
	const orders = FAX_DATES.filter((name) => isOrderedBy(name, ofCategory));
	const isCertain = orders.join() === date && isOrderedBy(date, faxes);
	const order = orders.join(' or ') || 'none of them';
	return {
		limited: { ...best, date },
		finding: isCertain
			? told(`${date} limits the list, and orders it as far as can be seen.`, { listDate: date })
			: untold(`Limited by ${date}, ordered by ${order}, as far as can be seen.`, ORDER),
	};
}

/** Whether a fax is listed within a period, in Unix time (milliseconds). */
export async function isListed(
	reader: Reader,
	{ category, fax }: Listed,
	after: number,
	before: number,
): Promise<boolean> {
	return (await faxesWithin(reader, category, after, before)).some(({ id }) => id === fax.id);
}

/** The faxes of a category within a period, in Unix time (milliseconds). */
export async function faxesWithin(
	reader: Reader,
	category: Listed['category'],
	after: number,
	before: number,
): Promise<Fax[]> {
	const period = { after: inServiceForm(new Date(after)), before: inServiceForm(new Date(before)) };
	return await faxesOf(reader, category, period);
}

/** Whether a fax is also listed where no date of it is, on the side of its only hit where it has no other date. */
async function isListedBeside(reader: Reader, best: Listed & { dates: Dates }, at: number): Promise<boolean> {
	const times = [...best.dates.keys()];
	if (at === Math.min(...times)) return await isListed(reader, best, at - 4 * SECOND, at - 2 * SECOND);
	if (at === Math.max(...times)) return await isListed(reader, best, at + 2 * SECOND, at + 4 * SECOND);
	return false;
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

/** Whether no other fax of the list has a date within some seconds of one of its own. */
function isAlone({ category, fax }: Listed, faxes: readonly Listed[]): boolean {
	const timesOf = (one: Fax): number[] => FAX_DATES.map((name) => dateOf(one, name));
	const isNear = (other: Fax): boolean =>
		timesOf(other).some((time) => timesOf(fax).some((own) => Math.abs(time - own) <= 5 * SECOND));
	return !faxes.some((other) => other.category === category && other.fax !== fax && isNear(other.fax));
}

function isOrderedBy(name: FaxDate, faxes: readonly Listed[]): boolean {
	return faxes.every(({ category, fax }, at) => {
		const next = faxes[at + 1];
		return next?.category !== category || !(dateOf(next.fax, name) > dateOf(fax, name));
	});
}
