import type { INodeExecutionData } from 'n8n-workflow';

import { useBench } from '../support/bench';
import type { NodeResult, NodeRun } from '../support/execution';
import { expectSuccess, jsonOf } from '../support/execution';
import type { OperationCase } from '../support/operationCases';
import { operations, parametersOf, requestsForItem, requestsOf } from '../support/operationCases';

const bench = useBench();

/** A refusal or a failure of Fax.Plus, and what the error must say about it. */
interface Refusal {
	status: number;
	code: string;
	/** Fax.Plus's words. */
	words: string;
	/** Beginning of the error's message, before Fax.Plus's words. */
	subject?: string;
	/** How often the request is sent. The default is once. */
	attempts?: number;
	advice: RegExp;
}

/** Label of the field that selects the item, for operations on one item. */
const ITEM_FIELDS: Readonly<Record<string, string>> = {
	'contactGroup: delete': 'Contact Group',
	'customField: update': 'Custom Field',
	'fax: delete': 'Fax',
	'fax: download': 'Fax',
	'fax: get': 'Fax',
	'fax: getProof': 'Fax',
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

/** Operations whose path also names something, but that explain themselves what can't be found. */
const WITH_OWN_WORDS = [
	...['fax: waitForResult', 'member: update', 'number: assign', 'number: revoke', 'outboxFax: delete'],
	...['shop: getAreas', 'shop: searchNumbers'],
];

test('the fields of all operations on one item are known here', () => {
	const onItems = operations.filter(({ template }) => /\{(?!user_id)/.test(template)).map(({ name }) => name);
	expect(Object.keys(ITEM_FIELDS)).toEqual(
		expect.arrayContaining(onItems.filter((name) => !WITH_OWN_WORDS.includes(name))),
	);
});

/** Label of the required field that selects a user, if an operation has one. */
const USER_FIELDS: Readonly<Record<string, string>> = {
	'contactGroup: share': 'Member Names or IDs',
	'member: get': 'Member',
	'member: update': 'Member',
	'number: revoke': 'Member',
};

/** Operations without a user, or for which the specification lists no error about users. */
const NOBODY_NAMED =
	/^(accessToken|aiCredit|webhookEndpoint|legacyHook): |^(customField: getAll|number: assign)$/;

/**
 * Returns the refusals that the specification lists for an operation. Advice for other codes and statuses is tested
 * elsewhere.
 */
function refusalsOf({ name }: OperationCase): Refusal[] {
	return [
		...(NOBODY_NAMED.test(name) ? [] : [invalidUserId(name)]),
		...(name in ITEM_FIELDS ? [notFound(name)] : []),
		...(name.startsWith('webhookEndpoint') ? webhookRefusals(name) : []),
	];
}

/** Returns the refusal of a user ID. The user is selected in a field, or belongs to the token. */
function invalidUserId(name: string): Refusal {
	const field = USER_FIELDS[name];
	const sentences = [
		field === undefined
			? "Fax.Plus doesn't let the token's user do this\\..* needs one of these scopes: [^.]*\\."
			: `Check "${field}"\\. .*\\.`,
		...(/^member: (get|update)$/.test(name) ? ['Fax.Plus lets only administrators do this\\.'] : []),
		...(name === 'shop: purchaseNumber' ? ["The number wasn't bought\\."] : []),
		...(name === 'fax: send' ? ["The fax wasn't sent\\."] : []),
	];
	const words = 'The given user ID is invalid';
	return { status: 400, code: 'invalid_user_id', words, advice: new RegExp(`^${sentences.join(' ')}$`) };
}

/**
 * Returns the refusal of an item. Fax.Plus uses one code for "not found" and for refused values, so the advice depends on
 * the operation.
 */
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

/** Returns the refusals that any operation may get. */
function generalRefusals({ kind }: OperationCase): Refusal[] {
	const isWrite = kind === 'write';
	const refusals: Array<[number, string, string, attempts: number, RegExp]> = [
		[401, 'unauthorized', 'Access token is expired', 1, /^Enter a new access token/],
		// A request with this status is never carried out, so writes are repeated, too.
		[429, 'too_many_requests', 'Slow down', 4, /^Fax\.Plus received too many requests\./],
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

/** One read and two writes that stand for all operations. */
const REPRESENTATIVES = ['account: getPlan', 'fax: update', 'shop: purchaseNumber'];

const everyRefusal = operations
	.filter(({ kind, isPersistent }) => !(kind === 'read' && isPersistent))
	.flatMap((operationCase) =>
		[
			...refusalsOf(operationCase),
			...(REPRESENTATIVES.includes(operationCase.name) ? generalRefusals(operationCase) : []),
		].map((refusal) => ({ ...refusal, name: operationCase.name, operationCase, refusal })),
	);

/** Runs an operation on two items, one after the other. One of them is refused. */
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
	// The simulator gets the latency of a request before it looks up failures, so this function can add one.
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

/** Returns the message for a refusal. For a write with an unknown outcome, the message also says that. */
function messageOf({ kind, operation }: OperationCase, refusal: Refusal): unknown {
	const { status, code, words, subject = '' } = refusal;
	const message = `${subject}${words} (${code}, HTTP ${status})`;
	if (kind !== 'write' || status !== 500) return message;
	const warning = operation === 'purchaseNumber' ? "\\. Don't repeat it before you've checked" : '';
	return expect.stringMatching(
		new RegExp(`HTTP 500\\)\\. It's unknown whether the .* (was|were) [a-z ]+${warning}\\.?$`),
	);
}

/** Returns the data of the error for a refusal. A read has no outcome. */
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

/** Expects the same output as without a refusal. */
function expectOutput(items: INodeExecutionData[], operationCase: OperationCase, item: number): void {
	expect(jsonOf(items)).toEqual(operationCase.output(bench().simulator, 'accessToken'));
	for (const { pairedItem } of items) expect(pairedItem).toEqual({ item });
}

test.each(everyRefusal)(
	'$name with $status $code: the error has the description, code, status, advice and item',
	async ({ operationCase, refusal }) => {
		const { error, status } = await runWithRefusal(operationCase, refusal, 1);

		expect(status).toBe('error');
		// For a write, the error also says what was done before.
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
	'$name that continues after $status $code: the error is linked data of its item, in the output or the error output, and the other item succeeds',
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

test.each([
	{ resource: 'fax', operation: 'fly' },
	{ resource: 'letter', operation: 'send' },
])('%j is unknown, which is the error of each item if the node continues', async (selection) => {
	const items = [{ json: { to: 'a' } }, { json: { to: 'b' } }];
	const continued = expectSuccess(await bench().run(selection, { items, onError: 'continueRegularOutput' }));
	const message = expect.stringMatching(/^The resource ".+" has no operation ".*"\. Select both/) as string;
	expect(continued.items).toMatchObject(
		items.map((_item, item) => ({ json: { error: { message } }, pairedItem: { item } })),
	);
	bench().expectRefused(await bench().run(selection, { items }), /^The resource ".+" has no operation/);
});
