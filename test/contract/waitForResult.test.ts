import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { seed } from '../../simulator';
import { useBench } from './support/bench';
import { jsonOf } from './support/execution';
import { clinic } from './support/operationCases';

const bench = useBench();

const NUMBER = '+15550100299';
const BUSY = '+15550100911';
const PARTIAL = '+15550100913';

/** A wait that looks every second. */
const quick = { pollingInterval: 1, waitLimit: 30 };

async function run(
	parameters: INodeParameters,
	items: INodeExecutionData[] = [{ json: {} }],
	onError?: 'continueRegularOutput',
) {
	return await bench().engine.run({
		parameters: { resource: 'fax', ...parameters },
		credentials: await bench().accessToken(),
		items,
		...(onError ? { onError } : {}),
	});
}

async function send(to: string, options: INodeParameters = {}) {
	const parameters = {
		operation: 'send',
		from: seed.ownedNumber,
		to,
		source: 'text',
		text: 'Hello',
		options,
	};
	return await run(parameters);
}

async function wait(faxId: string, options: INodeParameters = {}, onError?: 'continueRegularOutput') {
	return await run(
		{ operation: 'waitForResult', faxId, options: { ...quick, ...options } },
		[{ json: {} }],
		onError,
	);
}

/** Sends a fax without waiting; its id in the outbox. */
async function sent(to: string): Promise<string> {
	const { items } = await send(to);
	return items[0]?.json['id'] as string;
}

describe.each([
	['the fax keeps its id', {}],
	['the fax gets another id', { faxIdKept: false }],
	['missing things are 404', { missingStatus: 404 as const }],
	['the record comes late', { recordDelay: 1500 }],
	['the record comes late, with another id', { recordDelay: 1500, faxIdKept: false }],
	[
		'records name their numbers from_number and to_number',
		{ recordNumbers: '_number' as const, faxIdKept: false },
	],
	['one record in the outbox for all recipients', { outboxRecords: 'together' as const }],
	['one record for all, and another id', { outboxRecords: 'together' as const, faxIdKept: false }],
])('where %s', (_how, settings) => {
	test('waits for what becomes of each recipient', async () => {
		Object.assign(bench().simulator.settings, settings);
		bench().simulator.sending.sending = 500;
		const { items, error } = await send(`${NUMBER},${BUSY},${PARTIAL}`, { waitUntilSent: true, ...quick });
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([
			{ to: NUMBER, from: seed.ownedNumber, status: 'success', outcome: 'success' },
			{
				to: BUSY,
				status: 'failed_user_busy',
				outcome: 'failure',
				statusMeaning: expect.stringMatching(/busy/) as string,
			},
			{ to: PARTIAL, status: 'partially_sent', outcome: 'failure' },
		]);
	});

	test('"Wait for Result" finds the same', async () => {
		const { simulator } = bench();
		Object.assign(simulator.settings, settings);
		simulator.sending.sending = 1200;
		const { items, error } = await wait(await sent(BUSY));
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ to: BUSY, status: 'failed_user_busy', outcome: 'failure' }]);
	});
});

test('a fax that has left the outbox before is found at once', async () => {
	const id = await sent(NUMBER);
	while (clinic(bench().simulator).outbox.has(id)) await new Promise((resolve) => setTimeout(resolve, 20));
	bench().simulator.clearRequests();
	const { items } = await wait(id);
	expect(jsonOf(items)).toMatchObject([{ id, status: 'success', outcome: 'success', pages: 1 }]);
	expect(bench().simulator.requests).toHaveLength(2);
});

test('a fax with another id names the one in the outbox too', async () => {
	const { simulator } = bench();
	simulator.settings.faxIdKept = false;
	simulator.sending.sending = 500;
	const { items } = await send(NUMBER, { waitUntilSent: true, ...quick });
	const [{ id, outboxId } = {}] = jsonOf(items);
	const sentFax = [...clinic(simulator).faxes.values()].find(
		({ to, category }) => category === 'sent' && to === NUMBER,
	);
	expect(id).toBe(sentFax?.id);
	expect(outboxId).not.toBe(id);
});

