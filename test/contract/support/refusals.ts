import type { Simulator } from '../../../simulator';
import type { OperationCase } from './operationCases';

/** A way in which the service can refuse a request or fail, and what the user has to be told. */
export interface ServiceRefusal {
	status: number;
	code: string;
	/** The service's own words. */
	words: string;
	/** What the message says before them. */
	subject?: string;
	/** How often the request is sent in all. */
	attempts: number;
	advice: RegExp;
}

/** What the specification lets an operation meet, beside what no operation is safe from. */
export function refusalsOf({ operationId }: OperationCase): ServiceRefusal[] {
	if (/Webhooks?$/.test(operationId)) return webhookRefusals(operationId);
	const field = ITEM_FIELDS[operationId];
	return [
		...(NOBODY_NAMED.test(operationId) ? [] : invalidUserId(operationId)),
		...(field === undefined ? [] : [400, 404].map((status) => notFound(operationId, status))),
	];
}

const OF_ITS_OWN = /^The service has a problem of its own\./;

/** What no operation is safe from. */
export function generalRefusals({ kind }: OperationCase): ServiceRefusal[] {
	const isWrite = kind === 'write';
	const refusals: Array<[number, string, string, attempts: number, RegExp]> = [
		[401, 'unauthorized', 'Access token is expired', 1, /^Enter a new access token/],
		// Not carried out, whoever says it, so that writes are made again too.
		[429, 'too_many_requests', 'Slow down', 4, /^The service asks for fewer requests\./],
		[
			500,
			'internal_server_error',
			'Unexpected server error',
			1,
			isWrite ? /^The node did not try again\. / : OF_ITS_OWN,
		],
		[503, 'service_unavailable', 'Down for maintenance', isWrite ? 1 : 4, OF_ITS_OWN],
	];
	return refusals.map(([status, code, words, attempts, advice]) => ({
		status,
		code,
		words,
		attempts,
		advice,
	}));
}

/**
 * Lets the requests of one input item meet a refusal.
 *
 * @param item index of the item, by the order of its first request
 */
export function refuseItem(
	simulator: Simulator,
	operationCase: OperationCase,
	{ status, code, words, attempts }: ServiceRefusal,
	item: number,
): void {
	const { operationId } = operationCase;
	const order = (): void => {
		simulator.fail({
			operationId,
			times: attempts,
			with: status,
			error: code,
			description: words,
			retryAfter: '0',
		});
	};
	if (item === 0) {
		order();
		return;
	}
	// The latency of a request is asked for before its failure, so that it can order one.
	let seen = 0;
	const first = item * requestsForItem(operationCase);
	simulator.latency = (request) => {
		if (request.operationId === operationId && seen++ === first) order();
		return 0;
	};
}

/** How many requests of the operation an item takes: of a list, one that shows the end. */
export function requestsForItem({ kind, requests }: OperationCase): number {
	const last = requests.at(-1);
	if (kind !== 'read') return 1;
	return requests.filter(({ method, path }) => method === last?.method && path === last.path).length;
}

/** Operations that are about no user, or of which the specification names no code for one. */
const NOBODY_NAMED = /^(getToken|getAiCredits|listCustomFields|assignNumber)$|Hooks?$/;

/** The required field that names a user, as the editor calls it, where an operation has one. */
const USER_FIELDS: Readonly<Record<string, string>> = {
	getMember: 'Member',
	revokeNumber: 'Member',
	shareContactGroups: 'Member Names or IDs',
	updateMember: 'Member',
};

/** The field that names the item, where an operation is about one. */
const ITEM_FIELDS: Readonly<Record<string, string>> = {
	correctFieldExtraction: 'Fax',
	deleteContactGroup: 'Contact Group',
	deleteFax: 'Fax',
	deleteWebhook: 'Webhook Endpoint',
	getFax: 'Fax',
	getFaxReport: 'Fax',
	getFieldExtraction: 'Fax',
	getFile: 'Fax',
	getOcr: 'Fax',
	getMember: 'Member',
	getNumber: 'Number',
	getOutboxFax: 'Outbox Fax',
	updateCustomField: 'Custom Field',
	updateFax: 'Fax',
	updateOutboxFax: 'Outbox Fax',
	updateWebhook: 'Webhook Endpoint',
};

function invalidUserId(operationId: string): ServiceRefusal[] {
	return [400, 403].map((status) => ({
		status,
		code: 'invalid_user_id',
		words: 'The given user ID is invalid',
		attempts: 1,
		advice: userAdvice(operationId, status),
	}));
}

/** The user may be the one that a field names, or that of the token; a 403 leaves both open. */
function userAdvice(operationId: string, status: number): RegExp {
	const field = USER_FIELDS[operationId];
	const ofToken =
		'The service does not accept the user of the token for this\\..* needs one of these scopes: [^.]*\\.';
	const parts = [
		...(field === undefined || status === 403 ? [ofToken] : []),
		...(field === undefined ? [] : [`Check ${field}: [^.]*\\.`]),
		...(/^(get|update)Member$/.test(operationId) && status === 400
			? ['The service allows this to administrators only\\.']
			: []),
		...(operationId === 'purchaseNumber' ? ['The number was not bought\\.'] : []),
		...(operationId === 'sendFax' ? ['The fax was not sent\\.'] : []),
	];
	return new RegExp(`^${parts.join(' ')}$`);
}

/** "Not found" and a refused value have one code; which of them it can be depends on the operation. */
function notFound(
	operationId: string,
	status: number,
	words = 'Requested resource was not found',
): ServiceRefusal {
	const field = ITEM_FIELDS[operationId];
	const sendsValues = /^(update|correct)/.test(operationId);
	const ofValues = sendsValues ? ' If it is right, check the values of the other fields\\.' : '';
	return {
		status,
		code: 'bad_request',
		words,
		subject: field === undefined || sendsValues ? '' : `Nothing was found with this ${field}: `,
		attempts: 1,
		advice:
			field === undefined
				? /^Check the values of the fields\.$/
				: new RegExp(`^Check ${field}: the service found nothing with it\\. [^.]*\\.${ofValues}$`),
	};
}

function webhookRefusals(operationId: string): ServiceRefusal[] {
	const isAboutOne = operationId === 'deleteWebhook' || operationId === 'updateWebhook';
	return [
		{
			status: 403,
			code: 'forbidden',
			words: 'The account lacks the webhooks feature',
			attempts: 1,
			advice:
				/^The account lacks the webhooks feature of the Enterprise plan, or the token may not do this\./,
		},
		{
			status: 404,
			code: 'not_found',
			words: 'Webhooks are not enabled',
			attempts: 1,
			advice: isAboutOne
				? /^There is no endpoint with this ID .*, or webhooks are not enabled: turn them on in Fax\.Plus, under Settings > Integrations/
				: /^Webhooks are not enabled: turn them on in Fax\.Plus, under Settings > Integrations/,
		},
		notFound(operationId, 400, 'Invalid number'),
	];
}
