import { seed, TOKEN_OPERATION } from '../../simulator';
import { AUTHENTICATIONS, useBench } from './support/bench';
import { clinic } from './support/operationCases';

const bench = useBench();

const options = { timeout: 1 };
const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId, options };
const getBalance = { resource: 'shop', operation: 'getBalance', options };
const getThumbnail = { resource: 'fax', operation: 'getThumbnail', faxId: seed.faxId, options };

/** Each of these would go on for as long as somebody listens. */
describe.each(AUTHENTICATIONS)('with %s, the timeout ends', (authentication) => {
	test.each(['silence', 'silent-body'] as const)('a write that meets %s', async (failure) => {
		const { simulator } = bench();
		simulator.fail({ with: failure, times: 1, operationId: 'purchaseNumber' });
		const { error } = await bench().run({ authentication, ...purchase });
		expect(error?.message).toMatch(/^The service did not answer in time/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown', code: 'ETIMEDOUT' });
		expect(simulator.requests).toHaveLength(1);
	});

	test.each([
		['a read', getBalance, 'silence'],
		['a read', getBalance, 'silent-body'],
		['a thumbnail', getThumbnail, 'silence'],
		['a thumbnail', getThumbnail, 'silent-body'],
	] as const)('%s %o that meets %s, which is not tried again', async (_what, parameters, failure) => {
		const { simulator } = bench();
		simulator.fail({ with: failure, times: 10 });
		const { error } = await bench().run({ authentication, ...parameters });
		expect(error?.message).toBe('The service did not answer in time (timeout)');
		expect(error?.description).toMatch(/raise "Timeout" under "Options"/);
		expect(simulator.requests).toHaveLength(1);
	});

	test.each([
		['an endless', getBalance, 'endless-body'],
		['an endless', getThumbnail, 'endless-body'],
		['an endless', purchase, 'endless-body'],
		['a huge', getBalance, 'huge-body'],
		['a huge', getThumbnail, 'huge-body'],
		['a huge', purchase, 'huge-body'],
	] as const)('%s body of a refusal (%o), whose status is told', async (_what, parameters, failure) => {
		const { simulator } = bench();
		simulator.fail({ with: failure, times: 1, status: 403 });
		const { error } = await bench().run({ authentication, ...parameters });
		expect(error).toMatchObject({ httpCode: '403' });
		expect(simulator.requests).toHaveLength(1);
	});
});

test('the connection of a request that took too long is closed', async () => {
	const { simulator } = bench();
	simulator.fail({ with: 'silence', times: 1 });
	const closed = new Promise((resolve) => {
		simulator.app.server.once('request', (request) => request.once('close', resolve));
	});
	await bench().run(getBalance);
	await closed;
});

describe('a silent authorization server', () => {
	// The service's own answer has to come within it, also on a busy machine.
	const patient = { ...purchase, options: { timeout: 5 } };

	test('holds no item longer than the timeout, and what it was to be renewed for was not carried out', async () => {
		const { simulator } = bench();
		const credentials = await bench().oAuth2();
		simulator.expireAccessTokens();
		simulator.fail({ with: 'silence', times: 1, operationId: TOKEN_OPERATION });
		const { error } = await bench().run({ authentication: 'oAuth2', ...patient }, { credentials });
		expect(error?.message).toMatch(/^The authorization server did not answer in time/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(simulator.requests.map(({ status }) => status)).toEqual([401]);
	});

	test('that answers late renews the token, but nothing is sent any more that was reported as failed', async () => {
		const { engine, simulator } = bench();
		const credentials = await bench().oAuth2();
		simulator.expireAccessTokens();
		simulator.tokenLatency = 6_500;
		const { error } = await bench().run({ authentication: 'oAuth2', ...patient }, { credentials });
		expect(error?.message).toMatch(/^The authorization server did not answer in time/);

		// The renewal goes on in the background; the next execution profits from it.
		const stored = async () => (await engine.decrypted(credentials, 'faxPlusOAuth2Api'))['oauthTokenData'];
		const old = await stored();
		while (JSON.stringify(await stored()) === JSON.stringify(old)) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		await bench().run({ authentication: 'oAuth2', ...getBalance, options: patient.options }, { credentials });
		expect(simulator.requests.map(({ operationId, status }) => [operationId, status])).toEqual([
			['purchaseNumber', 401],
			['getBalance', 200],
		]);
		expect(clinic(simulator).balance.amount).toBe(100);
	});
});
