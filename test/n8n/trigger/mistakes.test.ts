import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { seed } from '../../../simulator';
import { token } from '../../../simulator/makers';
import type { Endpoint } from '../../../simulator/state';
import type { StoredCredential } from '../../../harness/n8n';
import { signingSecrets } from '../../../harness/n8n/signingSecrets';
import { workflow } from '../../../harness/n8n/workflows';
import { oAuth2Data } from '../support/bench';
import { deliveryBody, REMOVAL_SECONDS, forSeconds, TRIGGER, until, useTriggerBench } from './support';

const bench = useTriggerBench();

const WRONG = 'whsec_d3JvbmcgYnV0IHdlbGwtZm9ybWVk';

/** A credential of its own for signing secrets. */
async function secretCredential(name: string, ...secrets: string[]): Promise<StoredCredential> {
	const data = { ...signingSecrets(...secrets) };
	return await bench().n8n.api.createCredential({ name, type: 'faxPlusWebhookSecretApi', data });
}

async function enter(credential: StoredCredential, ...secrets: string[]): Promise<void> {
	const { id, name, type } = credential;
	await bench().n8n.api.updateCredential(id, { name, type, data: { ...signingSecrets(...secrets) } });
}

/** Publishes a trigger, and waits until n8n takes requests for it. */
async function published(
	webhookId: string,
	secret?: StoredCredential,
	options: INodeParameters = {},
): Promise<{ id: string; trigger: INode; endpoint: Endpoint }> {
	const credentials = secret ? [bench().account, secret] : [bench().account];
	const trigger = bench().trigger(webhookId, { options }, { credentials });
	const { api } = bench().n8n;
	const { id } = await api.createWorkflow(workflow(webhookId, [trigger]));
	await api.publish(id);
	const endpoint = await until(() => bench().endpointOf(trigger));
	await until(() => bench().n8n.log.includes(`created webhook endpoint ${endpoint.id}`) || undefined);
	await until(async () => (await bench().post(endpoint.url, '{}', {})).status === 401 || undefined);
	return { id, trigger, endpoint };
}

/** What the trigger put out in the newest execution of a workflow, and what n8n shows beside it. */
async function outputOf(workflowId: string): Promise<{ items: IDataObject[]; hints: string[] }> {
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
	const mistakes: Array<{
		what: string;
		make: (secret: StoredCredential, endpoint: Endpoint) => Promise<void>;
		clockOffset?: number;
	}> = [
		{
			what: 'rotated',
			make: async (secret, endpoint) => {
				await enter(secret, endpoint.secret);
				bench().simulator.rotateSecret(endpoint.id);
			},
		},
		{
			what: 'deleted',
			make: async (secret) => {
				await bench().n8n.api.deleteCredential(secret.id);
			},
		},
		{
			what: 'late',
			make: async (secret, endpoint) => {
				await enter(secret, endpoint.secret);
			},
			clockOffset: -360,
		},
	];

	it.each(mistakes)(
		'costs no fax and no time, and a hint says how to mend it ($what)',
		async ({ what, make, clockOffset = 0 }) => {
			const secret = await secretCredential(what);
			const { id, trigger, endpoint } = await published(`secret-${what}`, secret);
			await make(secret, endpoint);

			const delivery = await bench().faxReceived(endpoint, { clockOffset }).settled;

			expect(delivery.attempts.map(({ status }) => status)).toEqual([200]);
			const { items, hints } = await outputOf(id);
			expect(items).toEqual([expect.objectContaining({ confirmedBy: 'service', webhookId: null })]);
			expect(hints).toEqual([expect.stringContaining(`the signing secret of endpoint ${endpoint.id}`)]);
			await bench().retire(id, trigger);
		},
	);

	it('is none: without a credential of secrets a workflow is published and started', async () => {
		const { id, trigger, endpoint } = await published('without-secret');
		expect((await bench().faxReceived(endpoint).settled).attempts).toHaveLength(1);
		expect((await outputOf(id)).items).toEqual([expect.objectContaining({ confirmedBy: 'service' })]);
		await bench().retire(id, trigger);
	});

	it('keeps a fax waiting where only signed deliveries count, which the log says, until it is mended', async () => {
		const secret = await secretCredential('strict');
		const { id, trigger, endpoint } = await published('strict', secret, { onlySigned: true });
		const delivery = bench().faxReceived(endpoint);
		await until(() => /\(.*\) refused a delivery .*still empty/.exec(bench().n8n.log) ?? undefined);
		expect(await bench().n8n.api.listExecutions(id)).toEqual([]);
		await enter(secret, endpoint.secret);
		expect((await delivery.settled).state).toBe('delivered');
		const { items, hints } = await outputOf(id);
		expect(items).toEqual([expect.objectContaining({ confirmedBy: 'signature' })]);
		expect(hints).toEqual([]);
		await bench().retire(id, trigger);
	});

	it('that is mended makes no fax come twice', async () => {
		const secret = await secretCredential('mended');
		const { id, trigger, endpoint } = await published('mended', secret);
		const delivery = await bench().faxReceived(endpoint).settled;
		await enter(secret, endpoint.secret);
		await bench().simulator.replay(delivery.webhookId, endpoint.id);
		await bench().n8n.api.waitForExecutions(id, 2);
		expect(await bench().passed(id, trigger.name)).toHaveLength(1);
		await bench().retire(id, trigger);
	});
});

