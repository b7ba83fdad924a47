import type { INodeExecutionData } from 'n8n-workflow';

import { useBench } from './support/bench';
import type { NodeResult } from './support/execution';
import { jsonOf } from './support/execution';
import type { OperationCase } from './support/operationCases';
import { operations, parametersOf } from './support/operationCases';
import type { ServiceRefusal } from './support/refusals';
import { generalRefusals, refusalsOf, refuseItem, requestsForItem } from './support/refusals';

const bench = useBench();

/** A read and two writes, which stand for the rest where any operation may meet a refusal. */
const REPRESENTATIVES = ['account: getPlan', 'fax: update', 'shop: purchaseNumber'];

/** Those that the specification names for an operation, and of three operations those that none is safe from. */
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
	refusal: ServiceRefusal,
	refusedItem: number,
	onError?: 'continueRegularOutput' | 'continueErrorOutput',
): Promise<NodeResult> {
	const { simulator } = bench();
	operationCase.prepare?.(simulator);
	refuseItem(simulator, operationCase, refusal, refusedItem);
	const options = operationCase.kind === 'write' ? {} : { readsInFlight: 1 };
	return await bench().run(
		{ ...parametersOf(operationCase), options },
		{ items: [{ json: {} }, { json: {} }], ...(onError ? { onError } : {}) },
	);
}

/** How many requests of the operation reached the service. */
function requestsOf({ operationId }: OperationCase): number {
	return bench().simulator.requests.filter((request) => request.operationId === operationId).length;
}

/** The message of a refusal; a write whose outcome is not known says so there. */
function messageOf({ kind, operation }: OperationCase, refusal: ServiceRefusal): unknown {
	const { status, code, words, subject = '' } = refusal;
	const message = `${subject}${words} (${code}, HTTP ${status})`;
	if (kind !== 'write' || status !== 500) return message;
	const warning = ['send', 'purchaseNumber', 'invite'].includes(operation)
		? '\\. Do not repeat it unchecked'
		: '';
	return expect.stringMatching(
		new RegExp(`HTTP 500\\)\\. It is not known whether the .* (was|were) [a-z ]+${warning}\\.?$`),
	);
}

/** Of a read there is no outcome to know; before a staged operation has changed anything, it is certain. */
function outcomeOf({ kind }: OperationCase, { status }: ServiceRefusal): object {
	if (kind === 'read') return {};
	if (status !== 500) return { outcome: 'refused' };
	return { outcome: kind === 'write' ? 'unknown' : 'notSent' };
}

/** What a refusal looks like as data. */
function errorData(operationCase: OperationCase, refusal: ServiceRefusal): object {
	const { status, code, words, advice } = refusal;
	return {
		error: {
			message: messageOf(operationCase, refusal),
			description: words,
			code,
			status,
			advice: expect.stringMatching(advice) as unknown,
			...outcomeOf(operationCase, refusal),
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
		expect(requestsOf(operationCase)).toBe(requestsForItem(operationCase) + refusal.attempts);
	},
);

const representatives = everyRefusal.filter(
	({ name }, at) =>
		REPRESENTATIVES.includes(name) && everyRefusal.findIndex((other) => other.name === name) === at,
);

describe.each(representatives)('$name that goes on after $status $code', ({ operationCase, refusal }) => {
	test('with continue on fail, it is data of its item, and the other item comes out', async () => {
		const { items, error } = await runWithRefusal(operationCase, refusal, 0, 'continueRegularOutput');

		expect(error).toBeUndefined();
		const [refused, ...others] = items;
		expect(refused?.json).toEqual(errorData(operationCase, refusal));
		expect(refused?.pairedItem).toEqual({ item: 0 });
		expectOutput(others, operationCase, 1);
		expect(requestsOf(operationCase)).toBe(refusal.attempts + requestsForItem(operationCase));
	});

	test('with an error output, it goes there, and the other item goes on', async () => {
		const { items, errorItems, error } = await runWithRefusal(
			operationCase,
			refusal,
			0,
			'continueErrorOutput',
		);

		expect(error).toBeUndefined();
		expect(jsonOf(errorItems)).toEqual([errorData(operationCase, refusal)]);
		expect(errorItems[0]?.pairedItem).toEqual({ item: 0 });
		expectOutput(items, operationCase, 1);
	});
});
