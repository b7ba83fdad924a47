import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';

import { node } from '../../tools/harness/n8n/workflows';
import { testPages } from './support/pages';
import { DONE, forSeconds, signed, TRIGGER, until, useTriggerBench } from './support/triggerBench';

const WRONG_SECRET = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';

// n8n loads a file of "external hooks" into its process. This one runs before n8n uses its database. While a certain flag
// file exists, storing an execution waits or fails, or an execution ends before its first node has run.
const folder = mkdtempSync(path.join(tmpdir(), 'faxplus-hook-'));
const flags = { hold: path.join(folder, 'hold'), fail: path.join(folder, 'fail') };
const hook = path.join(folder, 'hook.js');
writeFileSync(
	hook,
	`const { existsSync, realpathSync } = require('node:fs');
	const n8n = require('node:module').createRequire(realpathSync(process.argv[1]));
	const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
	const { ExecutionPersistence } = n8n('../dist/executions/execution-persistence.js');
	const { create } = ExecutionPersistence.prototype;
	ExecutionPersistence.prototype.create = async function (...values) {
		const fail = existsSync(${JSON.stringify(flags.fail)});
		while (existsSync(${JSON.stringify(flags.hold)})) await pause(50);
		if (fail) throw new Error('The start is made to fail');
		return await create.apply(this, values);
	};
	module.exports = {};`,
);

/** n8n runs one execution at a time, so that deliveries wait for their turn. */
const bench = useTriggerBench({
	N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
	EXTERNAL_HOOK_FILES: hook,
	N8N_DEFAULT_BINARY_DATA_MODE: 'default',
});

testPages(bench, 'in memory');

afterEach(() => {
	for (const flag of Object.values(flags)) rmSync(flag, { force: true });
});
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

/** Returns the body of a delivery with a field of several megabytes. */
function large(megabytes: number): string {
	const [hook, filler] = [{ id: 'fax_large', event: 'fax_received' }, 'x'.repeat(megabytes << 20)];
	return JSON.stringify({ hook, data: { id: hook.id, filler } });
}

