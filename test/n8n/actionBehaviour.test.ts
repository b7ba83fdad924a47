import { addEndpoint } from '../contract/support/operationCases';
import { seed } from '../../simulator';
import type { Token } from '../../simulator/state';
import { itemsOf, type Execution, type StoredCredential } from '../../harness/n8n';
import { connectOAuth2 } from '../../harness/n8n/oauthConsent';
import { manualTrigger, node, workflow } from '../../harness/n8n/workflows';
import { ACTION_NODE, NODE, oAuth2Data, useN8nBench } from './support/bench';

const bench = useN8nBench();

const readPlan = { resource: 'account', operation: 'getPlan' };
const readCredits = { resource: 'aiCredit', operation: 'get' };
const readExtraction = { resource: 'fieldExtraction', operation: 'get', faxId: '={{ $json.faxId }}' };

describe('OAuth2', () => {
	const parameters = { authentication: 'oAuth2', ...readPlan };

	/** A connected credential that was used once, and whose access token has expired since. */
	async function expiredCredential(): Promise<StoredCredential> {
		const { n8n, simulator } = bench();
		const credential = await n8n.api.createCredential({
			name: 'Expiring',
			type: 'faxPlusOAuth2Api',
			data: oAuth2Data(simulator),
		});
		await connectOAuth2(n8n.api, credential.id);
		await bench().run(parameters, { credentials: [credential] });
		Object.assign(issuedTokens().at(-1) ?? {}, { expiresAt: 0 });
		simulator.clearRequests();
		return credential;
	}

	function issuedTokens(): Token[] {
		return [...bench().simulator.state.tokens.values()].filter(({ type }) => type === 'oauth');
	}

	it('refreshes an expired access token within an execution and keeps the new one for the next', async () => {
		const { simulator } = bench();
		const credential = await expiredCredential();

		const refreshing = await bench().run(parameters, { credentials: [credential] });
		const next = await bench().run(parameters, { credentials: [credential] });

		expect(itemsOf(refreshing, NODE)).toHaveLength(1);
		expect(itemsOf(next, NODE)).toHaveLength(1);
		const sent = simulator.requests.map(({ status, headers }) => ({
			status,
			token: headers['authorization'],
		}));
		const [expired, renewed, kept] = sent;
		expect(sent.map(({ status }) => status)).toEqual([401, 200, 200]);
		expect(renewed?.token).not.toBe(expired?.token);
		expect(kept?.token).toBe(renewed?.token);
	});

	it('refreshes it once for all items, since a refresh token works only once', async () => {
		const { simulator } = bench();
		const credential = await expiredCredential();
		const issued = issuedTokens().length;
		simulator.latency = 50;

		const execution = await bench().run(parameters, {
			credentials: [credential],
			items: Array.from({ length: 10 }, (_, number) => ({ number })),
		});

		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(itemsOf(execution, NODE).map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: 10 }, (_, item) => ({ item })),
		);
		expect(issuedTokens()).toHaveLength(issued + 1);
		// Requests that were under way together meet the expired token together; each is made once more at most.
		const statuses = simulator.requests.map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(10);
		expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
		expect(statuses[0]).toBe(401);
		expect(simulator.maxInFlight).toBeGreaterThan(1);
	});

	it('refreshes it once for two executions that meet its end together', async () => {
		const { simulator } = bench();
		const credential = await expiredCredential();
		const issued = issuedTokens().length;
		// Both have been refused by the time that the first has a new one.
		simulator.tokenLatency = 3_000;

		const executions = await Promise.all(
			['one', 'other'].map(async () => await bench().run(parameters, { credentials: [credential] })),
		);

		expect(executions.map(({ data }) => data.resultData.error?.message)).toEqual([undefined, undefined]);
		expect(issuedTokens()).toHaveLength(issued + 1);
		expect(simulator.requests.map(({ status }) => status)).toEqual([401, 401, 200, 200]);
	});

	it('that cannot be renewed any more says that the credential has to be connected again', async () => {
		const { refreshTokens } = bench().simulator.state;
		const credential = await expiredCredential();
		refreshTokens.delete([...refreshTokens.keys()].at(-1) ?? '');

		const { error } = (await bench().run(parameters, { credentials: [credential] })).data.resultData;

		expect(error?.message).toMatch(/^The OAuth2 connection has lapsed/);
		expect(error?.description).toContain('connect your account again');
	});
});

