import type { IExecuteFunctions } from 'n8n-workflow';

import { endpointRead } from '../../../shared/editor/endpointGuidance';
import type { WebhookEndpoint } from '../../../shared/records';
import { isSameUrl, listEndpoints, spelledOut } from '../../../shared/endpoints/webhookEndpoints';
import { mapInOrder } from '../../../shared/async/mapInOrder';
import { toItems, type ReadOperation } from '../../operation';
import { checkAddress } from './addressCheck';
import { expectedUrlsOption, toHttpsUrl } from './fields';
import { findingOf, findingWithoutEndpoint, type AddressState, type Finding } from './findings';

/** An endpoint, or an address that needs one: who takes deliveries there, and how it answers. */
interface CheckedEndpoint extends Finding, Omit<WebhookEndpoint, 'id'> {
	id: string | null;
	answers: boolean;
	status: number | null;
	/** IDs of other endpoints with this address. */
	sharesAddressWith: string[];
}

/** How many addresses are asked at the same time. */
const AT_ONCE = 10;

/** GET /webhooks, then a request to each address (docs/api.md, "Checking an endpoint") */
export const check: ReadOperation = {
	value: 'check',
	name: 'Check',
	action: 'Check webhook endpoints',
	description:
		'Find out why a trigger gets nothing: whether the address of each endpoint answers, who takes deliveries there, and what to do',
	kind: 'read',
	...endpointRead,
	fields: [],
	options: [expectedUrlsOption],
	async execute(call) {
		const expected = call.options.list(expectedUrlsOption).map((url) => toHttpsUrl(expectedUrlsOption, url));
		const endpoints = await listEndpoints(call);
		const missing = expected.filter((url) => !endpoints.some((endpoint) => isSameUrl(endpoint.url, url)));
		return toItems(await checkEndpoints(endpoints, missing, call.context));
	},
};

/**
 * Asks the addresses of endpoints, each once, and those that have none but need one (docs/api.md, "Checking an endpoint").
 *
 * @returns what was found at each, in this order
 */
export async function checkEndpoints(
	endpoints: WebhookEndpoint[],
	missing: string[],
	context: IExecuteFunctions,
): Promise<CheckedEndpoint[]> {
	const withoutEndpoint = missing.map((url) => ({ id: null, url, filter_types: [], channels: null }));
	const rows = [...endpoints, ...withoutEndpoint];
	const addresses = [...new Set(rows.map(({ url }) => spelledOut(url)))];
	const states = await mapInOrder(addresses, AT_ONCE, async (address) => checkAddress(address, context));
	const stateByAddress = new Map(states.map((state, at) => [addresses[at], state]));
	return rows.flatMap((row) => {
		const state = stateByAddress.get(spelledOut(row.url));
		return state ? checked(row, state, endpoints) : [];
	});
}

function checked(
	row: Omit<CheckedEndpoint, keyof Finding | 'answers' | 'status' | 'sharesAddressWith'>,
	state: AddressState,
	endpoints: WebhookEndpoint[],
): CheckedEndpoint {
	const own = endpoints.find((endpoint) => endpoint === row);
	const sharing = own ? endpoints.filter((other) => other !== own && isSameUrl(other.url, own.url)) : [];
	return {
		// First: a table shows no more than the beginning.
		...(own ? findingOf(own, state, sharing, endpoints) : findingWithoutEndpoint(state)),
		...row,
		answers: state.status !== null,
		status: state.status,
		sharesAddressWith: sharing.map(({ id }) => id),
	};
}
