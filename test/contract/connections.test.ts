import dns from 'node:dns';
import { createCertificate } from '../../harness/httpsFront';
import { seed } from '../../simulator';
import { useBench } from './support/bench';
import { pauses } from './support/naps';
import { startRawServer } from './support/rawServer';

const bench = useBench();

const getBalance = { resource: 'shop', operation: 'getBalance' };
const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId };

/** Those between two attempts, in milliseconds: what is noted in n8n's store before a write is confirmed sooner. */
const pausesBetweenAttempts = (): number[] => pauses.filter((pause) => pause >= 250);

/** Runs with a token for this address. */
async function runAt(baseUrl: string, parameters: typeof getBalance) {
	return await bench().engine.run({
		parameters,
		credentials: await bench().accessToken(seed.ownerToken, baseUrl),
	});
}

/** The name server's answer where a name does not exist; a machine's own may say that it is busy instead. */
const nobodyKnowsAnyHost = () =>
	jest.spyOn(dns, 'lookup').mockImplementation((host: string, ...rest: unknown[]) => {
		const answer = rest.pop() as (error: Error) => void;
		answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
	});

describe.each([
	['a read', getBalance],
	['a write', purchase],
])('%s, where no connection can come about', (_what, parameters) => {
	test('because nobody knows the host, is not tried again', async () => {
		const lookup = nobodyKnowsAnyHost();
		const { error } = await runAt('http://no-such-host.invalid/v3', parameters);
		lookup.mockRestore();
		expect(error?.message).toMatch(/^The service could not be reached/);
		expect(pausesBetweenAttempts()).toEqual([]);
	});

	test('because nobody trusts the certificate, is not tried again', async () => {
		const server = await startRawServer((_request, response) => response.end(), await createCertificate());
		const { error } = await runAt(server.baseUrl, parameters);
		expect(error?.message).toMatch(/^The service could not be reached/);
		expect(error?.description).toContain('NODE_EXTRA_CA_CERTS');
		expect(pausesBetweenAttempts()).toEqual([]);
		expect(server.requests).toEqual([]);
	});

	test('because the port does not speak TLS, is not tried again', async () => {
		const server = await startRawServer((_request, response) => response.end('{}'));
		const { error } = await runAt(server.baseUrl.replace('http:', 'https:'), parameters);
		expect(error?.message).toMatch(/^The service could not be reached/);
		expect(error?.description).not.toContain('not known');
		expect(pausesBetweenAttempts()).toEqual([]);
		expect(server.requests).toEqual([]);
	});
});

describe('a credential', () => {
	test.each([
		['={{ undefined }}', /^The credential holds no Access Token\. Open it and enter/],
		['={{ 7 }}', /^The credential holds no Access Token\. Open it and enter/],
		['={{ ({ token: 7 }) }}', /^The credential holds no Access Token\. Open it and enter/],
		['={{ null }}', /^The credential holds no Access Token\. Open it and enter/],
		['', /^The credential holds no Access Token\. Open it and enter/],
		['  ', /^The credential holds no Access Token\. Open it and enter/],
		['alohi_pat_✓', /^The Access Token in the credential holds a blank, a line break or another character/],
		['alohi_pat one', /^The Access Token in the credential holds a blank, a line break or another character/],
		['alohi_pat\nX-Header: 1', /^The Access Token in the credential holds a blank, a line break/],
	])('whose token is %j says what to do, and sends nothing', async (accessToken, message) => {
		const { engine, simulator } = bench();
		const { error } = await engine.run({
			parameters: purchase,
			credentials: await bench().accessToken(accessToken),
		});
		expect(error?.message).toMatch(message);
		expect(simulator.requests).toEqual([]);
	});

	test.each([
		...['', 'restapi.fax.plus/v3', 'ftp://restapi.fax.plus', 'https://', 'https://exa mple/v3'],
		...['https://example.com:99999/v3', 'https://example.com/v3?version=3', 'https://example.com/#v3'],
		...['ask the administrator', '={{ ({ url: "x" }) }}', '={{ 7 }}', '={{ null }}'],
	])('whose Base URL is %j says what to enter', async (baseUrl) => {
		const { error } = await runAt(baseUrl, getBalance);
		expect(error?.message).toBe(
			'The Base URL in the credential is not an address. Open the credential and enter one such as https://restapi.fax.plus/v3.',
		);
	});
});
