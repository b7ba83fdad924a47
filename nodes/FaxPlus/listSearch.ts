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
import type { CustomField } from '../shared/service/types';
import { endpointRead } from '../shared/editor/endpointGuidance';
import { listEndpoints } from '../shared/service/webhookEndpoints';
import { customFieldPath } from './resources/customField/fields';
import { getAll as getCustomFields } from './resources/customField/getAll';
import { readCountries } from './resources/shop/countries';
import { getCountries as countryGuidance } from './resources/shop/getCountries';

/** Offers the account's webhook endpoints by URL; `filter` matches part of the URL or of the ID. */
export async function searchWebhookEndpoints(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const endpoints = await load(this, endpointRead, listEndpoints);
	return {
		results: matching(
			endpoints.map(({ id, url }) => ({ name: `${url} (${id})`, value: id })),
			filter,
		),
	};
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

function matching(items: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return items.filter(({ name, value }) => `${name} ${String(value)}`.toLowerCase().includes(wanted));
}
