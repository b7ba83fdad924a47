import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { mapInOrder } from '../../../shared/async/mapInOrder';
import { endpointRead } from '../../../shared/editor/endpointGuidance';
import { askAddress, isUnregistered, receiverIn } from '../../../shared/endpoints/receivers';
import { isSameUrl, listEndpoints, spelledOut } from '../../../shared/endpoints/webhookEndpoints';
import { isHttpUrl, isTestUrl, isTriggerLike } from '../../../shared/endpoints/webhookUrls';
import { connectionError } from '../../../shared/http/connectionErrors';
import { Deadline } from '../../../shared/http/deadline';
import { ServiceFault } from '../../../shared/http/faults';
import type { WebhookEndpoint } from '../../../shared/records';
import { InputError } from '../../../shared/values/inputError';
import { toText } from '../../../shared/values/text';
import { toItems, type ReadOperation } from '../../operation';
import {
	findingOf,
	FINDINGS,
	findingWithoutEndpoint,
	ofForeigner,
	ofSilence,
	ofStatus,
	ofStranger,
	type AddressState,
	type Finding,
} from './findings';

const expectedUrlsOption: INodeProperties = {
	displayName: 'Expected URLs',
	name: 'expectedUrls',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/…/webhook',
	description:
		'Addresses that need an endpoint, such as the Production URLs of your triggers, separated by commas. The output has an item without an ID for each that has none: nobody else tells when an endpoint was deleted in Fax.Plus.',
};

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

/** Milliseconds that an address has to answer in, whatever is asked of it. */
const TIMEOUT = 10_000;

/**
 * Asks an address who takes deliveries there (docs/api.md, "Checking an endpoint"). It never throws.
 *
 * A POST could start a workflow, or be taken for an event, where somebody else's receiver is. So it goes only to addresses
 * that end as n8n makes those of triggers, once n8n has answered a GET that no GET is taken. All others get nothing but the
 * GET, which receivers of events do not act upon.
 */
async function checkAddress(url: string, context: IExecuteFunctions): Promise<AddressState> {
	if (!isHttpUrl(url)) return unknown(null, FINDINGS.unusable);
	const deadline = new Deadline(TIMEOUT, context.getExecutionCancelSignal());
	try {
		return await stateOf(url, context, deadline);
	} catch (error) {
		return unknown(null, ofSilence(reasonOf(error)));
	} finally {
		deadline.release();
	}
}

async function stateOf(
	url: string,
	{ helpers }: IExecuteFunctions,
	deadline: Deadline,
): Promise<AddressState> {
	const first = await askAddress(url, 'GET', helpers, deadline);
	if (!isTriggerLike(url)) return unclear(first.status, ofForeigner);
	if (!isUnregistered(first)) return unclear(first.status, ofStranger);
	const answer = await askAddress(url, 'POST', helpers, deadline);
	const { status } = answer;
	const receiver = receiverIn(answer);
	if (receiver.by === 'trigger') return { status, takenBy: 'trigger', endpoint: receiver.endpoint };
	if (receiver.by === 'unclear') return unclear(status, ofStranger);
	const finding = isTestUrl(url) ? FINDINGS.notListening : FINDINGS.unregistered;
	return { status, takenBy: 'nobody', finding };
}

function unclear(status: number, meaning: (status: number) => string): AddressState {
	return unknown(status, ofStatus(status) ?? meaning(status));
}

function unknown(status: number | null, finding: string): AddressState {
	return { status, takenBy: 'unknown', finding };
}

/** Why there was no answer, in a few words. */
function reasonOf(error: unknown): string {
	const code = error instanceof ServiceFault ? error.code : undefined;
	if (code === 'ETIMEDOUT') return `nothing within ${TIMEOUT / 1000} seconds`;
	const name = code === undefined ? undefined : connectionError(code)?.name;
	return name ?? (error instanceof Error ? error.message : String(error));
}

/** Reads the address of an endpoint, which must be an HTTPS address. */
export function toHttpsUrl({ displayName }: INodeProperties, value: unknown): string {
	const url = toText(value, displayName);
	if (URL.canParse(url) && new URL(url).protocol === 'https:') return url;
	throw new InputError(
		`${displayName} "${url}" is not an address that begins with https://. The service delivers over HTTPS only.`,
	);
}
