import type { IExecuteFunctions } from 'n8n-workflow';

import { endpointRead } from '../../../shared/editor/endpointGuidance';
import type { WebhookEndpoint } from '../../../shared/records';
import { isSameUrl, listEndpoints, spelledOut } from '../../../shared/endpoints/webhookEndpoints';
import { mapInOrder } from '../../../shared/async/mapInOrder';
import { toItems, type ReadOperation } from '../../operation';
import { checkAddress, type AddressState } from './addressCheck';
import { expectedUrlsOption, toHttpsUrl } from './fields';
import { findingOf, findingWithoutEndpoint, type Finding } from './findings';

/** An endpoint, or an address that needs one: who takes deliveries there, and how it answers. */
interface CheckedEndpoint extends Finding, Omit<WebhookEndpoint, 'id'> {
	id: string | null;
	answers: boolean;
	status: number | null;
	/** IDs of other endpoints with this address. */
	sharesAddressWith: string[];
}

/** By address, as spelledOut writes it. */
type States = ReadonlyMap<string, AddressState>;

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
 * Asks the addresses of endpoints, and those that have none but need one (docs/api.md, "Checking an endpoint").
 *
 * @returns what was found at each, in this order
 */
export async function checkEndpoints(
	endpoints: WebhookEndpoint[],
	missing: string[],
	context: IExecuteFunctions,
): Promise<CheckedEndpoint[]> {
	const states = await statesOf([...endpoints.map(({ url }) => url), ...missing], context);
	return [
		...endpoints.map((endpoint) => checked(endpoint, endpoints, states)),
		...missing.map((url) => withoutEndpoint(url, states)),
	];
}

/** The states of addresses; one that occurs several times is asked once. */
async function statesOf(urls: string[], context: IExecuteFunctions): Promise<States> {
	const addresses = [...new Set(urls.map(spelledOut))];
	const states = await mapInOrder(addresses, AT_ONCE, async (address) => checkAddress(address, context));
	return new Map(states.map((state, at) => [addresses[at] ?? '', state]));
}

function checked(endpoint: WebhookEndpoint, endpoints: WebhookEndpoint[], states: States): CheckedEndpoint {
	const sharing = endpoints.filter((other) => other !== endpoint && isSameUrl(other.url, endpoint.url));
	const state = stateOf(endpoint.url, states);
	return {
		// First: a table shows no more than the beginning.
		...findingOf(endpoint, state, sharing, endpoints),
		...endpoint,
		...answerIn(state),
		sharesAddressWith: sharing.map(({ id }) => id),
	};
}

/** An address that needs an endpoint and has none. */
function withoutEndpoint(url: string, states: States): CheckedEndpoint {
	const state = stateOf(url, states);
	return {
		...findingWithoutEndpoint(state),
		id: null,
		url,
		filter_types: [],
		channels: null,
		...answerIn(state),
		sharesAddressWith: [],
	};
}

function stateOf(url: string, states: States): AddressState {
	return states.get(spelledOut(url)) ?? { is: 'unusable' };
}

function answerIn(state: AddressState): { answers: boolean; status: number | null } {
	const status = 'status' in state ? state.status : null;
	return { answers: status !== null, status };
}