describe('A stranger', () => {
	it('starts nothing with the id of a fax that was delivered, nor with one that is made up', async () => {
		const { id, trigger, endpoint } = await published('strangers');
		await bench().faxReceived(endpoint, { faxId: 'fax_known' }).settled;
		await bench().n8n.api.waitForExecutions(id, 1);
		bench().simulator.clearRequests();
		for (let i = 0; i < 60; i++) {
			await bench().post(endpoint.url, deliveryBody(i % 2 === 0 ? 'fax_known' : `fax_guessed_${i}`), {});
		}
		const looks = bench().simulator.requests.filter(({ operationId }) =>
			/^(getFax|listFaxes)$/.test(operationId),
		);
		expect(looks.length).toBeLessThanOrEqual(30);
		expect(await bench().executionCount(id)).toBe(1);
		await bench().retire(id, trigger);
	});
});

describe('One credential for many triggers', () => {
	/** The rows of a credential as its window gets them. */
	async function storedEntries(id: string): Promise<object[]> {
		const { endpoints } = (await bench().n8n.api.readCredential(id)) as { endpoints: { entries: object[] } };
		return endpoints.entries;
	}

	/** Adds a secret as its window does, which knows none of those that are stored. */
	async function add(credential: StoredCredential, secret: string): Promise<void> {
		const { api } = bench().n8n;
		const { id, name, type } = credential;
		const entries = await storedEntries(id);
		const added = [...entries, { secret, note: 'the newest' }];
		await api.updateCredential(id, { name, type, data: { endpoints: { entries: added } } });
	}

	it('takes the secret of each without showing those of others, and an eleventh breaks none', async () => {
		const { api } = bench().n8n;
		const credential = await secretCredential('Shared');
		const flows = [];
		for (let count = 1; count <= 11; count++) {
			const flow = await published(`shared-${count}`, credential);
			await add(credential, flow.endpoint.secret);
			flows.push(flow);
		}
		expect(JSON.stringify(await api.readCredential(credential.id))).not.toContain('whsec_');

		const deliveries = bench().simulator.faxReceived();

		for (const { endpoint } of flows) {
			const delivery = deliveries.find(({ endpointId }) => endpointId === endpoint.id);
			expect((await delivery?.settled)?.attempts.map(({ status }) => status)).toEqual([200]);
		}
		await Promise.all(
			flows.map(async ({ id, trigger }) => {
				await bench().retire(id, trigger);
			}),
		);
	});

	it('loses one secret, and no other, when its row is emptied', async () => {
		const { api } = bench().n8n;
		const { id, name, type } = await secretCredential('Emptied', WRONG, WRONG);
		const credential = { id, name, type };
		const flow = await published('emptied', credential);
		await add(credential, flow.endpoint.secret);
		const entries = await storedEntries(id);
		const emptied = entries.map((row, at) => (at === 0 ? { ...row, secret: '' } : row));
		await api.updateCredential(id, { name, type, data: { endpoints: { entries: emptied } } });
		const delivery = bench().faxReceived(flow.endpoint);
		expect((await delivery.settled).attempts.map(({ status }) => status)).toEqual([200]);
		await bench().retire(flow.id, flow.trigger);
	});
});

describe('A trigger that cannot be activated', () => {
	it('says what happened and what to do in the one message that n8n shows', async () => {
		const { n8n, simulator, secret } = bench();
		const { tokens } = simulator.state;
		const account = async (name: string, accessToken: string) =>
			await n8n.api.createCredential({
				name,
				type: 'faxPlusApi',
				data: { accessToken, baseUrl: simulator.baseUrl },
			});
		const expired = token('alohi_pat_expired', seed.ownerId, undefined, { expiresAt: 0 });
		tokens.set(expired.value, expired);
		const oAuth2 = await n8n.api.createCredential({
			name: 'Not connected',
			type: 'faxPlusOAuth2Api',
			data: oAuth2Data(simulator),
		});
		const deleted = await account('Deleted', seed.ownerToken);
		const cases: Array<{
			what: string;
			credential?: StoredCredential;
			parameters?: Parameters<ReturnType<typeof bench>['trigger']>[1];
			says: RegExp;
		}> = [
			{
				what: 'expired',
				credential: await account('Expired', expired.value),
				says: /HTTP 401\)\. Enter a new access token/,
			},
			{ what: 'typo', parameters: { channels: '0555 123' }, says: /"0555 123" is not a number/ },
			{
				what: 'no-events',
				parameters: { events: [] },
				says: /Events is empty\. Select at least one|invalid required parameters/,
			},
			{
				what: 'unconnected',
				parameters: { authentication: 'oAuth2' },
				credential: oAuth2,
				says: /not connected\. Open it, connect your account/,
			},
			{ what: 'deleted', credential: deleted, says: /credential/i },
		];
		const flows = await Promise.all(
			cases.map(async ({ what, credential = bench().account, parameters = {} }) => {
				const trigger = bench().trigger(`refused-${what}`, parameters, { credentials: [credential, secret] });
				return await bench().create(trigger);
			}),
		);
		await n8n.api.deleteCredential(deleted.id);

		const told = await Promise.all(flows.map(async (id) => await n8n.api.publishInVain(id)));

		for (const [at, { what, says }] of cases.entries()) expect(`${what}: ${told[at] ?? ''}`).toMatch(says);
		for (const id of flows) await n8n.api.deactivate(id).catch(() => undefined);
		await forSeconds(REMOVAL_SECONDS);
		expect(cases.flatMap(({ what }) => bench().endpointsOf(bench().trigger(`refused-${what}`)))).toEqual([]);
	});
});
