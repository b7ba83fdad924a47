import type { IExecuteFunctions } from 'n8n-workflow';

import { endpointRead } from '../../../shared/editor/endpointGuidance';
import type { WebhookEndpoint } from '../../../shared/records';
import { askAddress, isUnregistered, receiverIn } from '../../../shared/endpoints/receivers';
import { isSameUrl, listEndpoints, spelledOut } from '../../../shared/endpoints/webhookEndpoints';
import { removeLeftBehind } from '../../../shared/registration/removal';
import { isHttpUrl, isTestUrl, isTriggerLike } from '../../../shared/endpoints/webhookUrls';
import { connectionError } from '../../../shared/http/connectionErrors';
import { Deadline } from '../../../shared/http/deadline';
import { ServiceFault } from '../../../shared/http/faults';
import { mapInOrder } from '../../../shared/async/slots';
import { toHttpsUrl } from '../../../shared/values/fieldValues';
import { toItems, type ReadOperation } from '../../operation/operation';
import { expectedUrlsOption } from './fields';
import * as findings from './findings';
import type { AddressState, Finding } from './findings';

/** An endpoint, or an expected address without one, with what listens there and how it responds. */
interface CheckedEndpoint extends Finding, Omit<WebhookEndpoint, 'id'> {
	id: string | null;
	answers: boolean;
	status: number | null;
	sharesAddressWith: string[];
}

const AT_ONCE = 10;

/** GET /webhooks, then a request to each address (docs/contributing/api.md, "Checking an endpoint") */
export const check: ReadOperation = {
	value: 'check',
	name: 'Check',
	action: 'Check webhook endpoints',
	description:
		"Find out why a trigger doesn't start, what listens at each address, and what to do. It deletes leftover endpoints of this n8n instance.",
	kind: 'read',
	output: {
		id: 'string?',
		url: 'string',
		filter_types: 'string[]',
		channels: 'string[]?',
		answers: 'boolean',
		status: 'integer?',
		receiver: 'string',
		sharesAddressWith: 'string[]',
		finding: 'string',
	},
	...endpointRead,
	fields: [],
	options: [expectedUrlsOption],
	fixedInTool: [expectedUrlsOption],
	async execute(call, requests) {
		const expected = call.options.list(expectedUrlsOption).map((url) => toHttpsUrl(expectedUrlsOption, url));
		const endpoints = await listEndpoints(call);
		const missing = expected.filter((url) => !endpoints.some((endpoint) => isSameUrl(endpoint.url, url)));
		const rows = await checkEndpoints(endpoints, missing, call.context);
		const { removed } = await removeLeftBehind({ context: call.context, api: requests }, endpoints);
		const { leftBehind: finding } = findings.FINDINGS;
		return toItems(rows.map((row) => (removed.includes(row.id ?? '') ? { ...row, finding } : row)));
	},
};

/**
 * Requests each address once, including those that need an endpoint but have none (docs/contributing/api.md, "Checking an
 * endpoint").
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
		// The finding comes first, because n8n's table shows only the first columns.
		...(own ? findings.findingOf(own, state, sharing, endpoints) : findings.findingWithoutEndpoint(state)),
		...row,
		answers: state.status !== null,
		status: state.status,
		sharesAddressWith: sharing.map(({ id }) => id),
	};
}

/** Time limit for all requests to one address, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Finds out what listens at an address (docs/contributing/api.md, "Checking an endpoint"). It never throws.
 *
 * A POST could start a workflow, or look like an event to somebody else's receiver. So it's sent only to addresses that end
 * like those of n8n's triggers, and only after n8n has responded that no GET is registered there. All other addresses get
 * only the GET, which receivers of events ignore.
 */
async function checkAddress(url: string, context: IExecuteFunctions): Promise<AddressState> {
	if (!isHttpUrl(url)) return unknown(null, findings.FINDINGS.unusable);
	const deadline = new Deadline(TIMEOUT, context.getExecutionCancelSignal());
	try {
		return await receiverAt(url, context, deadline);
	} catch (error) {
		return unknown(null, findings.ofSilence(reasonOf(error)));
	} finally {
		deadline.release();
	}
}

async function receiverAt(
	url: string,
	{ helpers }: IExecuteFunctions,
	deadline: Deadline,
): Promise<AddressState> {
	const first = await askAddress(url, 'GET', helpers, deadline);
	const { status } = first;
	if (!isTriggerLike(url)) return unknown(status, findings.ofForeigner(status));
	if (!isUnregistered(first)) return unknown(status, findings.ofStranger(status));
	const answer = await askAddress(url, 'POST', helpers, deadline);
	const receiver = receiverIn(answer);
	if (receiver.by === 'trigger')
		return { status: answer.status, receiver: 'trigger', endpoint: receiver.endpoint };
	if (receiver.by === 'unclear') return unknown(answer.status, findings.ofStranger(answer.status));
	const finding = isTestUrl(url) ? findings.FINDINGS.notListening : findings.FINDINGS.unregistered;
	return { status: answer.status, receiver: 'nobody', finding };
}

function unknown(status: number | null, finding: string): AddressState {
	return { status, receiver: 'unknown', finding };
}

function reasonOf(error: unknown): string {
	const code = error instanceof ServiceFault ? (error.code ?? '') : '';
	if (code === 'ETIMEDOUT') return `no response within ${TIMEOUT / 1000} seconds`;
	return connectionError(code)?.name ?? (error instanceof Error ? error.message : String(error));
}