describe('A custom API call by the HTTP Request node', () => {
	/** Runs an HTTP Request node that authenticates with one of the package's credentials, as docs/operations.md says. */
	async function call(
		credential: StoredCredential,
		headers: Record<string, string> = {},
	): Promise<Execution> {
		const { n8n, simulator } = bench();
		const request = node(
			'Custom call',
			'n8n-nodes-base.httpRequest',
			{
				url: `${simulator.baseUrl}/shop/balance`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credential.type,
				sendHeaders: true,
				headerParameters: {
					parameters: Object.entries(headers).map(([name, value]) => ({ name, value })),
				},
			},
			{ typeVersion: 4.2, credentials: [credential] },
		);
		const { id } = await n8n.api.createWorkflow(workflow('Custom', [manualTrigger, request]));
		return await n8n.api.runManually(id, manualTrigger.name);
	}

	function expectBalance(execution: Execution, token: unknown): void {
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(itemsOf(execution, 'Custom call').map(({ json }) => json)).toEqual([
			{ amount: 100, currency: 'USD' },
		]);
		expect(
			bench().simulator.requests.map(({ status, headers }) => [status, headers['authorization']]),
		).toEqual([[200, token]]);
	}

	it('is authenticated by a personal access token', async () => {
		const execution = await call(bench().credentials.accessToken);
		expectBalance(execution, `Bearer ${seed.ownerToken}`);
	});

	it('is authenticated by OAuth2, when it sends the client ID itself', async () => {
		const execution = await call(bench().credentials.oAuth2, { 'x-fax-clientid': seed.clientId });
		expectBalance(execution, expect.stringMatching(/^Bearer ./));
	});
});

describe('The credential window', () => {
	it('says that a good personal access token works', async () => {
		const { n8n, simulator, credentials } = bench();
		const data = { accessToken: seed.ownerToken, baseUrl: simulator.baseUrl };

		const result = await n8n.api.testCredential(credentials.accessToken, data);

		expect(result.status).toBe('OK');
		expect(simulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /auth/token']);
	});

	it("shows the service's own words for a bad one", async () => {
		const { n8n, simulator, credentials } = bench();
		const data = { accessToken: 'alohi_pat_wrong', baseUrl: simulator.baseUrl };

		const result = await n8n.api.testCredential(credentials.accessToken, data);

		expect(result.status).toBe('Error');
		expect(result.message).toContain('Access token is expired, revoked, malformed, or invalid');
	});
});

describe('Errors', () => {
	it('stop the execution and name the item, the status, the code and what to do', async () => {
		const parameters = { authentication: 'accessToken', ...readExtraction };
		const items = [{ faxId: seed.faxId }, { faxId: 'fax_unknown' }];

		const execution = await bench().run(parameters, { items });

		expect(execution.status).toBe('error');
		const { error } = execution.data.resultData;
		expect(error?.message).toMatch(/not found.*bad_request.*400/);
		expect(error?.description).toContain('Check Fax');
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('come out as items when the node continues on fail, linked to their input items', async () => {
		const parameters = { authentication: 'accessToken', ...readExtraction };
		const items = [{ faxId: seed.faxId }, { faxId: 'fax_unknown' }, { faxId: seed.largeFaxId }];

		const execution = await bench().run(parameters, { items, onError: 'continueRegularOutput' });

		expect(execution.status).toBe('success');
		const output = itemsOf(execution, NODE);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(output.map(({ json }) => json)).toEqual([
			expect.objectContaining({ faxId: seed.faxId, status: 'finished' }),
			{
				error: {
					message: expect.stringContaining('not found') as string,
					description: 'Requested resource was not found',
					code: 'bad_request',
					// It may have been requested, so that there is an outcome.
					outcome: 'refused',
					status: 400,
					advice: expect.stringContaining('Check Fax') as string,
				},
			},
			expect.objectContaining({ faxId: seed.largeFaxId, status: 'finished' }),
		]);
	});

	it('that pass leave a read unharmed', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 2, with: 503 });

		const execution = await bench().run({ authentication: 'oAuth2', ...readCredits });

		expect(itemsOf(execution, NODE)).toHaveLength(1);
		expect(simulator.requests.map(({ status }) => status)).toEqual([503, 503, 200]);
	});

	it('of the connection never repeat a purchase', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 'hang-up', afterEffect: true, operationId: 'purchaseNumber' });
		const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId };

		const execution = await bench().run({ authentication: 'accessToken', ...purchase });

		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toBe(
			'The connection to the service broke (connection reset). It is not known whether the number was bought. Do not repeat it unchecked.',
		);
		expect(simulator.requests.map(({ operationId }) => operationId)).toEqual(['purchaseNumber']);
		expect(simulator.state.accounts.get(seed.accountId)?.balance.amount).toBe(90);
	});
});

