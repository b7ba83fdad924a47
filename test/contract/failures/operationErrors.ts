import type { INodeExecutionData } from 'n8n-workflow';

import { useBench } from '../support/bench';
import type { NodeResult, NodeRun } from '../support/execution';
import { expectSuccess, jsonOf } from '../support/execution';
import type { OperationCase } from '../support/operationCases';
import { operations, parametersOf, requestsForItem, requestsOf } from '../support/operationCases';

const bench = useBench();

/** A way in which the service can refuse a request or fail, and what the user has to be told. */
interface Refusal {
	status: number;
	code: string;
	/** The service's own words. */
	words: string;
	/** What the message says before them. */
	subject?: string;
	/** How often the request is sent in all; once when left out. */
	attempts?: number;
	advice: RegExp;
}

/** The field that names the item, where an operation is about one. */
const ITEM_FIELDS: Readonly<Record<string, string>> = {
	'contactGroup: delete': 'Contact Group',
	'customField: update': 'Custom Field',
	'fax: delete': 'Fax',
	'fax: download': 'Fax',
	'fax: get': 'Fax',
	'fax: getReport': 'Fax',
	'fax: getThumbnail': 'Fax',
	'fax: update': 'Fax',
	'faxText: get': 'Fax',
	'fieldExtraction: correct': 'Fax',
	'fieldExtraction: get': 'Fax',
	'legacyHook: delete': 'Hook ID',
	'member: get': 'Member',
	'number: get': 'Number',
	'outboxFax: get': 'Outbox Fax',
	'outboxFax: update': 'Outbox Fax',
	'webhookEndpoint: delete': 'Webhook Endpoint',
	'webhookEndpoint: update': 'Webhook Endpoint',
};

/** The required field that names a user, where an operation has one. */
const USER_FIELDS: Readonly<Record<string, string>> = {
	'contactGroup: share': 'Member Names or IDs',
	'member: get': 'Member',
	'member: update': 'Member',
	'number: revoke': 'Member',
};

/** Operations that are about no user, or of which the specification names no code for one. */
const NOBODY_NAMED =
	/^(accessToken|aiCredit|webhookEndpoint|legacyHook): |^(customField: getAll|number: assign)$/;

/** What the specification lets an operation meet; what else its code and status may be is asked where advice is made. */
function refusalsOf({ name }: OperationCase): Refusal[] {
	return [
		...(NOBODY_NAMED.test(name) ? [] : [invalidUserId(name)]),
		...(name in ITEM_FIELDS ? [notFound(name)] : []),
		...(name.startsWith('webhookEndpoint') ? webhookRefusals(name) : []),
	];
}

/** The user is the one that a field names, or that of the token. */
function invalidUserId(name: string): Refusal {
	const field = USER_FIELDS[name];
	const sentences = [
		field === undefined
			? "Fax.Plus doesn't allow this to the user of the token\\..* needs one of these scopes: [^.]*\\."
			: `Check "${field}"\\. .*\\.`,
		...(/^member: (get|update)$/.test(name) ? ['Fax.Plus allows this only to administrators\\.'] : []),
		...(name === 'shop: purchaseNumber' ? ["The number wasn't bought\\."] : []),
		...(name === 'fax: send' ? ["The fax wasn't sent\\."] : []),
	];
	const words = 'The given user ID is invalid';
	return { status: 400, code: 'invalid_user_id', words, advice: new RegExp(`^${sentences.join(' ')}$`) };
}

/** "Not found" and a refused value have one code; which of them it can be depends on the operation. */
function notFound(name: string): Refusal {
	const field = ITEM_FIELDS[name] ?? '';
	const sendsValues = /: (update|correct)$/.test(name);
	const ofValues = sendsValues ? " If it's right, check the values of the other fields\\." : '';
	return {
		status: 400,
		code: 'bad_request',
		words: 'Requested resource was not found',
		subject: sendsValues ? '' : `Fax.Plus can't find the value of "${field}": `,
		advice: new RegExp(`^Check "${field}"\\. Fax\\.Plus can't find it\\. [^.]*\\.${ofValues}$`),
	};
}

function webhookRefusals(name: string): Refusal[] {
	return [
		{
			status: 403,
			code: 'forbidden',
			words: 'The account lacks the webhooks feature',
			advice: /^Webhooks need an Enterprise plan, and a token with the right scopes\./,
		},
		{
			status: 404,
			code: 'not_found',
			words: 'Webhooks are not enabled',
			advice:
				name in ITEM_FIELDS
					? /^Check "Webhook Endpoint"\. .* webhooks are off\. .*turn webhooks on, open Settings > Integrations in Fax\.Plus/
					: /^Turn webhooks on in Fax\.Plus, under Settings > Integrations/,
		},
	];
}

const OF_ITS_OWN = /^Fax\.Plus itself has a problem\./;

