import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { NormalizedFax } from '../../shared/service/faxRecords';
import { listFaxes, listOutbox, recipientsOf } from '../../shared/service/faxRecords';
import { outcomeOf } from '../../shared/service/faxStatus';
import { getAll as getFaxes } from '../resources/fax/getAll';
import { getAll as getOutboxFaxes } from '../resources/outboxFax/getAll';
import { described, matching } from './entries';
import { load, userIdOf } from './load';

const CATEGORIES = [
	{ category: 'inbox', label: 'Received' },
	{ category: 'sent', label: 'Sent' },
	{ category: 'spam', label: 'Spam' },
];

/** How many faxes of each category are offered. */
const NEWEST = 50;

/** Offers the newest faxes of each category, newest first; `filter` matches part of the label or of the ID. */
export async function searchFaxes(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const userId = userIdOf(this);
	const lists = await load(this, getFaxes, async (api) =>
		Promise.all(CATEGORIES.map(async ({ category }) => listFaxes(api, { userId, category }, NEWEST))),
	);
	const faxes = lists.flatMap((list, at) => list.map((fax) => ({ fax, label: CATEGORIES[at]?.label ?? '' })));
	const entries = faxes
		.sort((a, b) => dateOf(b.fax).localeCompare(dateOf(a.fax)))
		.map(({ fax, label }) => ({ name: descriptionOf(label, fax), value: fax.id }));
	return { results: matching(entries, filter) };
}

/** Offers the faxes in the outbox; `filter` matches part of the label or of the ID. */
export async function searchOutboxFaxes(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const userId = userIdOf(this);
	const faxes = await load(this, getOutboxFaxes, async (api) => listOutbox(api, userId));
	const entries = faxes.map((fax) => ({
		name: described([
			`${fax.send_time ?? fax.submit_time ?? ''} to ${recipientsOf(fax).join(', ') || 'nobody'}`.trim(),
			pagesOf(fax.page_count),
			fax.status.replaceAll('_', ' '),
			`ID ${fax.id}`,
		]),
		value: fax.id,
	}));
	return { results: matching(entries, filter) };
}

/** Such as "Received 2026-11-20 09:12:21 UTC from +15550100999, 2 pages": fields show no more than the beginning. */
function descriptionOf(label: string, fax: NormalizedFax): string {
	const date = dateOf(fax);
	const time = date === '' ? '' : ` ${date} UTC`;
	const peer = label === 'Sent' ? `to ${fax.to || 'unknown'}` : `from ${fax.from || 'unknown'}`;
	const failure = outcomeOf(fax.status) === 'failure' ? 'incomplete or failed' : undefined;
	return described([`${label}${time} ${peer}`, pagesOf(fax.pages), failure]);
}

function dateOf({ start_time: start, submit_time: submit, last_update: update }: NormalizedFax): string {
	return start ?? submit ?? update ?? '';
}

function pagesOf(pages: number | undefined): string | undefined {
	return pages === undefined ? undefined : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
