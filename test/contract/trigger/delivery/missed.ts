import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../../tools/harness/until';
import { logOf, useTriggerBench } from '../support/bench';
import type { Trigger } from '../support/trigger';

const bench = useTriggerBench();

/**
 * Polls 15 minutes later, and runs the execution that the poll starts. Returns the file names of the faxes that start the
 * workflow.
 */
async function check(trigger: Trigger): Promise<unknown[]> {
	const [items] = (await trigger.poll()) ?? [];
	const passed = items ? await trigger.execute(items, 'trigger') : [];
	return passed.map(({ json }) => (json['data'] as IDataObject)['file']);
}

/** Adds received faxes to Fax.Plus, while nothing receives their deliveries. */
function arrive(...ids: string[]): void {
	for (const faxId of ids) bench().simulator.faxReceived({ faxId });
}

describe('Faxes without a delivery', () => {
	it('start the workflow once, with one check', async () => {
		const trigger = await bench().activeTrigger();
		arrive('fax_m1', 'fax_m2');
		expect(await check(trigger)).toEqual(['fax_m1.pdf', 'fax_m2.pdf']);
		expect(await check(trigger)).toEqual([]);
	});

	it("are found even if the endpoint can't be compared, or if another process created it", async () => {
		const trigger = await bench().activeTrigger();
		arrive('fax_m3');
		bench().simulator.fail({ operationId: 'listWebhooks', times: 9, with: 403, error: 'forbidden' });
		await expect(check(trigger)).rejects.toThrow(/forbidden/);
		expect(await check(trigger)).toEqual(['fax_m3.pdf']);
		bench().simulator.recover();

		const elsewhere = await bench().trigger({ staticData: { registeredAt: Date.now() } });
		arrive('fax_m4');
		const log = logOf(elsewhere);
		expect(await check(elsewhere)).toContain('fax_m4.pdf');
		expect(log).toContainEqual(expect.stringMatching(/^debug: .* another process registered it/));
	});

	it.each([10, -10])(
		"start the workflow although n8n's clock is %i minutes ahead at the publish",
		async (minutes) => {
			const { now } = Date;
			const isAhead = jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
			const trigger = await bench().activeTrigger();
			isAhead.mockRestore();
			const { registeredAt } = trigger.staticData as { registeredAt: number };
			expect(Math.abs(registeredAt - Date.now())).toBeLessThan(5 * 60_000);
		},
	);

	it.each(['listWebhooks', 'listFaxes'])(
		"don't hide that %s is refused, and start the workflow with the next check",
		async (operationId) => {
			const trigger = await bench().activeTrigger({ parameters: { events: ['fax_received', 'fax_sent'] } });
			bench().simulator.fail({ operationId, times: 1, with: 403, error: 'forbidden' });
			arrive('fax_m8');
			bench().simulator.emit('fax_sent', { faxId: 'fax_m9' });
			await expect(check(trigger)).rejects.toThrow(/forbidden/);
			expect((await check(trigger)).sort()).toEqual(['fax_m8.pdf', 'fax_m9.pdf']);
		},
	);

	it("can't be checked, and the error says so even if the endpoint was refused with the same answer before", async () => {
		const trigger = await bench().activeTrigger();
		bench().simulator.fail({ operationId: 'listWebhooks', times: 1, with: 403, error: 'forbidden' });
		bench().simulator.fail({ operationId: 'listFaxes', times: 9, with: 403, error: 'forbidden' });
		const refused = (scope: string) => ({ description: expect.stringContaining(scope) as unknown });
		await expect(check(trigger)).rejects.toMatchObject(refused('fax:webhook:read'));
		await expect(check(trigger)).rejects.toMatchObject(refused('fax:fax:read'));
	});

	it('start the workflow once after a downgrade. What only a newer version can read stays, and the log says so', async () => {
		const before = await bench().activeTrigger();
		arrive('fax_m10');
		expect(await check(before)).toEqual(['fax_m10.pdf']);
		arrive('fax_m11');
		// A process that has just started knows no URLs. Here, a new URL has the same effect.
		const { workflow, node } = before;
		const trigger = await bench().trigger({ workflowId: workflow.id, nodeId: node.id });
		const data = trigger.workflow.getStaticData('global');
		const [name, newer] = [`faxPlus endpoint 2 ${node.id}`, { since: 'in another form' }];
		data[name] = newer;
		const log = logOf(trigger);
		await trigger.checkExists('init');
		expect(log).toContainEqual(expect.stringMatching(/^warn: .* newer version .* last five days/));
		expect(await check(trigger)).toEqual(['fax_m11.pdf']);
		expect(await check(trigger)).toEqual([]);
		expect(data[name]).toEqual(newer);
	});

	it.each([
		// When n8n 2.8 starts, it uses this activation mode. n8n 2.41 continues a publish with the next one.
		{ activation: 'init', minutes: 5, found: ['fax_m6.pdf'] },
		{ activation: 'update', minutes: 5, found: ['fax_m6.pdf'] },
		{ activation: 'init', minutes: 60, found: [] },
		{ activation: 'activate', minutes: 60, found: [] },
	] as const)(
		'from during a publish that n8n continues $minutes minutes after a kill ($activation): $found',
		async ({ activation, minutes, found }) => {
			const before = await bench().activeTrigger();
			await before.delete();
			arrive('fax_m6');
			// Fax dates are whole seconds.
			const second = Math.floor(Date.now() / 1000);
			await until(() => Math.floor(Date.now() / 1000) > second || undefined);
			// A process that has just started knows no URLs. Here, a new URL in a new workflow has the same effect.
			const restarted = await bench().trigger();
			const { letGoAt } = before.staticData as { letGoAt: number };
			const staticData = {
				...before.staticData,
				letGoAt: letGoAt - minutes * 60_000,
				home: undefined,
			};
			const trigger = restarted.edited({ staticData });
			await trigger.checkExists(activation);
			expect((await check(trigger)).filter((file) => file === 'fax_m6.pdf')).toEqual(found);
		},
	);
});

it("An activation's poll sends no request, so it doesn't wait for Fax.Plus", async () => {
	const trigger = await bench().trigger();
	bench().simulator.clearRequests();
	expect(await trigger.activatePolls()).toBeNull();
	expect(bench().simulator.requests).toEqual([]);
});

it("A retry of an execution that only reports a failed check says that there's nothing to retry", async () => {
	const trigger = await bench().trigger();
	await expect(trigger.execute([{ json: {} }], 'retry')).rejects.toMatchObject({
		message: expect.stringContaining('It shows a check that failed') as unknown,
	});
});
