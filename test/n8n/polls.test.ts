import type { INode, INodeParameters } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';

import { serviceTime } from '../../tools/simulator/faxing/times';
import { EVERY_MINUTE } from '../../tools/harness/n8n/workflows';
import { failedOf, faxIdOf, TRIGGER, until, usePollingBench, type Customer } from './support/pollingBench';

// Polls take time, so all tests wait at the same time, each with its own account.
const bench = usePollingBench();

it.concurrent('existing faxes start nothing, and later ones start one execution, oldest first', async () => {
	const customer = await bench().customer();
	customer.addMany(60);
	const id = await bench().activate(
		customer,
		bench().trigger(customer, { events: ['fax_received', 'fax_sent'] }),
	);
	expect(await bench().executions(id)).toEqual([]);

	// A running poll may have read only one of the lists.
	await customer.betweenPolls();
	const begun = [20, 15, 5, 0].map((seconds) => serviceTime(Date.now() - seconds * 1000));
	const [first, second, third, last] = begun.map((startTime, index) =>
		customer.add({ startTime, category: index % 2 === 0 ? 'inbox' : 'sent' }),
	);
	await bench().untilPassed(id, 4);
	// The following polls list these faxes, too.
	await customer.polled(2);

	const executions = await bench().executions(id);
	expect(executions.map(({ status, items }) => [status, items.map(faxIdOf)])).toEqual([
		['success', [first, second, third, last]],
	]);
	expect(executions[0]?.items.map(({ json }) => json['event'])).toEqual([
		'fax_received',
		'fax_sent',
		'fax_received',
		'fax_sent',
	]);
});

it.concurrent(
	"a copy of the workflow, and one created from everything in n8n's API, start nothing old",
	async () => {
		const { api } = bench().n8n;
		const customer = await bench().customer();
		customer.addMany(60);
		const id = await bench().activate(customer);
		const old = customer.add();
		await bench().untilPassed(id, 1);
		const { name, nodes, connections, staticData } = await api.getWorkflow(id);
		const copies = await Promise.all(
			[{}, { staticData }].map(async (stored) => {
				const copy = await api.createWorkflow({ name, nodes, connections, ...stored });
				await api.publish(copy.id);
				await until(async () => (await api.getWorkflow(copy.id)).staticData ?? undefined);
				return copy.id;
			}),
		);
		await customer.polled(3);
		const fax = customer.add();
		for (const copy of copies) expect(await bench().untilPassed(copy, 1)).toEqual([fax]);
		expect(await bench().untilPassed(id, 2)).toEqual([old, fax]);
	},
);

it.concurrent(
	"at n8n's shortest interval, a minute, a fax starts the workflow within two minutes",
	async () => {
		const customer = await bench().customer();
		const id = await bench().activate(customer, bench().trigger(customer, { pollTimes: EVERY_MINUTE }));
		const faxId = customer.add();
		expect(await bench().untilPassed(id, 1)).toEqual([faxId]);
	},
);

it.concurrent("a test run isn't remembered: its fax starts the workflow once it's active", async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer);
	const faxId = customer.add();
	await bench().n8n.api.runManually(id, TRIGGER);
	expect((await bench().untilPassed(id, 2)).sort()).toEqual([faxId, faxId]);
	const executions = await bench().n8n.api.listExecutions(id);
	expect(executions.map(({ mode }) => mode).sort()).toEqual(['manual', 'trigger']);
});

it.concurrent('a first publish with an expired token fails, and says why in one message', async () => {
	const customer = await bench().customer();
	customer.token.expiresAt = 0;
	const id = await bench().create(bench().trigger(customer));
	const fault = await bench().n8n.api.publishInVain(id);
	expect(fault).toMatch(/HTTP 401\)\. Enter a new access token/);
	await bench().n8n.api.deactivate(id);
});

it.concurrent(
	'an expired token shows at the next poll in one failed execution, and faxes from in between start the workflow later',
	async () => {
		const customer = await bench().customer();
		const id = await bench().activate(customer);
		const before = customer.add();
		await bench().untilPassed(id, 1);

		customer.token.expiresAt = 0;
		await until(async () => failedOf(await bench().executions(id))[0]);
		const inBetween = customer.add();
		if (!bench().pausesAfterFailures) await customer.polled(3);

		const [failed, ...others] = failedOf(await bench().executions(id));
		expect(others).toEqual([]);
		expect(failed?.message).toMatch(/HTTP 401/);
		expect(failed?.description).toMatch(
			/Enter a new access token.* start the workflow once you've fixed this/s,
		);

		customer.token.expiresAt = Number.MAX_SAFE_INTEGER;
		await bench().endPause(id);
		await bench().untilPassed(id, 2);
		const after = customer.add();
		await bench().untilPassed(id, 3);
		const executions = await bench().executions(id);
		expect(executions.flatMap(({ items }) => items).map(faxIdOf)).toEqual([before, inBetween, after]);
		expect(failedOf(executions)).toHaveLength(1);
	},
);

it.concurrent('a short outage shows only in the log', async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer);
	customer.outage = 500;
	// A poll fails only after four requests.
	await customer.polled(4 * 4);
	customer.outage = undefined;
	const faxId = customer.add();
	expect(await bench().untilPassed(id, 1)).toEqual([faxId]);
	const executions = await bench().executions(id);
	expect(executions.flatMap(({ items }) => items).map(faxIdOf)).toEqual([faxId]);
	expect(failedOf(executions)).toEqual([]);
	expect(bench().n8n.log).toMatch(new RegExp(`\\(${id}\\): polling works again`));
});

const FAXES = 40;
const BETWEEN_FAXES_MS = 1_000;

async function addFaxes(customer: Customer): Promise<string[]> {
	const ids: string[] = [];
	for (let count = 0; count < FAXES; count++) {
		ids.push(customer.add());
		await pause(BETWEEN_FAXES_MS);
	}
	return ids;
}

const fields = (round: number): INodeParameters => ({
	events: round === 1 ? ['fax_received', 'fax_sent'] : ['fax_received'],
	options: { lookBackHours: 4 + round },
});

it.concurrent.each<{ how: string; change?: (trigger: INode, round: number) => INode; isOff?: boolean }>([
	{
		how: 'with another node name',
		change: (trigger, round) => ({ ...trigger, name: `${TRIGGER} ${round}` }),
	},
	{ how: 'without any change' },
	{
		how: 'with other fields',
		change: (trigger, round) => ({ ...trigger, parameters: { ...trigger.parameters, ...fields(round) } }),
	},
	{ how: 'again after it was deactivated', isOff: true },
])(
	"no fax is lost, and none starts the workflow twice, when it's published $how",
	async ({ change = (trigger) => trigger, isOff = false }) => {
		const customer = await bench().customer();
		const trigger = bench().trigger(customer);
		const id = await bench().activate(customer, trigger);
		const coming = addFaxes(customer);
		for (const round of [1, 2]) {
			await pause((FAXES / 3) * BETWEEN_FAXES_MS);
			if (isOff) {
				await bench().n8n.api.deactivate(id);
				await pause(5 * BETWEEN_FAXES_MS);
			}
			await bench().publish(id, change(trigger, round));
		}
		const faxes = await coming;

		await bench().untilPassed(id, FAXES);
		await customer.polled(2);

		expect((await bench().passedIds(id)).sort()).toEqual(faxes.sort());
		const executions = await bench().executions(id);
		expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
	},
);
