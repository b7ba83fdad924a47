import type { INodeCredentialTestResult } from 'n8n-workflow';

import { seed, token } from '../../simulator';
import { useBench } from './support/bench';
import { startRawServer } from './support/rawServer';

const bench = useBench();

async function testAccessToken(
	accessToken: string,
	baseUrl = bench().simulator.baseUrl,
): Promise<INodeCredentialTestResult> {
	return await bench().engine.testCredential('faxPlusApi', { accessToken, baseUrl });
}

describe('the test of a personal access token', () => {
	test('asks for the token information, which needs no scope, and shows the scopes', async () => {
		const { simulator } = bench();
		simulator.state.tokens.set('alohi_pat_none', token('alohi_pat_none', seed.ownerId, []));
		expect(await testAccessToken(seed.ownerToken)).toEqual({
			status: 'OK',
			message: 'The service knows this token. Its scopes: fax:all:read, fax:all:edit',
		});
		expect(await testAccessToken('alohi_pat_none')).toEqual({
			status: 'OK',
			message: 'The service knows this token. Its scopes: none',
		});
		expect(simulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'GET /auth/token',
			'GET /auth/token',
		]);
		for (const { headers } of simulator.requests) expect(headers).not.toHaveProperty('x-fax-clientid');
	});

	test('shows the words of the service when it refuses the token', async () => {
		expect(await testAccessToken('alohi_pat_wrong')).toEqual({
			status: 'Error',
			message:
				'Access token is expired, revoked, malformed, or invalid for other reasons (unauthorized, HTTP 401)',
		});
	});

	test('shows a failure of the service', async () => {
		bench().simulator.fail({ times: 1, with: 500, description: 'Unexpected server error' });
		expect(await testAccessToken(seed.ownerToken)).toEqual({
			status: 'Error',
			message: 'Unexpected server error (internal_server_error, HTTP 500)',
		});
	});

	test('asks for a token when there is none', async () => {
		expect(await testAccessToken(' ')).toEqual({
			status: 'Error',
			message: 'Access Token is empty. Enter a personal access token.',
		});
		expect(bench().simulator.requests).toEqual([]);
	});

	test('leads to the base URL when something else answers', async () => {
		const server = await startRawServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please log in</html>');
		});
		expect(await testAccessToken(seed.ownerToken, server.baseUrl)).toEqual({
			status: 'Error',
			message: 'The answer does not come from the service. Check the Base URL.',
		});
		await server.stop();
	});

	test('leads to the base URL when nobody answers', async () => {
		const server = await startRawServer((_request, response) => response.end());
		await server.stop();
		expect(await testAccessToken(seed.ownerToken, server.baseUrl)).toEqual({
			status: 'Error',
			message: 'The service could not be reached. Check the Base URL.',
		});
	});

	test.each(['', 'restapi.fax.plus/v3'])('leads to the base URL when it is "%s"', async (baseUrl) => {
		expect(await testAccessToken(seed.ownerToken, baseUrl)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('Base URL') as unknown,
		});
	});

	test('follows no redirect', async () => {
		const elsewhere = await startRawServer((_request, response) => response.end('{"token_type":"pat"}'));
		const server = await startRawServer((_request, response) => {
			response.writeHead(302, { location: `${elsewhere.baseUrl}/auth/token` }).end();
		});
		const { status } = await testAccessToken(seed.ownerToken, server.baseUrl);
		await Promise.all([server.stop(), elsewhere.stop()]);
		expect(status).toBe('Error');
		expect(elsewhere.requests).toEqual([]);
	});
});