describe('The editor', () => {
	const request = (parameters: Record<string, unknown>) => ({
		nodeType: ACTION_NODE,
		parameters: { authentication: 'accessToken', ...parameters },
		credentials: { faxPlusApi: bench().credentials.accessToken },
	});

	it('is offered the countries where numbers can be bought', async () => {
		const { results } = await bench().n8n.api.searchList({
			...request({ resource: 'shop', operation: 'searchNumbers' }),
			path: 'parameters.countryCode',
			methodName: 'searchCountries',
		});

		expect(results.map(({ value }) => value)).toEqual(['CH', 'US']);
	});

	it('is offered the areas of the country that is selected, and told to select one', async () => {
		const areasOf = async (countryCode: object) =>
			await bench().n8n.api.searchList({
				...request({ resource: 'shop', operation: 'searchNumbers', countryCode }),
				path: 'parameters.callingCode',
				methodName: 'searchAreas',
			});

		const { results } = await areasOf({ __rl: true, mode: 'list', value: 'US' });
		expect(results.map(({ name, value }) => ({ name, value }))).toEqual([
			{ name: 'New York, NY (212)', value: '212' },
			{ name: 'Washington, DC (202)', value: '202' },
		]);
		await expect(areasOf({ __rl: true, mode: 'list', value: '' })).rejects.toThrow('Select a Country first');
	});

	it('is offered webhook endpoints by events and host, and those that match a search', async () => {
		const { n8n, simulator } = bench();
		addEndpoint(simulator, 'ep_one');
		addEndpoint(simulator, 'ep_two');
		const list = {
			...request({ resource: 'webhookEndpoint', operation: 'delete' }),
			path: 'parameters.endpointId',
			methodName: 'searchWebhookEndpoints',
		};

		const all = await n8n.api.searchList(list);
		const found = await n8n.api.searchList({ ...list, filter: 'EP_TWO' });

		expect(all.results.map(({ name, value }) => ({ name, value }))).toEqual([
			{ name: 'example.com/ep_one · Received · +15550100000 · ID ep_one', value: 'ep_one' },
			{ name: 'example.com/ep_two · Received · +15550100000 · ID ep_two', value: 'ep_two' },
		]);
		expect(found.results.map(({ value }) => value)).toEqual(['ep_two']);
	});

	it('is offered custom fields by name', async () => {
		const found = await bench().n8n.api.searchList({
			...request({ resource: 'customField', operation: 'update' }),
			path: 'parameters.fieldId',
			methodName: 'searchCustomFields',
			filter: 'patient',
		});

		expect(found.results.map(({ name, value }) => ({ name, value }))).toEqual([
			{ name: 'patient_name', value: seed.customFieldId },
		]);
	});
});
