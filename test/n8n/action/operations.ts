import { expectEffect, operationsNamed, parametersOf } from '../../contract/support/operationCases';
import { seed } from '../../../tools/simulator';
import type { Token } from '../../../tools/simulator/state';
import { itemsOf, type Execution, type StoredCredential } from '../../../tools/harness/n8n';
import { accessTokenDraft } from '../../../tools/harness/n8n/credentials';
import { connectOAuth2 } from '../../../tools/harness/n8n/oauthConsent';
import { manualTrigger, node, workflow } from '../../../tools/harness/n8n/workflows';
import { AUTHENTICATIONS, NODE, oAuth2Draft, useN8nBench, type Authentication } from '../support/bench';

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

describe('The HTTP Request node with a credential of the package', () => {
	/** Creates a credential that's allowed for some domains. Without these, it's as the credential window saves a new one. */
	async function credentialFor(
		authentication: Authentication,
		allowedDomains?: string,
	): Promise<StoredCredential> {
		const { n8n, simulator } = bench();
		const draft = {
			accessToken: accessTokenDraft(simulator, seed.ownerToken, 'Custom'),
			oAuth2: oAuth2Draft(simulator, 'Custom'),
		}[authentication];
		const data = { ...draft.data, ...(allowedDomains === undefined ? {} : { allowedDomains }) };
		const credential = await n8n.api.createCredential({ ...draft, data });
		if (authentication === 'oAuth2') await connectOAuth2(n8n.api, credential.id);
		simulator.clearRequests();
		return credential;
	}

	/** Runs an HTTP Request node that authenticates with a credential, as docs/operations.md describes. */
	async function call(credential: StoredCredential, baseUrl: string): Promise<Execution> {
		const { api } = bench().n8n;
		const request = node(
			'Custom call',
			'n8n-nodes-base.httpRequest',
			{
				url: `${baseUrl}/shop/balance`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credential.type,
				sendHeaders: credential.type === 'faxPlusOAuth2Api',
				headerParameters: { parameters: [{ name: 'x-fax-clientid', value: seed.clientId }] },
			},
			{ typeVersion: 4.2, credentials: [credential] },
		);
		const { id } = await api.createWorkflow(workflow('Custom', [manualTrigger, request]));
		return await api.runManually(id, manualTrigger.name);
	}

	describe.each(AUTHENTICATIONS)('with %s', (authentication) => {
		it("reaches the credential's allowed domain", async () => {
			const { simulator } = bench();
			const { hostname } = new URL(simulator.baseUrl);

			const execution = await call(await credentialFor(authentication, hostname), simulator.baseUrl);

			expect(execution.data.resultData.error?.message).toBeUndefined();
			expect(itemsOf(execution, 'Custom call').map(({ json }) => json)).toEqual([
				{ amount: 100, currency: 'USD' },
			]);
			expect(simulator.requests.map(({ status, headers }) => [status, headers['authorization']])).toEqual([
				[200, authentication === 'oAuth2' ? expect.stringMatching(/^Bearer ./) : `Bearer ${seed.ownerToken}`],
			]);
		});

		it.each([
			['by default', undefined, 'restapi.fax.plus'],
			['if another one is allowed', 'files.example.com', 'files.example.com'],
		])('sends the token to no other domain %s, while the node works', async (_case, domains, named) => {
			const { simulator } = bench();
			const credential = await credentialFor(authentication, domains);

			const refused = await call(credential, simulator.baseUrl);

			expect(refused.data.resultData.error?.message).toMatch(`domains are allowed: ${named}`);
			expect(simulator.requests).toEqual([]);
			const parameters = { authentication, resource: 'account', operation: 'getPlan' };
			const own = await bench().run(parameters, { credentials: [credential] });
			expect(own.data.resultData.error?.message).toBeUndefined();
			expect(itemsOf(own, NODE)).toHaveLength(1);
		});
	});
});
