import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import type { Token } from '../../../tools/simulator/state';
import { useBench } from '../support/bench';
import { expectSuccess } from '../support/execution';
import type { NodeCredentials, NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';
import { startRawServer } from '../support/rawServer';

const bench = useBench();

const getPlan = { authentication: 'oAuth2', resource: 'account', operation: 'getPlan' };

function issuedTokens(): Token[] {
	return [...bench().simulator.state.tokens.values()].filter(({ type }) => type === 'oauth');
}

/** Returns a credential with an expired token. */
async function expired(authorizationServer?: string): Promise<NodeCredentials> {
	const credentials = await bench().oAuth2(undefined, authorizationServer);
	bench().simulator.expireAccessTokens();
	return credentials;
}

const run = async (credentials: NodeCredentials, more: Partial<NodeRun> = {}) =>
	await bench().run(getPlan, { credentials, ...more });

const statuses = () => bench().simulator.requests.map(({ status }) => status);

async function storedAccessToken(credentials: NodeCredentials): Promise<unknown> {
	const { oauthTokenData } = await bench().engine.decrypted(credentials, 'faxPlusOAuth2Api');
	return (oauthTokenData as { access_token?: unknown }).access_token;
}

describe('an expired OAuth2 token', () => {
	test('is refreshed once, and the request is repeated with the new one and the same x-fax-clientid', async () => {
		const { simulator } = bench();
		const { items } = expectSuccess(await run(await expired()));
		expect(items[0]?.json).toMatchObject({ plan_type: 'enterprise' });
		const [old, renewed, ...more] = issuedTokens();
		expect(more).toEqual([]);
		expect(
			simulator.requests.map(({ status, headers }) => [
				status,
				headers['authorization'],
				headers['x-fax-clientid'],
			]),
		).toEqual([
			[401, `Bearer ${old?.value ?? ''}`, seed.clientId],
			[200, `Bearer ${renewed?.value ?? ''}`, seed.clientId],
		]);
	});

	test('is replaced in the credential, and the next execution uses the new one', async () => {
		const { simulator } = bench();
		const credentials = await expired();
		await run(credentials);
		expect(await storedAccessToken(credentials)).toBe(issuedTokens()[1]?.value);

		simulator.clearRequests();
		await run(credentials);
		expect(statuses()).toEqual([200]);

		simulator.clearRequests();
		simulator.expireAccessTokens();
		expectSuccess(await run(credentials));
		expect(statuses()).toEqual([401, 200]);
	});

	test.each(['query', 'body', 'either'] as const)(
		'is refreshed, stored and refreshed again if the authorization server reads the refresh token from: %s',
		async (refreshParameters) => {
			const { simulator } = bench();
			simulator.settings.refreshParameters = refreshParameters;
			const credentials = await expired();
			for (let renewals = 1; renewals <= 3; renewals++) {
				expectSuccess(await run(credentials));
				expect(issuedTokens()).toHaveLength(1 + renewals);
				expect(await storedAccessToken(credentials)).toBe(issuedTokens().at(-1)?.value);
				expect(simulator.state.refreshTokens.size).toBe(1);
				simulator.expireAccessTokens();
			}
			const { accessTokenUrl } = await bench().engine.decrypted(credentials, 'faxPlusOAuth2Api');
			expect(accessTokenUrl).toBe(`${simulator.authUrl}/token`);
		},
	);

	test('that is refused in the body and in the query says what to report', async () => {
		const credentials = await expired();
		bench().simulator.state.refreshTokens.clear();
		const { error } = await run(credentials);
		expect(error?.description).toMatch(/an hour later.*Report/);
		expect(JSON.stringify(error)).not.toContain('refresh_token=');
	});

	test("doesn't repeat a write", async () => {
		const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId };
		const { items } = await bench().run(
			{ authentication: 'oAuth2', ...purchase },
			{ credentials: await expired() },
		);
		expect(items[0]?.json).toMatchObject({ number: '+12125550123' });
		expect(statuses()).toEqual([401, 200]);
		expect(clinic(bench().simulator).balance.amount).toBe(90);
	});

	test("that can't be refreshed anymore suggests reconnecting the credential", async () => {
		const credentials = await expired();
		bench().simulator.state.refreshTokens.clear();
		const { error } = await run(credentials);
		expect(error).toMatchObject({
			message: expect.stringMatching(
				/^The OAuth2 connection expired, because the authorization server/,
			) as unknown,
			description: expect.stringMatching(
				/connect your account again\. If that also fails, check "Client ID", "Client Secret" and "Authorization Server"/,
			) as unknown,
			context: { itemIndex: 0, faxPlus: { code: 'token_not_renewed', status: 401 } },
		});
		expect(statuses()).toEqual([401, 401]);
	});

	test('that another process has refreshed is read again when the refresh token is used up', async () => {
		const { engine, simulator } = bench();
		const used: { credentials?: NodeCredentials; fresh?: ICredentialDataDecryptedObject } = {};
		// The server refuses the refresh token, because another process has already used it. That process has just stored its
		// new token.
		const server = await startRawServer((_request, response) => {
			const [details] = Object.values(used.credentials ?? {});
			void engine.credentials
				.updateCredentialsOauthTokenData(details as INodeCredentialsDetails, '', used.fresh ?? {})
				.then(() => {
					response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
				});
		});
		const other = await bench().oAuth2();
		used.credentials = await expired(server.baseUrl);
		await run(other);
		used.fresh = await engine.decrypted(other, 'faxPlusOAuth2Api');
		simulator.clearRequests();

		const { items } = expectSuccess(await run(used.credentials));
		expect(items[0]?.json).toMatchObject({ plan_type: 'enterprise' });
		expect(statuses()).toEqual([401, 200]);
		expect(server.requests[0]).toBe('POST /v3/token');
	});

	test("isn't refreshed repeatedly when Fax.Plus refuses the new one too", async () => {
		const { simulator } = bench();
		const description = 'The access was revoked';
		simulator.fail({ times: 10, with: 401, error: 'unauthorized', description });
		const { error } = await run(await bench().oAuth2());
		expect(error).toMatchObject({
			message: 'The access was revoked (unauthorized, HTTP 401)',
			description: expect.stringContaining('If it uses OAuth2, connect it again') as unknown,
			context: { itemIndex: 0 },
		});
		expect(simulator.requests).toHaveLength(2);
		expect(issuedTokens()).toHaveLength(2);
	});

	test("is refreshed for the editor's lists too", async () => {
		const { results } = await bench().engine.listSearch('searchCountries', {
			parameters: { authentication: 'oAuth2', resource: 'shop', operation: 'searchNumbers' },
			credentials: await expired(),
		});
		expect(results.map(({ value }) => value)).toEqual(['CH', 'US']);
		expect(issuedTokens()).toHaveLength(2);
	});
});

