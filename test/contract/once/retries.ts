import { request as forward } from 'node:http';

import { WorkflowDataProxy, type INodeExecutionData, type INodeParameters } from 'n8n-workflow';

import { seed, type SimulatorOptions } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { jsonOf, type NodeResult, type NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';
import { startRawServer } from '../support/rawServer';
import { file, numberOf, sendingOf, withFiles } from '../support/sending';
import { letTimePass } from '../support/time';

const bench = useBench();
const { send, taken, slowly } = sendingOf(bench);

beforeEach(() => {
	bench().engine.store.idsByNode.clear();
	slowly();
});

afterEach(() => {
	bench().engine.store.failure = undefined;
	bench().engine.store.callsLeft = Number.POSITIVE_INFINITY;
});

interface Attempt extends Partial<NodeRun> {
	numbers: string[];
	waitUntilSent?: boolean;
	options?: INodeParameters;
	text?: string;
}

/** Sends a fax for each item, in one attempt of an execution. */
async function attempt({
	numbers,
	waitUntilSent = false,
	options = {},
	text = '=Fax {{ $json.n }} to {{ $json.to }}',
	...run
}: Attempt): Promise<NodeResult> {
	const items = numbers.map((to, n) => ({ json: { to, n } }));
	return await send({ to: '={{ $json.to }}', text, waitUntilSent, options }, { items, ...run });
}

/** Fills every node's store with entries of other executions. */
function fillStore(): void {
	const { idsByNode } = bench().engine.store;
	const others = Array.from({ length: 10_000 }, (_, n) => `of another execution ${n}`);
	for (const node of idsByNode.keys()) idsByNode.set(node, others);
}

let executions = 0;
/** Returns the start time of a new execution. It's now, but always later than earlier start times. */
const newExecution = (): number => (executions = Math.max(executions + 1, Date.now()));

/** Starts a front that forwards requests until Fax.Plus has received the given number of uploads. Then it stops listening. */
async function frontUntil(origin: string, uploads: number): Promise<string> {
	let left = uploads;
	const front = await startRawServer((request, response) => {
		const { method, url = '', headers } = request;
		const passedOn = forward(new URL(url, origin), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		request.pipe(passedOn);
		response.on('finish', () => {
			if (url.includes('/files') && --left === 0) void front.stop();
		});
	});
	return front.baseUrl;
}

const outcomeOf = ({ json: { error, id } }: INodeExecutionData): unknown =>
	(error as { outcome?: string } | undefined)?.outcome ?? typeof id;

const BEHAVIORS: Array<[string, SimulatorOptions & { converting?: number }]> = [
	['ids kept', {}],
	['no IDs in the answer', { idsInAnswer: 'none' }],
	['one record for all', { outboxRecords: 'together' }],
	['faxes that have left the outbox', { converting: 0 }],
	['faxes that have left the outbox with other IDs', { converting: 0, faxIdKept: false }],
];

describe.each(BEHAVIORS)('A batch that is killed and retried, %s', (_name, { converting, ...settings }) => {
	beforeEach(() => {
		const { simulator } = bench();
		Object.assign(simulator.settings, settings);
		if (converting !== undefined) simulator.sending.converting = converting;
	});

	it('reaches nobody twice and omits nobody without saying so, whatever n8n was about to do', async () => {
		const numbers = [0, 1, 1].map(numberOf);
		const { store } = bench().engine;
		for (let calls = 0; ; calls++) {
			bench().simulator.reset();
			bench().simulator.sending.converting = converting ?? 600_000;
			Object.assign(bench().simulator.settings, settings);
			const beganAt = newExecution();
			store.callsLeft = calls;
			await attempt({ numbers, beganAt });
			const isWhole = store.callsLeft > 0;
			store.callsLeft = Number.POSITIVE_INFINITY;
			const { items } = await attempt({ numbers, retryOf: beganAt, onError: 'continueRegularOutput' });

			const results = items.map(outcomeOf);
			const inDoubt = results.filter((outcome) => outcome === 'unknown').length;
			expect(items).toHaveLength(3);
			expect(inDoubt).toBeLessThanOrEqual(1);
			const counts = taken();
			const missing = [1, 2].map((count, i) => count - (counts[numberOf(i)] ?? 0));
			expect(missing.every((count) => count >= 0)).toBe(true);
			expect(missing.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(inDoubt);
			if (isWhole) break;
		}
	});
});

describe('A retried execution', () => {
	const numbers = [0, 1, 2].map(numberOf);

	it('sends what was refused and what follows, and reports the rest with its ID', async () => {
		const beganAt = newExecution();
		bench().onRequest('sendFax', 2, () => {
			const refusal = { with: 400, error: 'bad_request', description: 'No' };
			bench().simulator.fail({ operationId: 'sendFax', times: 1, ...refusal });
		});
		const first = await attempt({ numbers, beganAt });
		expect(first.error).toBeDefined();
		const { items } = await attempt({ numbers, retryOf: beganAt });
		expect(items.map(outcomeOf)).toEqual(['string', 'string', 'string']);
		expect(Object.values(taken())).toEqual([1, 1, 1]);
	});

	it('sends what never left n8n because of a closed port', async () => {
		const { simulator } = bench();
		const beganAt = newExecution();
		const front = await frontUntil(simulator.origin, numbers.length);
		const credentials = await bench().accessToken(seed.ownerToken, front);
		const first = await attempt({ numbers, beganAt, credentials });
		expect(first.error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		const { items } = await attempt({ numbers, retryOf: beganAt });
		expect(items.map(outcomeOf)).toEqual(['string', 'string', 'string']);
		expect(Object.values(taken())).toEqual([1, 1, 1]);
	});

	it('counts runs from zero after a kill, when n8n has only placeholders for earlier runs', async () => {
		const beganAt = newExecution();
		const first = await attempt({ numbers, beganAt });
		const { items } = await attempt({ numbers, retryOf: beganAt, rebuiltRuns: 2 });
		expect(items.map(({ json }) => json['id'])).toEqual(first.items.map(({ json }) => json['id']));
		expect(Object.values(taken())).toEqual([1, 1, 1]);
	});

	it('finds its faxes again that have just left the outbox', async () => {
		const beganAt = newExecution();
		bench().simulator.sending.converting = 0;
		const first = await attempt({ numbers, beganAt });
		const { items } = await attempt({ numbers, retryOf: beganAt });
		expect(items.map(({ json }) => json['id'])).toEqual(first.items.map(({ json }) => json['id']));
		expect(Object.values(taken())).toEqual([1, 1, 1]);
	});

	it("looks for each user's fax where that user sent it", async () => {
		const beganAt = newExecution();
		const options = { userId: `={{ $json.n === 1 ? '${seed.memberId}' : 'self' }}` };
		const first = await attempt({ numbers, options, beganAt });
		const { items } = await attempt({ numbers, options, retryOf: beganAt });
		expect(first.error).toBeUndefined();
		expect(items.map(({ json }) => json['id'])).toEqual(first.items.map(({ json }) => json['id']));
	});

	it('keeps an unknown outcome unknown, after handling all others', async () => {
		const beganAt = newExecution();
		bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 'hang-up' });
		await attempt({ numbers, beganAt });
		for (let retry = 0; retry < 2; retry++) {
			const { error } = await attempt({ numbers, retryOf: beganAt });
			expect(error?.message).toMatch(
				/^It's unknown whether the fax was sent\. .* 2 of 3 items were carried out/,
			);
			// Without this setting, the other items would never be sent.
			expect(error?.description).toContain('"On Error" to "Continue"');
			expect(taken()).toEqual({ [numberOf(1)]: 1, [numberOf(2)]: 1 });
		}
	});

	describe("whose fax isn't in Fax.Plus", () => {
		const [number = ''] = numbers;
		const options = { pollingInterval: 5, waitLimit: 60 };

		/** Sends the fax, and then removes it from the outbox. */
		async function sentAndRemoved(): Promise<{ beganAt: number; putBack: () => void; id: unknown }> {
			const beganAt = newExecution();
			const { items } = await attempt({ numbers: [number], beganAt });
			const { outbox } = clinic(bench().simulator);
			const id = items[0]?.json['id'] as string;
			const fax = outbox.get(id);
			if (!fax) throw new Error(`${id} is not in the outbox`);
			outbox.delete(id);
			return { beganAt, putBack: () => outbox.set(id, fax), id };
		}

		it.each([true, false])(
			"says that it's unknown, and passes on none without an ID: waits %j",
			async (waitUntilSent) => {
				const { beganAt } = await sentAndRemoved();
				const { error } = await attempt({ numbers: [number], waitUntilSent, options, retryOf: beganAt });
				expect(error?.message).toMatch(
					/^It's unknown whether the fax to \+15550210000 was delivered\. An earlier attempt of this execution sent it, and it is neither in the outbox nor among the sent faxes\./,
				);
				expect(error?.context['faxPlus']).toMatchObject({ outcome: 'carriedOut' });
			},
		);

		it("finds it once it's there again", async () => {
			const { beganAt, putBack, id } = await sentAndRemoved();
			bench().simulator.sending.converting = 0;
			bench().onRequest('listOutboxFaxes', 3, putBack);
			const { items } = await attempt({
				numbers: [number],
				waitUntilSent: true,
				options: { ...options, failIfNotDelivered: false },
				retryOf: beganAt,
			});
			expect(jsonOf(items)).toMatchObject([{ id, to: number }]);
		});
	});

	it("isn't blocked by guards or a past time if the fax was sent", async () => {
		const beganAt = newExecution();
		const parameters = {
			to: numberOf(0),
			guards: { maxRecipients: 1 },
			options: { sendTime: new Date(Date.now() + 60_000).toISOString() },
		};
		const first = await send(parameters, { beganAt });
		await letTimePass(3_600_000);
		const { items } = await send(parameters, { retryOf: beganAt });
		expect(items.map(({ json }) => json['id'])).toEqual(first.items.map(({ json }) => json['id']));
		expect(taken()).toEqual({ [numberOf(0)]: 1 });
	});

	it("never returns another execution's fax as its own, wherever n8n ends during an earlier retry", async () => {
		const { store } = bench().engine;
		const only = { numbers: [numberOf(0)] };
		for (let calls = 0; ; calls++) {
			bench().simulator.reset();
			const beganAt = newExecution();
			bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 'hang-up' });
			await attempt({ ...only, beganAt });
			await attempt({ ...only, beganAt: newExecution() });
			store.callsLeft = calls;
			await attempt({ ...only, retryOf: beganAt });
			const isWhole = store.callsLeft > 0;
			store.callsLeft = Number.POSITIVE_INFINITY;
			const { items } = await attempt({ ...only, retryOf: beganAt, onError: 'continueRegularOutput' });
			expect(items.map(outcomeOf)).toEqual(['unknown']);
			if (isWhole) break;
		}
	});

	it('sends faxes that never began, although another process restores what it has requested', async () => {
		const { store } = bench().engine;
		const beganAt = newExecution();
		store.callsLeft = 0;
		await attempt({ numbers, beganAt });
		store.callsLeft = Number.POSITIVE_INFINITY;
		store.lostRemovals = 1;
		const { items } = await attempt({ numbers, retryOf: beganAt });
		expect(items.map(outcomeOf)).toEqual(['string', 'string', 'string']);
	});

	it('sends nothing again if others pushed its records out of the store, although later ones are still there', async () => {
		const many = Array.from({ length: 12 }, (_, n) => numberOf(n));
		const beganAt = newExecution();
		bench().onRequest('sendFax', 10, fillStore);
		await attempt({ numbers: many, beganAt });
		const retry = { numbers: many, retryOf: beganAt, onError: 'continueRegularOutput' } as const;
		const { items } = await attempt(retry);
		expect(items.map(outcomeOf)).toEqual(many.map(() => 'unknown'));
		expect(Object.values(taken())).toEqual(many.map(() => 1));
	});

	it('sends what failed before the first fax, even from a full store', async () => {
		const beganAt = newExecution();
		await attempt({ numbers: [numberOf(3)] });
		fillStore();
		const refusal = { with: 401, error: 'unauthorized', description: 'No' };
		bench().simulator.fail({ operationId: 'uploadFile', times: 1, ...refusal });
		const first = await attempt({ numbers, beganAt });
		expect(first.error).toBeDefined();
		const { items } = await attempt({ numbers, retryOf: beganAt });
		expect(items.map(outcomeOf)).toEqual(['string', 'string', 'string']);
	});

	it("doesn't send a new document in place of a sent one", async () => {
		const beganAt = newExecution();
		await attempt({ numbers: [numberOf(0)], beganAt, text: 'Made at 8:00' });
		const again = { numbers: [numberOf(0)], retryOf: beganAt, text: 'Made at 8:01' };
		const { items } = await attempt({ ...again, onError: 'continueRegularOutput' });
		expect(items.map(outcomeOf)).toEqual(['unknown']);
		expect(taken()).toEqual({ [numberOf(0)]: 1 });
	});

	it("doesn't send a new file from a field without a name, because it may replace the sent one", async () => {
		const beganAt = newExecution();
		const withFile = async (content: string, run: Partial<NodeRun>): Promise<NodeResult> => {
			const items = [withFiles({ Letter: file('letter.txt', 'text/plain', content) })];
			const parameters = { source: 'files', binaryPropertyNames: 'data', to: numberOf(0) };
			return await send(parameters, { items, ...run });
		};
		await withFile('Made at 8:00', { beganAt });
		const again = await withFile('Made at 8:01', { retryOf: beganAt, onError: 'continueRegularOutput' });
		expect(again.items.map(outcomeOf)).toEqual(['unknown']);
		expect(taken()).toEqual({ [numberOf(0)]: 1 });
	});

	it("sends nothing when the store can't be read, and another execution sends nothing that it can't record", async () => {
		const beganAt = newExecution();
		await attempt({ numbers, beganAt });
		bench().engine.store.failure = new Error('no such table');
		const { error } = await attempt({ numbers, retryOf: beganAt });
		expect(error?.message).toMatch(/^It's unknown whether the fax was sent\. This is a retry.*no such table/);
		const other = await attempt({ numbers: [numberOf(3)] });
		expect(other.error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(Object.values(taken())).toEqual([1, 1, 1]);
	});

	it('sends once when two retries send at the same time', async () => {
		const beganAt = newExecution();
		const both = await Promise.all(
			[1, 2].map(async () => attempt({ numbers, retryOf: beganAt, onError: 'continueRegularOutput' })),
		);
		expect(Object.values(taken())).toEqual([1, 1, 1]);
		const outcomes = both.map(({ items }) => items.map(outcomeOf));
		for (const item of numbers.keys()) expect(outcomes.map((each) => each[item])).toContain('string');
	});

	it('buys nothing if an earlier run of a loop may have bought it', async () => {
		const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId };
		const credentials = await bench().accessToken();
		const beganAt = newExecution();
		await bench().run(purchase, { credentials, beganAt });
		const { error } = await bench().run(purchase, { credentials, retryOf: beganAt, runsBefore: 1 });
		expect(error?.message).toMatch(/^It's unknown whether the number was bought\. An earlier attempt/);
		const orders = bench().simulator.requests.filter(({ operationId }) => operationId === 'purchaseNumber');
		expect(orders).toHaveLength(1);
	});

	it('buys nothing again, and shows the number', async () => {
		const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId };
		const credentials = await bench().accessToken();
		const beganAt = newExecution();
		const first = await bench().run(purchase, { credentials, beganAt });
		const { items } = await bench().run(purchase, { credentials, retryOf: beganAt });
		expect(jsonOf(items)).toEqual(jsonOf(first.items));
		const unknown = newExecution();
		const lost = { with: 'hang-up', afterEffect: true } as const;
		bench().simulator.fail({ operationId: 'purchaseNumber', times: 1, ...lost });
		await bench().run(purchase, { credentials, beganAt: unknown });
		const { error } = await bench().run(purchase, { credentials, retryOf: unknown });
		expect(error?.message).toMatch(/^It's unknown whether the number was bought\. An earlier attempt/);
	});
});

describe('A called sub-workflow', () => {
	const numbers = [0, 1].map(numberOf);
	let calls = 0;
	const calling = (beganAt: number): NonNullable<NodeRun['calledBy']> => ({
		executionId: `calling ${++calls}`,
		beganAt,
	});
	const idsOf = ({ items }: NodeResult): unknown[] => items.map(({ json }) => json['id']);

	it('sends nothing again when the caller is retried, except what never began', async () => {
		const beganAt = newExecution();
		const first = await attempt({ numbers, calledBy: calling(beganAt) });
		const retried = await attempt({ numbers: [...numbers, numberOf(2)], calledBy: calling(beganAt) });
		expect(first.error).toBeUndefined();
		expect(idsOf(retried)).toEqual([...idsOf(first), expect.any(String)]);
		expect(Object.values(taken())).toEqual([1, 1, 1]);
		const again = await attempt({ numbers: [...numbers, numberOf(2)], calledBy: calling(beganAt) });
		expect(idsOf(again)).toEqual(idsOf(retried));
	});

	it('sends in each call of an execution, even the same fax, and in another execution', async () => {
		const calledBy = calling(newExecution());
		const call = { numbers: [numberOf(0)], text: 'Same' };
		const first = [await attempt({ ...call, calledBy }), await attempt({ ...call, calledBy })];
		const retry = { executionId: 'calling again', beganAt: calledBy.beganAt };
		const retried = [
			await attempt({ ...call, calledBy: retry }),
			await attempt({ ...call, calledBy: retry }),
		];
		expect(first.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(retried.flatMap(idsOf)).toEqual(first.flatMap(idsOf));
		expect(taken()).toEqual({ [numberOf(0)]: 2 });
		expect((await attempt({ ...call, calledBy: calling(newExecution()) })).error).toBeUndefined();
		expect(taken()).toEqual({ [numberOf(0)]: 3 });
	});

	it('reports an unknown outcome if it creates the document again, or if it was unknown before', async () => {
		const beganAt = newExecution();
		const first = { numbers: [numberOf(0)], text: 'Made at 8:00' };
		await attempt({ ...first, calledBy: calling(beganAt) });
		const changed = await attempt({ ...first, text: 'Made at 8:01', calledBy: calling(beganAt) });
		expect(changed.error?.message).toMatch(/^It's unknown whether the fax was sent/);
		const unknown = { numbers: [numberOf(1)], text: 'Lost' };
		const lost = newExecution();
		bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 'hang-up' });
		await attempt({ ...unknown, calledBy: calling(lost) });
		const { error } = await attempt({ ...unknown, calledBy: calling(lost) });
		expect(error?.message).toMatch(/^It's unknown whether the fax was sent/);
		expect(taken()).toEqual({ [numberOf(0)]: 1 });
	});

	it('sends nothing again wherever n8n is killed', async () => {
		const { store } = bench().engine;
		for (let left = 0; ; left++) {
			bench().simulator.reset();
			slowly();
			const beganAt = newExecution();
			store.callsLeft = left;
			await attempt({ numbers, calledBy: calling(beganAt) });
			const isWhole = store.callsLeft > 0;
			store.callsLeft = Number.POSITIVE_INFINITY;
			const { items } = await attempt({
				numbers,
				calledBy: calling(beganAt),
				onError: 'continueRegularOutput',
			});
			const inDoubt = items.map(outcomeOf).filter((outcome) => outcome === 'unknown').length;
			const missing = numbers.map((number) => 1 - (taken()[number] ?? 0));
			expect(missing.every((count) => count >= 0)).toBe(true);
			expect(missing.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(inDoubt);
			if (isWhole) break;
		}
	});
});

test('a run reads earlier runs of a loop no more often after thousands of them', async () => {
	const proxies = jest.spyOn(WorkflowDataProxy.prototype, 'getDataProxy');
	const madeAfter = async (runsBefore: number): Promise<number> => {
		proxies.mockClear();
		expect((await attempt({ numbers: [numberOf(0)], runsBefore })).error).toBeUndefined();
		return proxies.mock.calls.length;
	};
	expect(await madeAfter(4000)).toBe(await madeAfter(1));
});

describe('In a loop that sends the same text to the same number again', () => {
	const inLoop = (n: number, run: Partial<NodeRun>) => ({
		numbers: Array.from({ length: n }, () => numberOf(0)),
		text: 'Same',
		...run,
	});
	const idsOf = ({ items }: NodeResult): unknown[] => items.map(({ json }) => json['id']);

	it.each([1, 2])(
		"a retry doesn't confuse an earlier run's fax with an unknown outcome: %i items",
		async (n) => {
			const beganAt = newExecution();
			const first = await attempt(inLoop(1, { beganAt, executionId: `looping ${n}` }));
			expect(first.error).toBeUndefined();
			bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 502 });
			const second = await attempt(inLoop(n, { beganAt, executionId: `looping ${n}`, runsBefore: 1 }));
			expect(second.error?.message).toMatch(/It's unknown whether the fax was sent/);

			const retried = await attempt(inLoop(n, { retryOf: beganAt, runsBefore: 1 }));
			expect(idsOf(retried)).not.toContain(idsOf(first)[0]);
			expect(retried.error?.message).toMatch(/^It's unknown whether the fax was sent/);
		},
	);

	it("a retry recognizes its own run's faxes if no earlier run sent the same", async () => {
		const beganAt = newExecution();
		const first = await attempt(inLoop(2, { beganAt, executionId: 'alike', runsBefore: 1 }));
		const retried = await attempt(inLoop(2, { retryOf: beganAt, runsBefore: 1 }));
		expect(idsOf(retried)).toEqual(idsOf(first));
	});
});
