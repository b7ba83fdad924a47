import { datesOf, FAX_DATES } from '../../../shared/faxes/faxCursor';
import { readNewestFaxes } from '../../../shared/faxes/faxRecords';
import { REPORT } from '../../../shared/editor/advice';
import { getAll as getFaxes } from '../fax/getAll';
import { subject, type Account, type Conclusion } from './subjects';

/** Checks that the lists of faxes can be read, and work as docs/contributing/api.md ("Pages", "Fax records") assumes. */
export const faxes = subject('Faxes', getFaxes, async (account) => {
	const found = [...(await contradictionsIn(account, 'inbox')), ...(await contradictionsIn(account, 'sent'))];
	return found.length > 0 ? found.map(contradiction) : [[true, 'n8n can read the lists of faxes.']];
});

/** @param sentence what the check found, without any data of the account */
export function contradiction(sentence: string): Conclusion {
	return [null, sentence, REPORT];
}

async function contradictionsIn({ api }: Account, category: string): Promise<string[]> {
	const query = { userId: 'self', category };
	const { faxes: page, isLast } = await readNewestFaxes(api, query);
	const dates = FAX_DATES.map((name) => page.flatMap((fax) => datesOf(fax)[name] ?? []));
	const earliest = Math.min(...dates.flat());
	const isAskable = isLast && Number.isFinite(earliest);
	const before = isAskable
		? (await readNewestFaxes(api, { ...query, before: new Date(earliest) })).faxes
		: [];
	const seen: Array<[string, boolean]> = [
		['has faxes without numbers', page.some(({ from, to }) => from === '' && to === '')],
		["isn't sorted by any of its dates", page.length > 1 && !dates.some(isLatestFirst)],
		[`continues after a page of ${page.length}`, before.some(({ id }) => page.every((fax) => fax.id !== id))],
	];
	return seen.flatMap(([what, isSo]) => (isSo ? [`The list of faxes (${category}) ${what}.`] : []));
}

function isLatestFirst(times: readonly number[]): boolean {
	return times.length > 0 && times.every((time, at) => time <= (times[at - 1] ?? time));
}
