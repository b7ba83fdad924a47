import { expectEffect, operationsNamed, parametersOf } from '../../contract/support/operationCases';
import { seed } from '../../../tools/simulator';
import type { Token } from '../../../tools/simulator/state';
import { itemsOf, type Execution, type StoredCredential } from '../../../tools/harness/n8n';
import { connectOAuth2 } from '../../../tools/harness/n8n/oauthConsent';
import { manualTrigger, node, workflow } from '../../../tools/harness/n8n/workflows';
import { AUTHENTICATIONS, NODE, oAuth2Draft, useN8nBench } from '../support/bench';

const bench = useN8nBench();

const [send] = operationsNamed('fax: send');

test.each(AUTHENTICATIONS)('with %s a fax is sent, and the output shows it', async (authentication) => {
	if (!send) throw new Error('There is no case of a send');
	const { simulator } = bench();
	send.prepare?.(simulator);
	const execution = await bench().run(parametersOf(send, authentication));

	expect(execution.data.resultData.error).toBeUndefined();
	const requests = simulator.requests.map(({ method, path, headers }) => ({
		method,
		path,
		client: headers['x-fax-clientid'],
	}));
	const client = authentication === 'oAuth2' ? seed.clientId : undefined;
	expect(requests).toEqual(send.requests.map(({ method, path }) => ({ method, path, client })));
	expect(itemsOf(execution, NODE).map(({ json }) => json)).toEqual(send.output(simulator, authentication));
	expectEffect(send, simulator);
});

describe('OAuth2', () => {
	const parameters = { authentication: 'oAuth2', resource: 'account', operation: 'getPlan' };

	/** Returns a connected credential that was used once, and whose access token has expired. */
	async function expiredCredential(): Promise<StoredCredential> {
		const { n8n, simulator } = bench();
		const credential = await n8n.api.createCredential(oAuth2Draft(simulator, 'Expiring'));
		await connectOAuth2(n8n.api, credential.id);
		await bench().run(parameters, { credentials: [credential] });
		Object.assign(issuedTokens().at(-1) ?? {}, { expiresAt: 0 });
		simulator.clearRequests();
		return credential;
	}

	function issuedTokens(): Token[] {
		return [...bench().simulator.state.tokens.values()].filter(({ type }) => type === 'oauth');
	}

	it('refreshes an expired token once for two executions that meet it together, and keeps the new one for the next', async () => {
		const { simulator } = bench();
		const credential = await expiredCredential();
		const issued = issuedTokens().length;
		// With this delay, both requests are refused before the first one gets a new token.
		simulator.tokenLatency = 3_000;

		const executions = await Promise.all(
			['one', 'other'].map(async () => await bench().run(parameters, { credentials: [credential] })),
		);

		expect(executions.map(({ data }) => data.resultData.error?.message)).toEqual([undefined, undefined]);
		expect(issuedTokens()).toHaveLength(issued + 1);
		await bench().run(parameters, { credentials: [credential] });
		expect(simulator.requests.map(({ status }) => status)).toEqual([401, 401, 200, 200, 200]);
	});
});

describe('A custom API call by the HTTP Request node', () => {
	/** Runs an HTTP Request node that authenticates with one of the package's credentials, as docs/operations.md describes. */
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

	it('works with a personal access token', async () => {
		const execution = await call(bench().credentials.accessToken);
		expectBalance(execution, `Bearer ${seed.ownerToken}`);
	});

	it('works with OAuth2, if it sends the client ID itself', async () => {
		const execution = await call(bench().credentials.oAuth2, { 'x-fax-clientid': seed.clientId });
		expectBalance(execution, expect.stringMatching(/^Bearer ./));
	});
});
