import type { INode, NodeOperationError } from 'n8n-workflow';

import { seed } from '../../../simulator';
import { token } from '../../../simulator/makers';
import type { Endpoint } from '../../../simulator/state';
import type { StoredCredential } from '../../../harness/n8n';
import { signingSecrets } from '../../../harness/n8n/signingSecrets';
import { node, workflow } from '../../../harness/n8n/workflows';
import { oAuth2Data } from '../support/bench';
import { REMOVAL_SECONDS, forSeconds, until, useTriggerBench } from './support';

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

/** Publishes a trigger with a secret credential of its own, and waits until n8n takes requests for it. */
async function published(
	webhookId: string,
	secret: StoredCredential,
	errorWorkflow?: string,
): Promise<{ id: string; trigger: INode; endpoint: Endpoint }> {
	const trigger = bench().trigger(webhookId, {}, { credentials: [bench().account, secret] });
	const { api } = bench().n8n;
	const settings = errorWorkflow === undefined ? {} : { errorWorkflow };
	const { id } = await api.createWorkflow({ ...workflow(webhookId, [trigger]), settings });
	await api.publish(id);
	const endpoint = await until(() => bench().endpointOf(trigger));
	await until(() => bench().n8n.log.includes(`created webhook endpoint ${endpoint.id}`) || undefined);
	await until(async () => (await bench().post(endpoint.url, '{}', {})).status === 401 || undefined);
	return { id, trigger, endpoint };
}

/** The error of an execution that failed. */
async function failureOf(executionId: string): Promise<NodeOperationError> {
	const { status, data } = await bench().n8n.api.getExecution(executionId);
	expect(status).toBe('error');
	return data.resultData.error as NodeOperationError;
}

