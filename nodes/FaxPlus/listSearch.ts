import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Authentication } from '../shared/service/account';
import { listIn } from '../shared/service/answers';
import { Api } from '../shared/service/api';
import { toNodeError } from '../shared/editor/errors';
import type { Guidance } from '../shared/editor/advice';
import type { NormalizedFax } from '../shared/service/faxRecords';
import { outcomeOf } from '../shared/service/faxStatus';
import { listFaxes, listOutbox, recipientsOf } from '../shared/service/faxRecords';
import type { CustomField, OwnNumber } from '../shared/service/types';
import { endpointRead } from '../shared/editor/endpointGuidance';
import { listEndpoints } from '../shared/service/webhookEndpoints';
import { pathPart } from '../shared/values/paths';
import { endpointLabel } from './endpointLabel';
import { optionsFieldName, userIdField } from './fields/common';
import { customFieldPath } from './resources/customField/fields';
import { getAll as getCustomFields } from './resources/customField/getAll';
import { getAll as getFaxes } from './resources/fax/getAll';
import { getAll as getOutboxFaxes } from './resources/outboxFax/getAll';
import { readCountries } from './resources/shop/countries';
import { getCountries as countryGuidance } from './resources/shop/getCountries';

const CATEGORIES = [
	{ category: 'inbox', label: 'Received' },
	{ category: 'sent', label: 'Sent' },
	{ category: 'spam', label: 'Spam' },
];

/** How many faxes of each category are offered. */
const NEWEST = 50;

/** Offers the account's webhook endpoints by what they do; `filter` matches part of the label, the URL or the ID. */
export async function searchWebhookEndpoints(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const endpoints = await load(this, endpointRead, listEndpoints);
	const instance = this.getInstanceBaseUrl();
	const entries = endpoints.map((endpoint) => ({
		name: endpointLabel(endpoint, instance),
		value: endpoint.id,
		url: endpoint.url,
	}));
	const found = entries.filter(({ name, value, url }) => isIn(`${name} ${url} ${value}`, filter));
	return { results: found.map(({ name, value }) => ({ name, value })) };
}

/** Offers the account's custom fields by name; `filter` matches part of the name or of the ID. */
export async function searchCustomFields(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const fields = await load(this, getCustomFields, async (api) =>
		listIn<CustomField>(await api.read({ path: customFieldPath }), 'records'),
	);
	return {
		results: matching(
			fields.map(({ id, name }) => ({ name: name || id, value: id })),
			filter,
		),
	};
}

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

/** Offers the account's own numbers; `filter` matches part of a number. */
export async function searchOwnNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const path = `/accounts/${userIdOf(this)}/numbers`;
	const guidance = { scopes: ['fax:all:read', 'fax:numbers:read'], userField: userIdField };
	const numbers = await load(this, guidance, async (api) =>
		listIn<OwnNumber>(await api.read({ path }), 'numbers', 'records', 'data'),
	);
	const entries = numbers.map(({ number, status }) => ({
		name: described([number, status === 'active' ? undefined : status?.replaceAll('_', ' ')]),
		value: number,
	}));
	return { results: matching(entries, filter) };
}

/** Offers the countries in which numbers can be bought, by name. */
export async function getCountries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const countries = await load(this, countryGuidance, readCountries);
	return countries
		.filter((country) => country.is_available)
		.map(({ iso, name }) => ({ name: `${name || iso} (${iso})`, value: iso }))
		.sort((a, b) => a.name.localeCompare(b.name));
}

async function load<T>(
	context: ILoadOptionsFunctions,
	guidance: Guidance,
	read: (api: Api) => Promise<T>,
): Promise<T> {
	try {
		const api = await Api.connect(context, context.getNodeParameter('authentication') as Authentication);
		return await read(api);
	} catch (error) {
		throw toNodeError(context.getNode(), error, guidance);
	}
}

/** The user that the node names, encoded as one part of a path; that of the credential while an expression names it. */
function userIdOf(context: ILoadOptionsFunctions): string {
	const userId = context.getCurrentNodeParameter(`${optionsFieldName}.${userIdField.name}`);
	const isName = typeof userId === 'string' && userId.trim() !== '' && !userId.startsWith('=');
	return isName ? pathPart(userId, userIdField.displayName) : 'self';
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

function described(parts: Array<string | null | undefined>): string {
	return parts.filter((part) => part !== undefined && part !== null && part !== '').join(', ');
}

function matching(items: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	return items.filter(({ name, value }) => isIn(`${name} ${String(value)}`, filter));
}

function isIn(text: string, filter = ''): boolean {
	return text.toLowerCase().includes(filter.trim().toLowerCase());
}