/** What no operation is safe from. */
function generalRefusals({ kind }: OperationCase): Refusal[] {
	const isWrite = kind === 'write';
	const refusals: Array<[number, string, string, attempts: number, RegExp]> = [
		[401, 'unauthorized', 'Access token is expired', 1, /^Enter a new access token/],
		// Not carried out, whoever says it, so that writes are made again too.
		[429, 'too_many_requests', 'Slow down', 4, /^Fax\.Plus asks for fewer requests\./],
		[
			500,
			'internal_server_error',
			'Unexpected server error',
			1,
			isWrite ? /^The node didn't try again\. / : OF_ITS_OWN,
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

/** A read and two writes, which stand for the rest where any operation may meet a refusal. */
const REPRESENTATIVES = ['account: getPlan', 'fax: update', 'shop: purchaseNumber'];

const everyRefusal = operations
	.filter(({ kind, isPersistent }) => !(kind === 'read' && isPersistent))
	.flatMap((operationCase) =>
		[
			...refusalsOf(operationCase),
			...(REPRESENTATIVES.includes(operationCase.name) ? generalRefusals(operationCase) : []),
		].map((refusal) => ({ ...refusal, name: operationCase.name, operationCase, refusal })),
	);

/** Runs an operation on two items, one after the other, of which one meets the refusal. */
async function runWithRefusal(
	operationCase: OperationCase,
	{ status, code, words, attempts = 1 }: Refusal,
	refusedItem: 0 | 1,
	more: Pick<NodeRun, 'onError'> = {},
): Promise<NodeResult> {
	const { simulator } = bench();
	const { operationId, kind } = operationCase;
	operationCase.prepare?.(simulator);
	let seen = 0;
	// The latency of a request is asked for before its failure, so that it can order one.
	simulator.latency = (request) => {
		if (request.operationId === operationId && seen++ === refusedItem * requestsForItem(operationCase)) {
			const failure = { with: status, error: code, description: words, retryAfter: '0' };
			simulator.fail({ operationId, times: attempts, ...failure });
		}
		return 0;
	};
	const parameters = parametersOf(operationCase);
	return await bench().run(
		{ ...parameters, options: kind === 'write' ? {} : { itemsAtOnce: 1 } },
		{ items: [{ json: {} }, { json: {} }], ...more },
	);
}

/** The message of a refusal; a write whose outcome is not known says so there. */
function messageOf({ kind, operation }: OperationCase, refusal: Refusal): unknown {
	const { status, code, words, subject = '' } = refusal;
	const message = `${subject}${words} (${code}, HTTP ${status})`;
	if (kind !== 'write' || status !== 500) return message;
	const warning = operation === 'purchaseNumber' ? "\\. Don't repeat it before you've checked" : '';
	return expect.stringMatching(
		new RegExp(`HTTP 500\\)\\. It's unknown whether the .* (was|were) [a-z ]+${warning}\\.?$`),
	);
}

/** What a refusal looks like as data. Of a read there is no outcome to know. */
function errorData(operationCase: OperationCase, refusal: Refusal): object {
	const { status, code, words, advice } = refusal;
	return {
		error: {
			message: messageOf(operationCase, refusal),
			description: words,
			code,
			status,
			advice: expect.stringMatching(advice) as unknown,
			...(operationCase.kind !== 'read' && { outcome: status === 500 ? 'unknown' : 'refused' }),
		},
	};
}

/** Output as it is without any refusal. */
function expectOutput(items: INodeExecutionData[], operationCase: OperationCase, item: number): void {
	expect(jsonOf(items)).toEqual(operationCase.output(bench().simulator, 'accessToken'));
	for (const { pairedItem } of items) expect(pairedItem).toEqual({ item });
}

test.each(everyRefusal)(
	'$name meets $status $code: the error holds description, code, status, advice and item',
	async ({ operationCase, refusal }) => {
		const { error, status } = await runWithRefusal(operationCase, refusal, 1);

		expect(status).toBe('error');
		// A write says what it has carried out as well.
		const [message] = error?.message.split(/\.? 1 of 2 items was carried out before this\.$/) ?? [];
		const [advice] = error?.description?.split(/ Carried out(?: before this)?: /) ?? [];
		expect(message === error?.message).toBe(operationCase.kind !== 'write');
		expect(message).toEqual(messageOf(operationCase, refusal));
		expect(advice).toMatch(refusal.advice);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: String(refusal.status),
			context: {
				itemIndex: 1,
				faxPlus: { description: refusal.words, code: refusal.code, status: refusal.status },
			},
		});
		expect(requestsOf(bench().simulator, operationCase)).toBe(
			requestsForItem(operationCase) + (refusal.attempts ?? 1),
		);
	},
);

const representatives = everyRefusal.filter(({ name }) => REPRESENTATIVES.includes(name));

test.each(representatives)(
	'$name that goes on after $status $code: it is data of its item and linked to it, there or in the error output, and the other item comes out',
	async ({ operationCase, refusal }) => {
		const { items } = expectSuccess(
			await runWithRefusal(operationCase, refusal, 0, { onError: 'continueRegularOutput' }),
		);
		const [refused, ...others] = items;
		expect(refused).toMatchObject({ json: errorData(operationCase, refusal), pairedItem: { item: 0 } });
		expectOutput(others, operationCase, 1);
		expect(requestsOf(bench().simulator, operationCase)).toBe(
			(refusal.attempts ?? 1) + requestsForItem(operationCase),
		);

		bench().simulator.reset();
		const split = await runWithRefusal(operationCase, refusal, 0, { onError: 'continueErrorOutput' });
		expect(split.error).toBeUndefined();
		expect(jsonOf(split.errorItems)).toEqual([errorData(operationCase, refusal)]);
		expect(split.errorItems[0]?.pairedItem).toEqual({ item: 0 });
		expectOutput(split.items, operationCase, 1);
	},
);
