import { FAX_DATES, type FaxDate } from '../../../../../shared/service/faxCursor';
import type { Reader } from '../../../../../shared/service/requests';
import { getAll as getFaxes } from '../../../fax/getAll';
import { told, untold, type Subject } from '../finding';
import { dateOf } from '../lists';
import { isListed, listDateOf, listedFaxes, type Listed } from './listDate';

const SECOND = 1000;

/** A fax whose date in the list is known, in Unix time (milliseconds). */
interface Dated extends Listed {
	at: number;
}

/** docs/api.md, "Fax records" and "Polling" */
export const bounds: Subject = {
	check: 'Service: whether after and before include their own second',
	guidance: getFaxes,
	async look({ service }) {
		const { date } = await listDateOf(service);
		const fax = aloneInItsSecond(await listedFaxes(service), date);
		if (!fax || !(await isListed(service, fax, fax.at - SECOND, fax.at + SECOND)))
			return untold('No fax tells it.', 'Receive or send a fax, then run this again.');
		const { at } = fax;
		const after = await isListed(service, fax, at, at + 2 * SECOND);
		const before = await isListed(service, fax, at - 2 * SECOND, at);
		if (
			(after && (await isListed(service, fax, at + SECOND, at + 3 * SECOND))) ||
			(await isIgnored(service, fax, before))
		)
			return told('after or before does not limit the list.');
		return told(`after ${includes(after)}, before ${includes(before)}.`, {
			afterIsInclusive: after,
			beforeIsInclusive: before,
		});
	},
};

/** Whether a fax that `before` has listed is listed before its time, too. */
async function isIgnored(reader: Reader, fax: Dated, isListedBefore: boolean): Promise<boolean> {
	return isListedBefore && (await isListed(reader, fax, fax.at - 3 * SECOND, fax.at - SECOND));
}

/** A fax with a date that is certain, and no other one within some seconds, by whatever date. */
function aloneInItsSecond(faxes: readonly Listed[], date: FaxDate | undefined): Dated | undefined {
	return faxes
		.map((listed) => ({ ...listed, at: certainDate(listed, date) }))
		.find(({ fax, category, at }) => {
			const others = faxes.filter((other) => other.category === category && other.fax !== fax);
			const isNear = (other: Listed): boolean =>
				FAX_DATES.some((name) => Math.abs(dateOf(other.fax, name) - at) <= 3 * SECOND);
			return Number.isFinite(at) && !others.some(isNear);
		});
}

/** The date by which a fax is listed; not a number where its dates differ, and it is not known which one counts. */
function certainDate({ fax }: Listed, date: FaxDate | undefined): number {
	if (date !== undefined) return dateOf(fax, date);
	const dates = new Set(FAX_DATES.map((name) => dateOf(fax, name)));
	return dates.size === 1 ? ([...dates][0] ?? Number.NaN) : Number.NaN;
}

function includes(isInclusive: boolean): string {
	return isInclusive ? 'includes it' : 'does not';
}
