import type { INodeCredentialTestResult } from 'n8n-workflow';

import { createCertificate } from '../../../tools/harness/httpsFront';
import { seed, token } from '../../../tools/simulator';
import { useHeldDeadlines } from '../../support/deadlines';
import { useBench } from '../support/bench';
import { expectSuccess } from '../support/execution';
import { answering, startRawServer } from '../support/rawServer';
import { until } from '../trigger/support/bench';

const bench = useBench();
const letTimePass = useHeldDeadlines();

async function testAccessToken(
	accessToken: string,
	baseUrl = bench().simulator.baseUrl,
): Promise<INodeCredentialTestResult> {
	return await bench().engine.testCredential('faxPlusApi', { accessToken, baseUrl });
}

describe('the test of a personal access token', () => {
	test('requests the token information, which needs no scope, and shows the scopes', async () => {
		const { simulator } = bench();
		simulator.state.tokens.set('alohi_pat_none', token('alohi_pat_none', seed.ownerId, { scopes: [] }));
		for (const [accessToken, scopes] of [
			[seed.ownerToken, 'fax:all:read, fax:all:edit'],
			['alohi_pat_none', 'none'],
		] as const) {
			const message = `Fax.Plus accepts this token. Its scopes: ${scopes}`;
			expect(await testAccessToken(accessToken)).toEqual({ status: 'OK', message });
			const { method, path, headers } = simulator.requests.at(-1) ?? {};
			expect([method, path]).toEqual(['GET', '/auth/token']);
			expect(headers).not.toHaveProperty('x-fax-clientid');
		}
		expect(simulator.requests).toHaveLength(2);
	});

	test("shows Fax.Plus's message when it refuses the token", async () => {
		expect(await testAccessToken('alohi_pat_wrong')).toEqual({
			status: 'Error',
			message:
				'Access token is expired, revoked, malformed, or invalid for other reasons (unauthorized, HTTP 401). Enter a new access token in the credential. If it uses OAuth2, connect it again.',
		});
	});

	test('suggests checking the Base URL when nothing is found there', async () => {
		const { simulator } = bench();
		const wrongPath = await testAccessToken(seed.ownerToken, simulator.baseUrl.replace(/v3$/, 'v9'));
		const server = await answering('<html>Not found</html>', { status: 404, type: 'text/html' });
		const wrongHost = await testAccessToken(seed.ownerToken, server.baseUrl);
		for (const { status, message } of [wrongPath, wrongHost]) {
			expect(status).toBe('Error');
			expect(message).toMatch(/HTTP 404\)\. Check "Base URL"|status 404\. Check "Base URL"/);
			expect(message).not.toContain('fields');
		}
	});

	test.each(['Bearer ', 'bearer  ', ' BEARER\t'])(
		'accepts a token that was copied with its prefix: "%s"',
		async (word) => {
			expect(await testAccessToken(`${word}${seed.ownerToken}`)).toMatchObject({ status: 'OK' });
			expect(bench().simulator.requests[0]?.headers['authorization']).toBe(`Bearer ${seed.ownerToken}`);

			const credentials = await bench().accessToken(`${word}${seed.ownerToken}`);
			expectSuccess(await bench().run({ resource: 'accessToken', operation: 'get' }, { credentials }));
		},
	);

	test.each([' ', 'Bearer', 'Bearer '])('says that the token is missing: "%s"', async (empty) => {
		expect(await testAccessToken(empty)).toEqual({
			status: 'Error',
			message:
				'"Access Token" in the credential is empty. Open the credential and enter a personal access token, or check its expression.',
		});
		expect(bench().simulator.requests).toEqual([]);
	});

	test.each(['silence', 'silent-body', 'endless-body'] as const)(
		'ends when the answer is %s',
		async (failure) => {
			const { simulator } = bench();
			simulator.fail({ times: 1, with: failure });
			const testing = testAccessToken(seed.ownerToken);
			await until(() => simulator.requests.length === 1);
			letTimePass(20_000);
			expect(await testing).toMatchObject({
				status: 'Error',
				message: expect.stringMatching(/^No response from Fax\.Plus in time \(timeout\)\. /) as unknown,
			});
		},
	);

	test('suggests checking the Base URL when something else answers', async () => {
		const server = await answering('<html>Please log in</html>', { type: 'text/html' });
		expect(await testAccessToken(seed.ownerToken, server.baseUrl)).toEqual({
			status: 'Error',
			message:
				'The response isn\'t from Fax.Plus (unexpected_answer, HTTP 200). Check "Base URL" in the credential. Something other than Fax.Plus responds there, such as a proxy or a login page.',
		});
	});

	test('names the reason for a failed connection, and what to do, as the operations do', async () => {
		const server = await answering('');
		const wrongProtocol = await testAccessToken(seed.ownerToken, server.baseUrl.replace('http:', 'https:'));
		const wrongName = await testAccessToken(seed.ownerToken, 'https://fax.invalid/v3');
		const ofOwnAuthority = await startRawServer({ body: '' }, await createCertificate());
		const certificate = await testAccessToken(seed.ownerToken, ofOwnAuthority.baseUrl);
		expect(certificate.message).toMatch(/\(self-signed certificate\)\. .*NODE_EXTRA_CA_CERTS/);
		expect(wrongProtocol.message).toMatch(/\(no HTTPS at this address\)\. Check the port of "Base URL"/);
		expect(wrongName.message).toMatch(/\((unknown host|name lookup failed)\)\. .*DNS/);
	});

	test('follows no redirect', async () => {
		const elsewhere = await answering('{"token_type":"pat","scopes":[]}');
		const headers = { location: `${elsewhere.baseUrl}/auth/token` };
		const server = await startRawServer({ status: 302, headers, body: '' });
		const { status } = await testAccessToken(seed.ownerToken, server.baseUrl);
		expect(status).toBe('Error');
		expect(elsewhere.requests).toEqual([]);
	});
});
