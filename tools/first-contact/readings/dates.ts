import { FAX_DATES, type FaxDate } from '../../../nodes/shared/faxes/faxCursor';
import type { Reader } from '../../../nodes/shared/http/requests';
import type { Fax } from '../../../nodes/shared/records';
import { inServiceForm } from '../../../nodes/shared/values/times';
import { reading, untold, type Finding } from '../finding';
import { areSame, dateOf, entriesOf } from '../lists';

const SECOND = 1000;

/** Dates that are to be told apart have to be so far from each other, in milliseconds. */
const APART = 5 * SECOND;

const ANOTHER_FAX = 'Receive and send a fax, then run this again.';

/** A fax of a list. */
interface Listed {
	category: 'sent' | 'inbox';
	fax: Fax;
}

/** docs/contributing/api.md, "Fax records". In words alone: a date that no record shows may be near to one that it shows. */
export const listDate = reading('date by which faxes are listed', async (service) => {
	const faxes = await listedFaxes(service);
	const date = await limitingDate(service, faxes);
	if (typeof date !== 'string') return date;
	const orders = FAX_DATES.filter((name) => isOrderedBy(name, faxes));
	return untold(
		`Limited by ${date}, ordered by ${orders.join(' or ') || 'none of them'}, as far as can be seen.`,
		orders.length === 1
			? ''
			: 'Schedule a fax, send a long one and right after it a short one, receive two at the same time, and run this again when all have gone.',
	);
});

/** docs/contributing/api.md, "Fax records" and "Polling": in words alone, as above; by a fax of another category than told the date. */
export const bounds = reading(
	'whether after and before include their own second',

	async (service) => {
		const faxes = await listedFaxes(service);
		const date = await limitingDate(service, faxes);
		if (typeof date !== 'string') return untold('It is not known by which date.', ANOTHER_FAX);
		const [, listed] = telling(faxes);
		const alone = untold('No fax is alone in its second.', ANOTHER_FAX);
		if (!listed) return alone;
		const at = dateOf(listed.fax, date);
		const after = await isListed(service, listed, at + SECOND);
		const before = await isListed(service, listed, at - SECOND);
		if (after === undefined || before === undefined) return alone;
		// Another fax may hide it where few are told at once; and any may come, change or go in between.
		const near = await faxesAround(service, listed, at, 4 * SECOND);
		const isAlone =
			areSame([listed.fax], near) &&
			near.every((found) => dateOf(found, date) === at) &&
			(await isWhole(service, listed, near));
		if (!isAlone) return alone;
		const includes = (is: boolean): string => (is ? 'includes it' : 'does not');
		return untold(`after ${includes(after)}, before ${includes(before)}, as far as can be seen.`, '');
	},
);

/** The newest faxes that have come and gone; those that were sent first, as they have a date more. */
async function listedFaxes(reader: Reader): Promise<Listed[]> {
	const listed: Listed[] = [];
	for (const category of ['sent', 'inbox'] as const)
		listed.push(...(await entriesOf(reader, category)).map((fax) => ({ category, fax })));
	return listed;
}

/** The one date of a fax around which alone it is listed; what else is found out is a finding. */
async function limitingDate(reader: Reader, faxes: readonly Listed[]): Promise<FaxDate | Finding> {
	const [best] = telling(faxes);
	if (!best)
		return untold(
			'No fax has dates that differ.',
			'Send a fax of several pages, wait until it has ended, then run this again.',
		);
	const times = timesOf(best.fax);
	const hits: Array<[at: number, isThere: boolean | undefined]> = [];
	for (const at of times) hits.push([at, await isListed(reader, best, at)]);
	const [[at, isThere] = [0, false], ...others] = hits.filter(([, is]) => is !== false);
	// Where no other date of it is, on the side of its only hit: one of the parameters may be ignored.
	const side = at === times[0] ? -3 * SECOND : at === times.at(-1) ? 3 * SECOND : undefined;
	const isAlone =
		isThere === true &&
		others.length === 0 &&
		(side === undefined || (await isListed(reader, best, at + side)) === false);
	if (!isAlone) return untold('By none of them alone, as far as can be seen.', 'Run this again later.');
	const [date, ...alike] = FAX_DATES.filter((name) => dateOf(best.fax, name) === at);
	if (date !== undefined && alike.length === 0) return date;
	return untold(
		`${[date, ...alike].join(' or ')}.`,
		'Send a fax that waits for some seconds before it goes, then run this again.',
	);
}

/** Whether a fax is listed within a second of a time (Unix time in milliseconds); undefined where others make that unsure. */
async function isListed(reader: Reader, listed: Listed, time: number): Promise<boolean | undefined> {
	const found = await faxesAround(reader, listed, time, SECOND);
	if (found.some((fax) => !timesOf(fax).some((own) => Math.abs(own - time) <= SECOND))) return undefined;
	if (found.some(({ id }) => id === listed.fax.id)) return true;
	return (await isWhole(reader, listed, found)) ? false : undefined;
}

/** Whether fewer faxes came than have come at once. */
async function isWhole(reader: Reader, { category }: Listed, found: readonly Fax[]): Promise<boolean> {
	return found.length < (await entriesOf(reader, category)).length;
}

/** The faxes that are listed from so many milliseconds before a time until as many after it. */
async function faxesAround(
	reader: Reader,
	{ category }: Listed,
	time: number,
	width: number,
): Promise<Fax[]> {
	const [after, before] = [time - width, time + width].map((end) => inServiceForm(new Date(end)));
	return await entriesOf(reader, category, { after, before });
}

/** The dates of a fax, each once, the earliest first. */
function timesOf(fax: Fax): number[] {
	return [...new Set(FAX_DATES.map((name) => dateOf(fax, name)))].sort((one, other) => one - other);
}

/** The fax with the most dates that can be told apart, and one of the other category; rather such as are far from all others. */
function telling(faxes: readonly Listed[]): Array<Listed | undefined> {
	const isTelling = ({ fax }: Listed): boolean => {
		const [first = Number.NaN, ...later] = timesOf(fax);
		return later.length > 0 && later.every((time, at) => time - (later[at - 1] ?? first) >= APART);
	};
	const isNear = ({ category, fax }: Listed): boolean =>
		faxes.some(
			(other) =>
				other.category === category &&
				other.fax !== fax &&
				timesOf(other.fax).some((time) => timesOf(fax).some((own) => Math.abs(time - own) <= APART)),
		);
	const [best, ...others] = faxes
		.filter(isTelling)
		.sort((a, b) => timesOf(b.fax).length - timesOf(a.fax).length || Number(isNear(a)) - Number(isNear(b)));
	return [best, others.find(({ category }) => category !== best?.category)];
}

/** Whether faxes are listed, each category by itself, with the latest of a date first. */
function isOrderedBy(name: FaxDate, faxes: readonly Listed[]): boolean {
	return faxes.every(({ category, fax }, at) => {
		const next = faxes[at + 1];
		return next?.category !== category || !(dateOf(next.fax, name) > dateOf(fax, name));
	});
}
