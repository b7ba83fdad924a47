import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { endpointRead } from '../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../shared/service/webhookEndpoints';
import { endpointLabel } from './endpointLabel';
import { isIn } from './entries';
import { load } from './load';

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
