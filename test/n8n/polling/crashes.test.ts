import { setTimeout as pause } from 'node:timers/promises';

import { node } from '../../../harness/n8n/workflows';
import { idsIn, until, usePollingBench } from './support';

const bench = usePollingBench();

/**
 * Milliseconds after the service has answered the poll that finds faxes. n8n then stores an execution, begins it, and after
 * the last of these times is certain to be amid it.
 */
const KILLED_AFTER = [0, 100, 400, 3_000];

const takesLong = node(
	'Takes long',
	'n8n-nodes-base.wait',
	{ resume: 'timeInterval', amount: 6, unit: 'seconds' },
	{ typeVersion: 1.1 },
);

it('no fax is lost when n8n is killed right after a poll; only what was under way may come twice', async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer, bench().trigger(customer), takesLong);
	const [calm, underWay]: [string[], string[]] = [[], []];

	for (const milliseconds of KILLED_AFTER) {
		calm.push(...customer.addMany(3));
		await until(async () => {
			const passed = idsIn(await bench().endedExecutions(id));
			return calm.every((faxId) => passed.includes(faxId)) || undefined;
		});
		const before = customer.requests.length;
		underWay.push(...customer.addMany(3));
		while (customer.requests[before]?.status === undefined) await pause(1);
		await pause(milliseconds);
		await bench().n8n.kill();
		await bench().n8n.restart();
	}

	// What a kill has hit before its first node n8n lists as running, as long as the beginning is in its log of two starts.
	for (let start = 0; start < 2; start++) await bench().n8n.restart();
	const { api } = bench().n8n;
	const retried = new Set<string>();
	const passed = await until(async () => {
		const executions = await bench().executions(id);
		// What a person does in the list of executions.
		for (const { id: executionId } of executions.filter(({ status }) => status === 'crashed')) {
			if (retried.has(executionId)) continue;
			retried.add(executionId);
			await api.waitForExecution(await api.retryExecution(executionId));
		}
		const ids = idsIn(executions);
		return [...calm, ...underWay].every((faxId) => ids.includes(faxId)) ? ids : undefined;
	});

	const twice = [...new Set(passed.filter((faxId, index) => passed.indexOf(faxId) !== index))];
	console.log(
		`Kills after ${KILLED_AFTER.join(', ')} ms: ${calm.length + underWay.length} faxes passed, ${twice.length} of them twice; ${retried.size} crashed executions were retried`,
	);
	expect(underWay).toEqual(expect.arrayContaining(twice));
	expect(retried.size).toBeGreaterThan(0);
	const executions = await bench().executions(id);
	expect(executions.filter(({ status }) => !['success', 'crashed'].includes(status))).toEqual([]);
});