describe('A delivery', () => {
	it('whose caller hangs up while n8n waits for a free slot, and tries again, starts the workflow once', async () => {
		const busy = bench().trigger('busy');
		const wait = node('Wait', 'n8n-nodes-base.wait', { amount: 20, unit: 'seconds' }, { typeVersion: 1.1 });
		const occupied = await bench().activate(busy, wait);
		const trigger = bench().trigger('queued');
		const { id, endpoint } = await bench().activate(trigger);
		const other = signed(occupied.endpoint.secret, { id: 'msg_busy' });
		await bench().post(occupied.endpoint.url, other.body, other.headers);
		const { body, headers } = signed(endpoint.secret, { id: 'msg_queued' });

		const caller = new AbortController();
		const first = bench().post(endpoint.url, body, headers, { signal: caller.signal });
		await until(async () => (await bench().n8n.api.listExecutions(id, 1)).length > 0 || undefined);
		caller.abort();
		await expect(first).rejects.toThrow(/cancel/);
		const retry = await bench().post(endpoint.url, body, headers);

		expect(retry.status).toBe(200);
		await bench().n8n.api.waitForExecutions(id, 2);
		expect(await bench().passedIds(id)).toEqual(['msg_queued']);
	});

	it('is accepted zipped, large, with a charset, and among other signatures, and a forged one is refused whatever its size', async () => {
		const trigger = bench().trigger('forms');
		const { id, endpoint } = await bench().activate(trigger);
		const { secret, url } = endpoint;
		const forged = [signed(WRONG_SECRET), { ...signed(WRONG_SECRET), body: large(8) }];
		for (const { body, headers } of forged) expect((await bench().post(url, body, headers)).status).toBe(401);

		const zipped = signed(secret, { id: 'msg_zipped' });
		const big = signed(secret, { id: 'msg_big', body: large(4) });
		const typed = signed(secret, { id: 'msg_typed' });
		const rotated = signed(secret, { id: 'msg_several' });
		const signatures = [
			'v1a,AAAA',
			new Webhook(WRONG_SECRET).sign('msg_several', new Date(), rotated.body),
			rotated.headers['webhook-signature'],
		];
		const answers = [
			await bench().post(url, gzipSync(zipped.body), { ...zipped.headers, 'content-encoding': 'gzip' }),
			await bench().post(url, big.body, big.headers),
			await bench().post(url, typed.body, {
				...typed.headers,
				'content-type': 'application/json; charset=utf-8',
			}),
			await bench().post(url, rotated.body, {
				...rotated.headers,
				'webhook-signature': signatures.join(' '),
			}),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(await bench().passedIds(id)).toEqual(['msg_big', 'msg_several', 'msg_typed', 'msg_zipped']);
	});

	it('leaves no trace in static data', async () => {
		const trigger = bench().trigger('static');
		const { id, endpoint } = await bench().activate(trigger);

		const delivery = await bench().faxReceived(endpoint, { faxId: 'fax_static' }).settled;
		expect(await bench().passedIds(id)).toEqual([delivery.webhookId]);

		const { staticData } = await bench().n8n.api.getWorkflow(id);
		const registeredAt = expect.any(Number) as unknown;
		const remembered = { endpointId: endpoint.id, url: endpoint.url, registeredAt };
		expect(staticData).toMatchObject({ global: { [`faxPlus endpoint ${trigger.id}`]: remembered } });
		expect(JSON.stringify(staticData)).not.toMatch(new RegExp(`fax_static|${delivery.webhookId}|15550100`));
	});

	it('starts both triggers of one workflow', async () => {
		const first = bench().trigger('in-one-1');
		const second = { ...bench().trigger('in-one-2'), name: 'Fax 2', id: 'Fax 2' };
		const { n8n, simulator } = bench();
		const done = node(DONE, 'n8n-nodes-base.noOp');
		const toDone = { main: [[{ node: DONE, type: 'main' as const, index: 0 }]] };
		const { id } = await n8n.api.createWorkflow({
			name: 'Two triggers',
			nodes: [first, second, done],
			connections: { [TRIGGER]: toDone, 'Fax 2': toDone },
		});
		await n8n.api.publish(id);
		await until(() => (bench().endpointOf(first) && bench().endpointOf(second) ? true : undefined));
		await bench().enterSecrets();

		const deliveries = simulator.faxReceived({ webhookId: 'msg_for_two_nodes' });
		await Promise.all(deliveries.map(async ({ settled }) => await settled));

		expect(await bench().passed(id)).toHaveLength(2);
	});
});

describe("When the execution can't start", () => {
	it("the answer is an error, and Fax.Plus's next attempt starts the workflow", async () => {
		const trigger = bench().trigger('start-fails');
		const { id, endpoint } = await bench().activate(trigger);
		writeFileSync(flags.fail, '');

		const delivery = bench().faxReceived(endpoint);
		await until(() => delivery.attempts[0]?.status ?? undefined);
		expect(delivery.attempts[0]?.status).toBeGreaterThanOrEqual(500);
		rmSync(flags.fail);

		expect((await delivery.settled).state).toBe('delivered');
		expect(await bench().passedIds(id)).toEqual([delivery.webhookId]);
	});

	it('a caller that hangs up and tries again starts the workflow once', async () => {
		const trigger = bench().trigger('hangs-up');
		const { id, endpoint } = await bench().activate(trigger);
		const { body, headers } = signed(endpoint.secret, { id: 'msg_hangs_up' });
		writeFileSync(flags.hold, '');

		await expect(bench().post(endpoint.url, body, headers, { timeout: 1000 })).rejects.toThrow(/timeout/);
		const retry = bench().post(endpoint.url, body, headers);
		await forSeconds(1);
		rmSync(flags.hold);

		expect((await retry).status).toBe(200);
		expect(await bench().passedIds(id)).toEqual(['msg_hangs_up']);
	});
});
