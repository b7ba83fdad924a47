import { listFaxes, listOutbox, recipientsOf, type NormalizedFax } from '../../shared/faxes/faxRecords';
import { outcomeOf } from '../../shared/faxes/faxStatus';
import { getAll as getFaxes } from '../resources/fax/getAll';
import { getAll as getOutboxFaxes } from '../resources/outboxFax/getAll';
import { fromServiceForm, inServiceForm } from '../../shared/values/times';
import { described, searchOf, userIdOf } from './load';

const CATEGORIES = [
	{ category: 'inbox', label: 'From' },
	{ category: 'sent', label: 'To' },
	{ category: 'spam', label: 'Spam from' },
];

/** How many faxes of each category are offered. */
const NEWEST = 50;

/** Offers the newest faxes of each category, newest first. */
export const searchFaxes = searchOf(getFaxes, async (api, context) => {
	const userId = userIdOf(context);
	const lists = await Promise.all(
		CATEGORIES.map(async ({ category }) => listFaxes(api, { userId, category }, NEWEST)),
	);
	const faxes = lists.flatMap((list, at) => list.map((fax) => ({ fax, label: CATEGORIES[at]?.label ?? '' })));
	return faxes
		.sort((a, b) => dateOf(b.fax).localeCompare(dateOf(a.fax)))
		.map(({ fax, label }) => ({ name: descriptionOf(label, fax), value: fax.id }));
});

/** Offers the faxes in the outbox. */
export const searchOutboxFaxes = searchOf(getOutboxFaxes, async (api, context) => {
	const faxes = await listOutbox(api, userIdOf(context));
	return faxes.map((fax) => ({
		name: described([
			`To ${recipientsOf(fax).join(', ') || 'nobody'}`,
			timeOf(fax.send_time ?? fax.submit_time),
			pagesOf(fax.page_count),
			fax.status.replaceAll('_', ' '),
			`ID ${fax.id}`,
		]),
		value: fax.id,
	}));
});

/** Such as "From +15550100999, 2026-11-20 09:12:21 UTC, 2 pages": what tells faxes apart is where fields do not cut it off. */
function descriptionOf(label: string, fax: NormalizedFax): string {
	const peer = (label === 'To' ? fax.to : fax.from) || 'unknown';
	const failure = outcomeOf(fax.status) === 'failure' ? 'incomplete or failed' : undefined;
	return described([`${label} ${peer}`, timeOf(dateOf(fax)), pagesOf(fax.pages), failure]);
}

/** A time of the service, such as "2026-11-20 09:12:21 UTC"; one that cannot be read as it is. */
function timeOf(text: string | null | undefined): string | undefined {
	const time = fromServiceForm(text);
	return time ? `${inServiceForm(time)} UTC` : (text ?? undefined);
}

function dateOf({ start_time: start, submit_time: submit, last_update: update }: NormalizedFax): string {
	return start ?? submit ?? update ?? '';
}

function pagesOf(pages: number | undefined): string | undefined {
	return pages === undefined ? undefined : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
