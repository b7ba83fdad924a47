import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { querySqlite } from '../../../harness/n8n/database';
import { node } from '../../../harness/n8n/workflows';
import {
	deliveryBody,
	forSeconds,
	hashOf,
	NAMES_OF_A_DELIVERY,
	signed,
	until,
	useTriggerBench,
} from './support';

// A file of n8n's "external hooks" is loaded into its process. This one stands between n8n and its database: while a file
// is there, storing an execution takes as long, or fails; or an execution ends before its first node has run.
const folder = mkdtempSync(path.join(tmpdir(), 'faxplus-hook-'));
const flags = {
	hold: path.join(folder, 'hold'),
	fail: path.join(folder, 'fail'),
	crash: path.join(folder, 'crash'),
};
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
	const { WorkflowExecute } = n8n('n8n-core');
	const { processRunExecutionData } = WorkflowExecute.prototype;
	WorkflowExecute.prototype.processRunExecutionData = function (...values) {
		if (!existsSync(${JSON.stringify(flags.crash)})) return processRunExecutionData.apply(this, values);
		return pause(500).then(() => { throw new Error('The execution is made to crash'); });
	};
	module.exports = {};`,
);

const MEMORY_SECONDS = 60;

const bench = useTriggerBench(() => ({ env: { EXTERNAL_HOOK_FILES: hook } }));

afterEach(() => {
	for (const flag of Object.values(flags)) rmSync(flag, { force: true });
});
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

const idsOf = async (workflowId: string) =>
	(await bench().passed(workflowId)).map(({ webhookId }) => webhookId);

describe('Each delivery once', () => {
	it('twenty times in sequence and twenty times at once: one item, and 200 for all', async () => {
		const trigger = bench().trigger('twenty');
		const { id, endpoint } = await bench().activate(trigger);
		const sequence = signed(endpoint.secret, { id: 'msg_sequence' });
		const atOnce = signed(endpoint.secret, { id: 'msg_at_once', body: deliveryBody('fax_at_once') });

		const statuses: number[] = [];
		for (let i = 0; i < 20; i++) {
			statuses.push((await bench().post(endpoint.url, sequence.body, sequence.headers)).status);
		}
		const parallel = Array.from({ length: 20 }, async () => {
			return (await bench().post(endpoint.url, atOnce.body, atOnce.headers)).status;
		});
		statuses.push(...(await Promise.all(parallel)));

		expect(statuses).toEqual(Array(40).fill(200));
		expect((await idsOf(id)).sort()).toEqual(['msg_at_once', 'msg_sequence']);
		await bench().retire(id, trigger);
	});

	it('is known to the store of n8n, which the database shows after the second and third delivery', async () => {
		const trigger = bench().trigger('stored');
		const { id, endpoint } = await bench().activate(trigger);
		const sent: string[] = [];

		for (const count of [1, 2, 3]) {
			const { webhookId, settled } = bench().faxReceived(endpoint);
			sent.push(webhookId);
			await settled;
			await until(async () => (await bench().passed(id)).length === count || undefined);
			const stored = await bench().storedHashes(id);
			expect(stored).toEqual(expect.arrayContaining(sent.map(hashOf)));
			expect(stored).toHaveLength(count * NAMES_OF_A_DELIVERY);
		}
		await bench().retire(id, trigger);
	});

	it('means each delivery: two of the same fax both pass', async () => {
		const trigger = bench().trigger('same-fax');
		const { id, endpoint } = await bench().activate(trigger);

		const deliveries = [1, 2].map(() => bench().faxReceived(endpoint, { faxId: 'fax_twice' }));
		await Promise.all(deliveries.map(async ({ settled }) => await settled));

		expect(await bench().passed(id)).toHaveLength(2);
		await bench().retire(id, trigger);
	});
});

describe('When the execution cannot be started', () => {
	it('the answer is no success, and the retry of the service runs', async () => {
		const trigger = bench().trigger('start-fails');
		const { id, endpoint } = await bench().activate(trigger);
		writeFileSync(flags.fail, '');

		const delivery = bench().faxReceived(endpoint);
		await until(() => delivery.attempts[0]?.status ?? undefined);
		expect(delivery.attempts[0]?.status).toBeGreaterThanOrEqual(500);
		rmSync(flags.fail);

		expect((await delivery.settled).state).toBe('delivered');
		expect(await idsOf(id)).toEqual([delivery.webhookId]);
		await bench().retire(id, trigger);
	});

	it('a caller that hangs up meanwhile, and tries again, gets its item through once', async () => {
		const trigger = bench().trigger('hangs-up');
		const { id, endpoint } = await bench().activate(trigger);
		const { body, headers } = signed(endpoint.secret, { id: 'msg_hangs_up' });
		writeFileSync(flags.hold, '');

		await expect(bench().post(endpoint.url, body, headers, 1000)).rejects.toThrow(/timeout/);
		const retry = bench().post(endpoint.url, body, headers);
		await forSeconds(1);
		rmSync(flags.hold);

		expect((await retry).status).toBe(200);
		expect(await idsOf(id)).toEqual(['msg_hangs_up']);
		await bench().retire(id, trigger);
	});

	it('a process that dies before the trigger has run loses nothing', async () => {
		const trigger = bench().trigger('dies');
		const { id, endpoint } = await bench().activate(trigger);
		const { deliverySettings } = bench().simulator;
		const { retrySchedule } = deliverySettings;
		// A start of n8n takes as long as it takes.
		deliverySettings.retrySchedule = Array<number>(60).fill(2_000);
		writeFileSync(flags.hold, '');
		const delivery = bench().faxReceived(endpoint);
		await forSeconds(1);

		await bench().n8n.kill();
		rmSync(flags.hold);
		await bench().n8n.restart();

		expect((await delivery.settled).state).toBe('delivered');
		deliverySettings.retrySchedule = retrySchedule;
		expect(await idsOf(id)).toEqual([delivery.webhookId]);
		await bench().retire(id, trigger);
	});
});

describe('What people repeat on purpose', () => {
	it('a replay passes, once memory has no say any more, when the execution crashed before its trigger ran', async () => {
		const trigger = bench().trigger('crashed');
		const { id, endpoint } = await bench().activate(trigger);
		writeFileSync(flags.crash, '');
		const delivery = await bench().faxReceived(endpoint).settled;
		expect(delivery.state).toBe('delivered');
		expect(await idsOf(id)).toEqual([]);
		rmSync(flags.crash);

		await forSeconds(MEMORY_SECONDS + 1);
		await bench().simulator.replay(delivery.webhookId);

		await bench().n8n.api.waitForExecutions(id, 2);
		expect(await idsOf(id)).toEqual([delivery.webhookId]);
		await bench().retire(id, trigger);
	}, 180_000);

	it('a failed execution that is retried from the list passes the trigger', async () => {
		const failing = node(
			'Fails once',
			'n8n-nodes-base.httpRequest',
			{
				url: `${bench().simulator.baseUrl}/shop/balance`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'faxPlusApi',
			},
			{ typeVersion: 4.2, credentials: [bench().account] },
		);
		const trigger = bench().trigger('retried');
		const { id, endpoint } = await bench().activate(trigger, failing);
		bench().simulator.fail({ times: 1, with: 400, operationId: 'getBalance' });
		await bench().faxReceived(endpoint).settled;
		const failed = await until(async () => {
			return (await bench().n8n.api.listExecutions(id)).find(({ status }) => status === 'error');
		});

		const retried = await bench().n8n.api.retryExecution(failed.id);

		expect((await bench().n8n.api.waitForExecution(retried)).status).toBe('success');
		expect(await bench().passed(id)).toHaveLength(1);
		await bench().retire(id, trigger);
	});
});

describe('When the store cannot be asked', () => {
	it('the item passes, and the log says so', async () => {
		const trigger = bench().trigger('no-store');
		const { id, endpoint } = await bench().activate(trigger);
		await querySqlite(bench().n8n, 'ALTER TABLE processed_data RENAME TO processed_data_away');
		const from = bench().n8n.log.length;

		const delivery = bench().faxReceived(endpoint);
		await delivery.settled;
		const passed = await until(async () => {
			const items = await bench().passed(id);
			return items.length > 0 ? items : undefined;
		});
		await querySqlite(bench().n8n, 'ALTER TABLE processed_data_away RENAME TO processed_data');

		expect(passed.map(({ webhookId }) => webhookId)).toEqual([delivery.webhookId]);
		const line = `delivery ${delivery.webhookId} goes on unchecked`;
		await until(() => bench().n8n.log.slice(from).includes(line) || undefined);
		await bench().retire(id, trigger);
	});
});