describe('two faxes to one number at one time', () => {
	const items = [{ json: { text: 'first' } }, { json: { text: 'second' } }];
	const parameters = {
		operation: 'send',
		from: seed.ownedNumber,
		to: BUSY,
		source: 'text',
		text: '={{ $json.text }}',
		options: { waitUntilSent: true, pollingInterval: 1, waitLimit: 6 },
	};

	beforeEach(() => {
		const { simulator } = bench();
		simulator.lines.set(BUSY, ['failed_user_busy', 'success']);
		simulator.sending.sending = 500;
	});

	test('each gets its own result', async () => {
		const { items: output } = await run(parameters, items);
		const { faxes } = clinic(bench().simulator);
		for (const { json } of output) {
			expect(json['outcome']).not.toBe('pending');
			expect(json['status']).toBe(faxes.get(json['id'] as string)?.status);
		}
	});

	test('with other ids neither gets a result, as it might be that of the other', async () => {
		Object.assign(bench().simulator.settings, { faxIdKept: false, recordDelay: 1000 });
		const { items: output, error } = await run(parameters, items);
		expect(error).toBeUndefined();
		expect(jsonOf(output).map(({ outcome }) => outcome)).toEqual(['pending', 'pending']);
		for (const { json } of output)
			expect(json['statusMeaning']).toMatch(/under another ID\. Look at the sent faxes\.$/);
	});
});

test('an earlier fax to the number is not taken for this one', async () => {
	const { simulator } = bench();
	await send(BUSY, { waitUntilSent: true, ...quick });
	// No line is free again within a moment.
	await new Promise((resolve) => setTimeout(resolve, 3500));
	Object.assign(simulator.settings, { faxIdKept: false, recordDelay: 60_000 });
	simulator.sending.sending = 300;
	const { items } = await send(BUSY, { waitUntilSent: true, pollingInterval: 1, waitLimit: 5 });
	expect(jsonOf(items)).toMatchObject([{ outcome: 'pending' }]);
});

test('a fax that is canceled while it is waited for is not said to be on its way', async () => {
	const { simulator } = bench();
	simulator.sending.converting = 60_000;
	const id = await sent(NUMBER);
	let looks = 0;
	simulator.latency = ({ operationId }) => {
		if (operationId === 'getOutboxFax' && ++looks === 2) clinic(simulator).outbox.delete(id);
		return 0;
	};
	const { items } = await wait(id, { waitLimit: 4 });
	expect(jsonOf(items)).toMatchObject([
		{ id, outcome: 'pending', statusMeaning: expect.stringMatching(/^It has left the outbox/) as string },
	]);
});

test.each([
	['Wait Limit', { waitLimit: 0 }],
	['Polling Interval', { pollingInterval: '={{ $json.no }}' }],
	['Fail If Not Delivered', { failIfNotDelivered: '={{ "perhaps" }}' }],
])('a bad %s is refused before anything is sent', async (name, options) => {
	const { error } = await send(NUMBER, { waitUntilSent: true, ...options });
	expect(error?.message).toMatch(new RegExp(`^${name} `));
	expect(bench().simulator.requests).toEqual([]);
});

test('when the limit passes, the item says that it is still on its way, and nothing fails', async () => {
	const { simulator } = bench();
	simulator.sending.sending = 60_000;
	const { items, error } = await send(NUMBER, {
		waitUntilSent: true,
		pollingInterval: 1,
		waitLimit: 2,
		failIfNotDelivered: true,
	});
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toMatchObject([
		{
			to: NUMBER,
			status: 'sending',
			outcome: 'pending',
			statusMeaning: 'The fax is on the line. The wait ended before the fax did.',
		},
	]);
	const waited = await wait(items[0]?.json['id'] as string, { waitLimit: 2 });
	expect(waited.error).toBeUndefined();
	expect(jsonOf(waited.items)).toMatchObject([{ to: NUMBER, status: 'sending', outcome: 'pending' }]);
});