describe('A mistake with the signing secret', () => {
	/** Each is made in a workflow of its own, all at the same time. */
	const mistakes: Array<{
		what: string;
		make: (secret: StoredCredential, endpoint: Endpoint) => Promise<void>;
		shows: RegExp;
		advice: RegExp;
	}> = [
		{
			what: 'empty',
			make: () => Promise.resolve(),
			shows: /^A delivery was refused: the signing secret credential is still empty$/,
			advice: /Copy its signing secret/,
		},
		{
			what: 'malformed',
			make: async (secret, { secret: value }) => {
				await enter(secret, value.slice('whsec_'.length));
			},
			shows: /^A delivery was refused: the signing secret is malformed/,
			advice: /Copy its signing secret/,
		},
		{
			what: 'of-another',
			make: async (secret) => {
				await enter(secret, WRONG);
			},
			shows: /^A delivery was refused: the signature does not match$/,
			advice: /Copy its signing secret/,
		},
		{
			what: 'rotated',
			make: async (secret, endpoint) => {
				await enter(secret, endpoint.secret);
				bench().simulator.rotateSecret(endpoint.id);
			},
			shows: /^A delivery was refused: the signature does not match$/,
			advice: /Copy its signing secret/,
		},
	];

	it('shows within seconds as one failed execution with what to do, starts the error workflow, and costs no fax', async () => {
		const { api } = bench().n8n;
		const watch = node('Error', 'n8n-nodes-base.errorTrigger');
		const { id: watcher } = await api.createWorkflow(workflow('Watcher', [watch]));
		if ((await api.getWorkflow(watcher)).active) await api.deactivate(watcher);
		await api.publish(watcher).catch(() => undefined);
		const made = await Promise.all(
			mistakes.map(async (mistake) => {
				const secret = await secretCredential(mistake.what);
				const flow = await published(`secret-${mistake.what}`, secret, watcher);
				await mistake.make(secret, flow.endpoint);
				return { mistake, secret, ...flow };
			}),
		);

		const deliveries = bench().simulator.faxReceived();

		for (const { mistake, id, endpoint } of made) {
			const [execution] = await api.waitForExecutions(id, 1);
			const { message, description } = await failureOf(execution?.id ?? '');
			expect(message).toMatch(mistake.shows);
			expect(description).toMatch(mistake.advice);
			expect(description).toContain(`the endpoint with the address ${endpoint.url} (ID ${endpoint.id})`);
		}
		await api.waitForExecutions(watcher, made.length);
		for (const { secret, endpoint } of made) await enter(secret, endpoint.secret);
		for (const { id, endpoint, trigger } of made) {
			const delivery = deliveries.find(({ endpointId }) => endpointId === endpoint.id);
			expect((await delivery?.settled)?.state).toBe('delivered');
			const executions = await api.waitForExecutions(id, 2);
			expect(executions.map(({ status }) => status)).toEqual(['success', 'error']);
			await bench().retire(id, trigger);
		}
	});

	it('that is not selected in the trigger is told at the publish, or by the first fax', async () => {
		const { api } = bench().n8n;
		const trigger = bench().trigger('unselected', {}, { credentials: [bench().account] });
		const { id } = await api.createWorkflow(workflow('Unselected', [trigger]));
		const refusal = await api.publish(id).then(() => undefined, String);
		if (refusal !== undefined) {
			expect(refusal).toMatch(/credential/i);
			return;
		}
		const endpoint = await until(() => bench().endpointOf(trigger));
		await until(async () => (await bench().post(endpoint.url, '{}', {})).status === 401 || undefined);
		bench().faxReceived(endpoint);
		const [execution] = await api.waitForExecutions(id, 1);
		const { message, description } = await failureOf(execution?.id ?? '');
		expect(message).toContain('no signing secret credential is selected in the trigger');
		expect(description).toContain('select a signing secret credential');
		await bench().retire(id, trigger);
	});

	it('whose credential was deleted shows too', async () => {
		const { api } = bench().n8n;
		const secret = await secretCredential('deleted');
		const { id, trigger, endpoint } = await published('secret-deleted', secret);
		await api.deleteCredential(secret.id);
		const delivery = bench().faxReceived(endpoint);
		const [execution] = await api.waitForExecutions(id, 1);
		const { message } = await failureOf(execution?.id ?? '');
		expect(message).toMatch(/signing secret credential cannot be read|[Cc]redential/);
		const again = await secretCredential('again', endpoint.secret);
		await bench().publish(
			id,
			bench().trigger('secret-deleted', {}, { credentials: [bench().account, again] }),
		);
		expect((await delivery.settled).state).toBe('delivered');
		await bench().retire(id, trigger);
	});

	it.each([-360, 360])('is told from a clock that is off by %i seconds', async (clockOffset) => {
		const { api } = bench().n8n;
		const secret = await secretCredential('clock');
		const { id, trigger, endpoint } = await published(`clock${clockOffset}`, secret);
		await enter(secret, endpoint.secret);
		bench().faxReceived(endpoint, { clockOffset });
		const [execution] = await api.waitForExecutions(id, 1);
		const { message, description } = await failureOf(execution?.id ?? '');
		expect(message).toContain(
			`the timestamp is more than 5 minutes ${clockOffset < 0 ? 'old' : 'in the future'}`,
		);
		expect(description).toContain('Set the clock of the machine that n8n runs on');
		await bench().retire(id, trigger);
	});

	it('is only logged where the option says so', async () => {
		const secret = await secretCredential('quiet');
		const trigger = bench().trigger(
			'quiet',
			{ options: { whenRefused: 'logOnly' } },
			{ credentials: [bench().account, secret] },
		);
		const { api } = bench().n8n;
		const { id } = await api.createWorkflow(workflow('Quiet', [trigger]));
		await api.publish(id);
		const endpoint = await until(() => bench().endpointOf(trigger));
		await until(async () => (await bench().post(endpoint.url, '{}', {})).status === 401 || undefined);
		bench().faxReceived(endpoint);
		await until(() => /\(.*\) refused a delivery .*still empty/.exec(bench().n8n.log) ?? undefined);
		expect(await api.listExecutions(id)).toEqual([]);
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

		for (const { id, trigger, endpoint } of flows) {
			const delivery = deliveries.find(({ endpointId }) => endpointId === endpoint.id);
			expect((await delivery?.settled)?.attempts.map(({ status }) => status)).toEqual([200]);
			await bench().retire(id, trigger);
		}
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
	async function account(name: string, accessToken: string, baseUrl: string): Promise<StoredCredential> {
		return await bench().n8n.api.createCredential({
			name,
			type: 'faxPlusApi',
			data: { accessToken, baseUrl },
		});
	}

	it('says what happened and what to do in the one message that n8n shows', async () => {
		const { n8n, simulator, secret } = bench();
		const { tokens } = simulator.state;
		for (const special of [
			token('alohi_pat_expired', seed.ownerId, undefined, { expiresAt: 0 }),
			token('alohi_pat_reading', seed.ownerId, ['fax:webhook:read']),
		])
			tokens.set(special.value, special);
		const oAuth2 = await n8n.api.createCredential({
			name: 'Not connected',
			type: 'faxPlusOAuth2Api',
			data: oAuth2Data(simulator),
		});
		const deleted = await account('Deleted', seed.ownerToken, simulator.baseUrl);
		const cases: Array<{
			what: string;
			credential?: StoredCredential;
			parameters?: Parameters<ReturnType<typeof bench>['trigger']>[1];
			says: RegExp;
		}> = [
			{
				what: 'expired',
				credential: await account('Expired', 'alohi_pat_expired', simulator.baseUrl),
				says: /HTTP 401\)\. The token has expired.* Enter a new access token/,
			},
			{
				what: 'scope',
				credential: await account('Reading', 'alohi_pat_reading', simulator.baseUrl),
				says: /HTTP 403\)\. .*needs the scopes fax:webhook:read and fax:webhook:edit/,
			},
			{ what: 'typo', parameters: { channels: '0555 123' }, says: /"0555 123" is not a number/ },
			{
				what: 'no-events',
				parameters: { events: [] },
				says: /Events is empty\. Select at least one|invalid required parameters/,
			},
			{
				what: 'base-url',
				credential: await account('Wrong base URL', seed.ownerToken, `${simulator.origin}/nowhere`),
				says: /check the Base URL in the credential/i,
			},
			{
				what: 'down',
				credential: await account('Nobody there', seed.ownerToken, 'http://127.0.0.1:9/v3'),
				says: /could not be reached.* Nothing listens there\. Check the host and the port of the Base URL/,
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

	it.each([
		{ setting: 'hasWebhooksFeature', says: /lacks the webhooks feature of the Enterprise plan/ },
		{ setting: 'webhooksEnabled', says: /turn them on in Fax\.Plus, under Settings > Integrations/ },
	] as const)('says so when the account has $setting false', async ({ setting, says }) => {
		const owner = bench().simulator.state.accounts.get(seed.accountId);
		if (!owner) throw new Error('no account');
		const id = await bench().create(bench().trigger(`refused-${setting}`));
		owner[setting] = false;
		try {
			expect(await bench().n8n.api.publishInVain(id)).toMatch(says);
		} finally {
			await bench()
				.n8n.api.deactivate(id)
				.catch(() => undefined);
			// n8n is not to try once more when the service permits it again.
			await forSeconds(REMOVAL_SECONDS);
			owner[setting] = true;
		}
	});

	// Last, because n8n is started anew with another address.
	it('says how to get an HTTPS address', async () => {
		const { n8n } = bench();
		await n8n.restart({ WEBHOOK_URL: 'http://n8n.example.com/' });
		const id = await bench().create(bench().trigger('plain'));
		expect(await n8n.api.publishInVain(id)).toMatch(
			/HTTPS addresses only.*http:\/\/n8n\.example\.com\/.*set the environment variable WEBHOOK_URL/,
		);
	});
});
