import type { IExecuteFunctions } from 'n8n-workflow';

import { endpointRead } from '../../../shared/editor/endpointGuidance';
import type { WebhookEndpoint } from '../../../shared/service/types';
import { isSameUrl, listEndpoints, spelledOut } from '../../../shared/service/webhookEndpoints';
import { mapInOrder } from '../../execution/mapInOrder';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import type { AddressState } from './addressCheck';
import { checkAddress } from './addressCheck';
import { findingOf } from './findings';

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
	async execute(call) {
		const endpoints = await listEndpoints(call);
		const states = await statesOf(endpoints, call.context);
		return toItems(endpoints.map((endpoint) => checked(endpoint, endpoints, states)));
	},
};

/** The states of the endpoints' addresses; one that several share is asked once. */
async function statesOf(endpoints: WebhookEndpoint[], context: IExecuteFunctions): Promise<States> {
	const addresses = new Set(endpoints.map(({ url }) => spelledOut(url)));
	return new Map(
		await mapInOrder(
			[...addresses],
			AT_ONCE,
			async (address) => [address, await checkAddress(address, context)] as const,
		),
	);
}

function checked(endpoint: WebhookEndpoint, endpoints: WebhookEndpoint[], states: States): object {
	const sharing = endpoints.filter((other) => other !== endpoint && isSameUrl(other.url, endpoint.url));
	const state = states.get(spelledOut(endpoint.url)) ?? { is: 'unusable' };
	const status = 'status' in state ? state.status : null;
	return {
		...endpoint,
		answers: status !== null,
		status,
		sharesAddressWith: sharing.map(({ id }) => id),
		...findingOf(endpoint, state, sharing),
	};
}