describe('"Fail If Not Delivered"', () => {
	test('makes an item fail, and tells all that was sent', async () => {
		const { error } = await send(`${NUMBER},${BUSY}`, {
			waitUntilSent: true,
			failIfNotDelivered: true,
			...quick,
		});
		expect(error?.message).toMatch(
			/^The fax to \+15550100911 was not delivered: .*busy.*\(failed_user_busy\)\. 1 of 1 items was carried out before this\.$/,
		);
		expect(error?.description).toContain(NUMBER);
	});

	test('leaves the results of all recipients in the item, where the node continues', async () => {
		const { items } = await run(
			{
				operation: 'send',
				from: seed.ownedNumber,
				to: `${NUMBER},${BUSY}`,
				source: 'text',
				text: 'Hello',
				options: { waitUntilSent: true, failIfNotDelivered: true, ...quick },
			},
			[{ json: {} }],
			'continueRegularOutput',
		);
		expect(jsonOf(items)).toMatchObject([
			{
				error: {
					outcome: 'carriedOut',
					code: 'failed_user_busy',
					faxes: [
						{ to: NUMBER, outcome: 'success' },
						{ to: BUSY, outcome: 'failure' },
					],
				},
			},
		]);
	});

	test('of the wait as well', async () => {
		const { items } = await wait(await sent(BUSY), { failIfNotDelivered: true }, 'continueRegularOutput');
		expect(jsonOf(items)).toMatchObject([{ error: { code: 'failed_user_busy' } }]);
	});
});

test('an ID that nothing has is an error that names the field', async () => {
	const { error } = await wait('of-nobody', { waitLimit: 2 });
	expect(error?.message).toMatch(/was not found/);
	expect(error?.description).toMatch(/^Check Fax ID: the service found nothing with it\./);
});

test.each([
	[401, 'unauthorized', /^The token has expired/],
	[403, 'forbidden', /needs one of these scopes: fax:all:read, fax:fax:read/],
	[400, 'invalid_user_id', /^Check User ID/],
])('a refusal ends the wait at once: %i %s', async (status, error, advice) => {
	bench().simulator.fail({ method: 'GET', times: 100, with: status, error, description: 'No' });
	const result = await wait(seed.faxId);
	expect(result.error?.message).toContain(`(${error}, HTTP ${status})`);
	expect(result.error?.description).toMatch(advice);
	expect(bench().simulator.requests).toHaveLength(1);
});

test.each([429, 500, 503])(
	'a service that answers %i until the limit has passed is an error',
	async (status) => {
		bench().simulator.fail({ method: 'GET', times: 1000, with: status, retryAfter: '0' });
		const result = await wait(seed.faxId, { waitLimit: 2 });
		expect(result.error?.message).toContain(`HTTP ${status}`);
	},
);

test('a service that fails for a while ends no wait', async () => {
	const { simulator } = bench();
	const id = await sent(NUMBER);
	simulator.fail({ method: 'GET', times: 6, with: 'hang-up' });
	const { items, error } = await wait(id);
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toMatchObject([{ outcome: 'success' }]);
});

test('reading that is refused takes nothing from what was sent', async () => {
	const { simulator } = bench();
	simulator.fail({ method: 'GET', times: 1000, with: 403 });
	const { items, error } = await send(NUMBER, { waitUntilSent: true, ...quick });
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toMatchObject([
		{ to: NUMBER, status: 'submitted', outcome: 'pending', waitError: expect.any(String) as string },
	]);
});

test('a person who stops the execution ends the wait', async () => {
	const { simulator } = bench();
	simulator.sending.sending = 600_000;
	const id = await sent(NUMBER);
	const { status } = await bench().engine.run({
		parameters: { resource: 'fax', operation: 'waitForResult', faxId: id },
		credentials: await bench().accessToken(),
		cancel: new Promise((resolve) => setTimeout(resolve, 300)),
	});
	expect(status).toBe('canceled');
});

test('50 waits at once: no more requests in flight than Items at Once, and few for each', async () => {
	const { simulator } = bench();
	const ids: string[] = [];
	for (let i = 0; i < 50; i++) {
		simulator.sending.converting = 400 + Math.round((i * 19_000) / 50 / 2);
		ids.push(await sent(`+155503${String(10_000 + i)}`));
	}
	simulator.clearRequests();
	simulator.latency = 50;
	const items = ids.map((id) => ({ json: { id } }));
	const { items: output, error } = await run(
		{ operation: 'waitForResult', faxId: '={{ $json.id }}', options: { readsInFlight: 5 } },
		items,
	);
	expect(error).toBeUndefined();
	expect(jsonOf(output).map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'success']));
	expect(simulator.maxInFlight).toBeLessThanOrEqual(5);
	for (const id of ids) {
		expect(simulator.requests.filter(({ path }) => path.endsWith(id)).length).toBeLessThanOrEqual(12);
	}
}, 120_000);
