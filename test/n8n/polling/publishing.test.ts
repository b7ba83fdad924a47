import type { INode } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';

import { TRIGGER, usePollingBench, type Customer } from './support';

const bench = usePollingBench();

const FAXES = 40;
const BETWEEN_FAXES_MS = 1_000;

/** Publishes a workflow twice while faxes come, and checks that each has passed once. */
async function publishAmidFaxes(
	change: (id: string, trigger: INode, round: number) => Promise<void>,
): Promise<void> {
	const customer = await bench().customer();
	const trigger = bench().trigger(customer);
	const id = await bench().activate(customer, trigger);
	const coming = faxesCome(customer);
	for (const round of [1, 2]) {
		await pause((FAXES / 3) * BETWEEN_FAXES_MS);
		await change(id, trigger, round);
	}
	const faxes = await coming;

	await bench().untilPassed(id, FAXES);
	await customer.polled(2);

	expect((await bench().passedIds(id)).sort()).toEqual(faxes.sort());
	const executions = await bench().executions(id);
	expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
}

async function faxesCome(customer: Customer): Promise<string[]> {
	const ids: string[] = [];
	for (let count = 0; count < FAXES; count++) {
		ids.push(customer.add());
		await pause(BETWEEN_FAXES_MS);
	}
	return ids;
}

describe('Nothing is lost, and nothing comes twice, when a workflow is published', () => {
	it.concurrent('with another name of the node', async () => {
		await publishAmidFaxes(async (id, trigger, round) => {
			await bench().publish(id, { ...trigger, name: `${TRIGGER} ${round}` });
		});
	});

	it.concurrent('without any change', async () => {
		await publishAmidFaxes(async (id, trigger) => {
			await bench().publish(id, trigger);
		});
	});

	it.concurrent('with other fields', async () => {
		await publishAmidFaxes(async (id, trigger, round) => {
			const events = round === 1 ? ['fax_received', 'fax_sent'] : ['fax_received'];
			const parameters = { ...trigger.parameters, events, options: { lookBackHours: 4 + round } };
			await bench().publish(id, { ...trigger, parameters });
		});
	});

	it.concurrent('once more after it was deactivated', async () => {
		await publishAmidFaxes(async (id) => {
			await bench().n8n.api.deactivate(id);
			await pause(5 * BETWEEN_FAXES_MS);
			await bench().n8n.api.publish(id);
		});
	});
});

it('nothing is lost when the node is renamed before n8n, started anew, has polled', async () => {
	const customer = await bench().customer();
	const trigger = bench().trigger(customer);
	const id = await bench().activate(customer, trigger);
	await bench().n8n.api.deactivate(id);
	const fax = customer.add();

	await bench().n8n.restart();
	await bench().publish(id, { ...trigger, name: `${TRIGGER} renamed` });

	expect(await bench().untilPassed(id, 1)).toEqual([fax]);
});
