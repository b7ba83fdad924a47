import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Endpoint } from '../../../tools/simulator/state';
import type { StoredCredential } from '../../../tools/harness/n8n';
import { enterSecrets, secretsDraft } from '../../../tools/harness/n8n/credentials';
import { REMOVAL_SECONDS, forSeconds, TRIGGER, until, useTriggerBench } from '../support/triggerBench';

const bench = useTriggerBench();

const WRONG = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';

/** Creates a separate credential for signing secrets. */
async function secretCredential(name: string, ...secrets: string[]): Promise<StoredCredential> {
	return await bench().n8n.api.createCredential(secretsDraft(name, ...secrets));
}

/** Publishes a trigger, with or without a credential for secrets, and waits until n8n listens for it. */
async function published(
	webhookId: string,
	secret?: StoredCredential,
	options: INodeParameters = {},
): Promise<{ id: string; endpoint: Endpoint }> {
	const credentials = secret ? [bench().account, secret] : [bench().account];
	return await bench().activate(bench().trigger(webhookId, { options }, { credentials }));
}

/** Returns the trigger's output in a workflow's newest execution, and the hints that n8n shows with it. */
async function passedBy(workflowId: string): Promise<{ items: IDataObject[]; hints: string[] }> {
	const { api } = bench().n8n;
	const [execution] = await api.waitForExecutions(workflowId, 1);
	const { status, data } = await api.getExecution(execution?.id ?? '');
	expect(status).toBe('success');
	const [run] = data.resultData.runData[TRIGGER] ?? [];
	return {
		items: (run?.data?.['main']?.[0] ?? []).map(({ json }) => json),
		hints: (run?.hints ?? []).map(({ message }) => message),
	};
}

describe('A mistake with the signing secret', () => {
	it('loses and delays no fax, and a hint says how to fix it (its credential is deleted)', async () => {
		const secret = await secretCredential('deleted');
		const { id, endpoint } = await published('secret-deleted', secret);
		await bench().n8n.api.deleteCredential(secret.id);

		const delivery = await bench().faxReceived(endpoint).settled;

		expect(delivery.attempts.map(({ status }) => status)).toEqual([200]);
		const { items, hints } = await passedBy(id);
		expect(items).toEqual([expect.objectContaining({ confirmedBy: 'service', webhookId: null })]);
		expect(hints).toEqual([expect.stringContaining(`the signing secret of endpoint ${endpoint.id}`)]);
	});

	it("holds a fax back if only signed deliveries are accepted, and the log says so, until it's fixed", async () => {
		const secret = await secretCredential('strict');
		const { id, endpoint } = await published('strict', secret, { onlySigned: true });
		const delivery = bench().faxReceived(endpoint);
		await until(() => /"delivery\.refused".*still empty/.exec(bench().n8n.log) ?? undefined);
		expect(await bench().n8n.api.listExecutions(id)).toEqual([]);
		await enterSecrets(bench().n8n.api, secret, endpoint.secret);
		expect((await delivery.settled).state).toBe('delivered');
		const { items, hints } = await passedBy(id);
		expect(items).toEqual([expect.objectContaining({ confirmedBy: 'signature' })]);
		expect(hints).toEqual([]);
	});
});

it('A credential with many secrets loses only the one whose row is emptied', async () => {
	const { api } = bench().n8n;
	const { id, name, type } = await secretCredential('Emptied', WRONG, WRONG);
	/** Saves the rows as the credential window does, without knowing the stored secrets. */
	const change = async (changed: (rows: object[]) => object[]): Promise<void> => {
		const { endpoints } = (await api.readCredential(id)) as { endpoints: { entries: object[] } };
		await api.updateCredential(id, {
			...{ name, type },
			data: { endpoints: { entries: changed(endpoints.entries) } },
		});
	};
	const { id: workflowId, endpoint } = await published('emptied', { id, name, type });

	await change((rows) => [...rows, { secret: endpoint.secret, note: 'the newest' }]);
	await change(([first, ...others]) => [{ ...first, secret: '' }, ...others]);

	await bench().faxReceived(endpoint).settled;
	const { items } = await passedBy(workflowId);
	expect(items).toEqual([expect.objectContaining({ confirmedBy: 'signature' })]);
});

describe('A publish that fails', () => {
	it('over a typo in Numbers affects neither the endpoint nor its secret, and what is refused in between arrives after the fix', async () => {
		const { api } = bench().n8n;
		const name = 'kept-over-a-typo';
		const { id, endpoint } = await bench().activate(bench().trigger(name));
		const { nodes } = await api.getWorkflow(id);
		await api.updateWorkflow(id, {
			nodes: nodes.map((node) =>
				node.webhookId === name ? bench().trigger(name, { channels: '0555' }) : node,
			),
		});

		expect(await api.publishInVain(id)).toMatch(/"0555" has no plus sign/);
		// By then, n8n has stopped trying, and a removal would already have happened.
		await forSeconds(REMOVAL_SECONDS + 2);
		const delivery = bench().faxReceived(endpoint);
		await until(() => delivery.attempts.length > 0 || undefined);
		expect(delivery.attempts[0]?.status).not.toBe(200);
		await bench().publish(id, bench().trigger(name, { events: ['fax_received', 'fax_sent'] }));

		expect((await delivery.settled).state).toBe('delivered');
		expect(bench().endpointsOf(bench().trigger(name))).toEqual([
			expect.objectContaining({ id: endpoint.id, secret: endpoint.secret }),
		]);
		expect(await bench().passed(id)).toHaveLength(1);
	});
});