describe('an OAuth2 credential', () => {
	test('that was never connected says so', async () => {
		const { engine, simulator } = bench();
		const credentials = await engine.credential('faxPlusOAuth2Api', {
			clientId: seed.clientId,
			clientSecret: seed.clientSecret,
			baseUrl: simulator.baseUrl,
			authorizationServer: simulator.authUrl,
		});
		const result = await run(credentials);
		const message = "The OAuth2 credential isn't connected. Open it and connect your account.";
		bench().expectRefused(result, message);
		expect(result.error?.context['itemIndex']).toBe(0);
	});

	test.each([
		[{}, 'https://accounts.fax.plus'],
		[{ authorizationServer: 'https://accounts.example.com' }, 'https://accounts.example.com'],
		[{ authorizationServer: 'https://accounts.example.com/' }, 'https://accounts.example.com'],
		[{ authorizationServer: ' https://accounts.example.com// \n' }, 'https://accounts.example.com'],
	])('with %j logs in and gets tokens at %s, and links to the public site', async (entered, address) => {
		const { engine } = bench();
		const credentials = await engine.credential('faxPlusOAuth2Api', { clientId: seed.clientId, ...entered });
		expect(await engine.decrypted(credentials, 'faxPlusOAuth2Api')).toMatchObject({
			baseUrl: 'https://restapi.fax.plus/v3',
			authUrl: `${address}/login`,
			accessTokenUrl: `${address}/token`,
			grantType: 'authorizationCode',
			authentication: 'header',
			scope: 'all',
		});
	});
});
