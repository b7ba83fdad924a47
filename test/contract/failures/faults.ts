import dns from 'node:dns';

import { createCertificate } from '../../../tools/harness/httpsFront';
import { BROKEN_BODIES, seed, TOKEN_OPERATION, type Failure } from '../../../tools/simulator';
import { AUTHENTICATIONS, useBench, type Authentication } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import { pauses } from '../support/naps';
import type { OperationCase } from '../support/operationCases';
import {
	clinic,
	expectEffect,
	operations,
	operationsNamed,
	parametersOf,
	requestsForItem,
	requestsOf,
} from '../support/operationCases';
import { startRawServer } from '../support/rawServer';

const bench = useBench();

/** Pauses between requests. The first one is at least 375 ms, while pauses between calls of n8n's store are at most 313 ms. */
const longPauses = (): number[] => pauses.filter((milliseconds) => milliseconds >= 350);

const getBalance = { resource: 'shop', operation: 'getBalance' };
const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId };

/** Advice on how to find out whether an operation was carried out, by resource. */
const howToCheck: Record<string, RegExp> = {
	contactGroup: /Run the node again\. If the group was deleted|Check the contact groups in Fax\.Plus/,
	customField: /Check the custom fields with "Get Many"/,
	fax: /Read the fax with "Get"\. You can safely run the same change again|Run the node again\. If the fax was deleted/,
	fieldExtraction: /Read the extraction with "Get"/,
	legacyHook: /List the hooks with "Get Many"/,
	member:
		/Read the member with "Get"|check the members in Fax\.Plus .*\. Otherwise, people may get a second invitation/,
	number: /Read the number with "Get"/,
	outboxFax: /Check the outbox with "Get Many"|Read the fax with "Get"/,
	shop: /check the balance with "Get Balance" and your numbers in Fax\.Plus\. Otherwise, you may pay for a second number/,
	webhookEndpoint: /List the endpoints with "Get Many"/,
};

/** Runs an operation with a failing request. */
async function runWith(
	operationCase: OperationCase,
	failure: Partial<Failure>,
	authentication: Authentication = 'accessToken',
) {
	const { simulator } = bench();
	operationCase.prepare?.(simulator);
	simulator.fail({ with: 'hang-up', times: 1, operationId: operationCase.operationId, ...failure });
	// These failures last until the node's timeout, so the timeout must be short.
	const options = /sil|endless|huge/.test(String(failure.with)) ? { timeout: 1 } : {};
	const { error, items } = await bench().run({ ...parametersOf(operationCase, authentication), options });
	return { error, items, sent: requestsOf(simulator, operationCase) };
}

/** Expects that a read returns its usual output despite a failure. */
async function expectDespite(
	operationCase: OperationCase,
	failure: Failure,
	authentication?: Authentication,
): Promise<void> {
	const { items, sent } = expectSuccess(await runWith(operationCase, failure, authentication));
	expect(jsonOf(items)).toEqual(operationCase.output(bench().simulator, authentication ?? 'accessToken'));
	expect(sent).toBe(failure.times + requestsForItem(operationCase));
}

test.each(operations.filter(({ kind }) => kind !== 'write'))(
	'$name succeeds after two 503',
	async (operationCase) => {
		await expectDespite(operationCase, { times: 2, with: 503 });
	},
);

test.each(operations.filter(({ kind, isPersistent }) => kind === 'write' && !isPersistent))(
	"$name is sent once when its answer is lost, and the error says that it's unknown and how to find out",
	async (operationCase) => {
		const { error, sent } = await runWith(operationCase, { afterEffect: true });
		expect(sent).toBe(1);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(
				/^The connection to Fax.Plus broke \(connection reset\)\. It's unknown whether the .*\.$/,
			) as unknown,
			context: { itemIndex: 0, faxPlus: { outcome: 'unknown', code: 'ECONNRESET' } },
		});
		expect(error?.description).toMatch(/^The node didn't try again\. /);
		expect(error?.description).toMatch(howToCheck[operationCase.resource] ?? /never/);
		expectEffect(operationCase, bench().simulator);
	},
);

/** All requests go through one module, so three operations of each kind are enough. */
const reads = operationsNamed('shop: getBalance', 'fax: getAll', 'fax: getThumbnail');
const writes = operationsNamed('customField: create', 'fax: update', 'contactGroup: delete');

describe.each(AUTHENTICATIONS)('with %s', (authentication) => {
	test.each(
		reads.flatMap((one) => ['hang-up' as const, ...BROKEN_BODIES].map((failure) => ({ ...one, failure }))),
	)('$name succeeds after a broken connection or answer: $failure', async ({ failure, ...one }) => {
		await expectDespite(one, { times: 2, with: failure }, authentication);
	});

	test.each(writes.flatMap((one) => BROKEN_BODIES.map((body) => ({ ...one, body }))))(
		'$name runs once, although the answer breaks off: $body',
		async ({ body, ...one }) => {
			const { error, items, sent } = await runWith(one, { with: body }, authentication);
			expect(items).toEqual([]);
			expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown' });
			expect(error?.message).toMatch(/^The connection to Fax.Plus broke/);
			expect(sent).toBe(1);
			expectEffect(one, bench().simulator);
		},
	);

	const samples = operationsNamed('shop: getBalance', 'fax: getThumbnail', 'shop: purchaseNumber');

	test.each(
		samples.flatMap((one) => (['silence', 'silent-body'] as const).map((failure) => ({ ...one, failure }))),
	)("the timeout ends $name with $failure, which isn't retried", async ({ failure, ...one }) => {
		const { error, sent } = await runWith(one, { with: failure, times: 10 }, authentication);
		expect(sent).toBe(1);
		expect(error?.message).toMatch(/^No response from Fax\.Plus in time \(timeout\)/);
		const { outcome, code } = error?.context['faxPlus'] as { outcome?: string; code: string };
		expect([outcome, code]).toEqual([one.kind === 'read' ? undefined : 'unknown', 'ETIMEDOUT']);
		if (one.kind === 'read')
			expect(error?.description).toMatch(/raise "Timeout \(Seconds\)" under "Options"/);
		else expect(error?.message).toMatch(/ It's unknown whether the number was bought\./);
	});

	test.each(
		samples.flatMap((one) =>
			(['endless-body', 'huge-body'] as const).map((failure) => ({ ...one, failure })),
		),
	)('a refusal of $name with $failure shows the status', async ({ failure, ...one }) => {
		const { error, sent } = await runWith(one, { with: failure, status: 403 }, authentication);
		expect(error).toMatchObject({ httpCode: '403' });
		expect(sent).toBe(1);
	});

	test.each([
		[302, getBalance],
		[307, getBalance],
		[307, purchase],
	])("a redirect (%i) isn't followed, so the token goes nowhere else: %j", async (status, parameters) => {
		const elsewhere = await startRawServer({ body: '{"number":"+1"}' });
		const location = `${elsewhere.baseUrl}/shop`;
		const { error, requests } = await bench().runAgainst(
			{ status, headers: { location }, body: '' },
			{ authentication, ...parameters },
		);
		expect(error?.message).toBe(`Fax.Plus responded with a redirect to ${location} (HTTP ${status})`);
		expect(error?.description).toContain('Check "Base URL"');
		expect(requests).toHaveLength(1);
		expect(elsewhere.requests).toEqual([]);
	});
});

const PAGE = '<html>The upstream server is not there</html>';

describe.each(writes)('$name, like the other writes,', (operationCase) => {
	test.each<[when: string, failure: Partial<Failure>, outcome: string]>([
		['its connection breaks first', {}, 'unknown'],
		...[408, 429, 502, 503, 504].map((status): [string, Partial<Failure>, string] => [
			`a gateway, which may have passed it on, answers ${status}`,
			{ with: status, text: PAGE, retryAfter: '0' },
			'unknown',
		]),
		['Fax.Plus itself answers 408', { with: 408, error: 'busy', description: 'Busy' }, 'refused'],
		['Fax.Plus itself answers 503', { with: 503, error: 'busy', description: 'Busy' }, 'refused'],
	])('is sent once when %s', async (_when, failure, outcome) => {
		const { error, sent } = await runWith(operationCase, failure);
		expect(sent).toBe(1);
		expect(error?.context['faxPlus']).toMatchObject({ outcome });
	});

	test('is repeated after the pause that Fax.Plus requests with 429', async () => {
		const { sent } = expectSuccess(await runWith(operationCase, { with: 429, retryAfter: '7' }));
		expect(sent).toBe(2);
		expect(longPauses()).toEqual([7_000]);
		expectEffect(operationCase, bench().simulator);
	});
});

describe('a failing request', () => {
	test.each([
		...([429, 502, 503, 504, 'hang-up'] as const).map((failure) => [failure, getBalance] as const),
		[429, purchase] as const,
	])('with %s is retried three times, with growing pauses, and then fails', async (failure, of) => {
		const { simulator } = bench();
		simulator.fail({ times: 10, with: failure });
		const { error } = await bench().run(of);
		expect(simulator.requests).toHaveLength(4);
		expect(error?.name).toBe('NodeApiError');
		const [first = 0, second = 0, third = 0, ...more] = longPauses();
		expect(more).toEqual([]);
		expect(first).toBeGreaterThan(0);
		expect(second).toBeGreaterThan(first);
		expect(third).toBeGreaterThan(second);
	});

	test.each([
		...[400, 403, 404, 409, 500, 501].map((status) => [status, '0'] as const),
		[429, '61'] as const,
	])("with %i isn't retried when Retry-After requests %s seconds", async (status, retryAfter) => {
		bench().simulator.fail({ times: 1, with: status, retryAfter });
		const { error } = await bench().run(getBalance);
		expect(error?.message).toContain(`HTTP ${status}`);
		expect(bench().simulator.requests).toHaveLength(1);
		expect(pauses).toEqual([]);
	});

	test('waits as long as Retry-After requests', async () => {
		const { simulator } = bench();
		simulator.fail({ times: 1, with: 429, retryAfter: '7' });
		simulator.fail({ times: 1, with: 503, retryAfter: '60' });
		expectSuccess(await bench().run(getBalance));
		expect(pauses).toEqual([7_000, 60_000]);
	});

	test('that takes too long has its connection closed', async () => {
		const { simulator } = bench();
		simulator.fail({ with: 'silence', times: 1 });
		const closed = new Promise((resolve) => {
			simulator.app.server.once('request', (request) => request.once('close', resolve));
		});
		await bench().run({ ...getBalance, options: { timeout: 1 } });
		await closed;
	});
});

describe.each([
	['a read', getBalance],
	['a write', purchase],
])('%s without a connection', (_what, parameters) => {
	/** Returns the error and the number of attempts. */
	async function failsAt(baseUrl: string) {
		const { error } = await bench().run(parameters, {
			credentials: await bench().accessToken(seed.ownerToken, baseUrl),
		});
		expect(error?.message).toMatch(/^n8n couldn't reach Fax\.Plus \(/);
		expect(error?.description).not.toContain('unknown');
		return { error, attempts: longPauses().length + 1 };
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	test("to an unknown host isn't retried", async () => {
		// This DNS lookup reports that the name doesn't exist. Without the mock, the machine's DNS resolver may report that
		// it's busy.
		jest.spyOn(dns, 'lookup').mockImplementation((host: string, ...rest: unknown[]) => {
			const answer = rest.pop() as (error: Error) => void;
			answer(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }));
		});
		expect(await failsAt('https://no-such-host.invalid/v3')).toMatchObject({ attempts: 1 });
	});

	test("to an untrusted certificate, or a port without TLS, isn't retried", async () => {
		const untrusted = await startRawServer({ body: '{}' }, await createCertificate());
		const { error, attempts } = await failsAt(untrusted.baseUrl);
		expect(error?.description).toContain('NODE_EXTRA_CA_CERTS');
		expect(attempts).toBe(1);
		const plain = await startRawServer({ body: '{}' });
		expect(await failsAt(plain.baseUrl.replace('http:', 'https:'))).toMatchObject({ attempts: 1 });
		expect([...untrusted.requests, ...plain.requests]).toEqual([]);
	});

	test('to a closed port says so and where to check', async () => {
		const server = await startRawServer({ body: '' });
		await server.stop();
		const { error, attempts } = await failsAt(server.baseUrl);
		expect(error?.message).toBe("n8n couldn't reach Fax.Plus (connection refused)");
		expect(error?.description).toMatch(/^Nothing listens there\. Check the host and the port of "Base URL"/);
		expect(error?.context['faxPlus']).toMatchObject({ code: 'ECONNREFUSED' });
		expect(attempts).toBe(parameters === getBalance ? 4 : 1);
	});
});

describe('a silent authorization server', () => {
	// The simulator must respond within this timeout, even on a busy machine.
	const patient = { authentication: 'oAuth2', ...purchase, options: { timeout: 5 } };

	test('blocks no item longer than the timeout, and nothing that needed the new token was carried out', async () => {
		const { simulator } = bench();
		const credentials = await bench().oAuth2();
		simulator.expireAccessTokens();
		simulator.fail({ with: 'silence', times: 1, operationId: TOKEN_OPERATION });
		const { error } = await bench().run(patient, { credentials });
		expect(error?.message).toMatch(/^No response from the authorization server in time/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(simulator.requests.map(({ status }) => status)).toEqual([401]);
	});

	test('that answers late renews the token, but nothing that was reported as failed is still sent', async () => {
		const { engine, simulator } = bench();
		const credentials = await bench().oAuth2();
		simulator.expireAccessTokens();
		simulator.tokenLatency = 6_500;
		const { error } = await bench().run(patient, { credentials });
		expect(error?.message).toMatch(/^No response from the authorization server in time/);

		// The renewal continues in the background, so that the next execution can use the new token.
		const stored = async () =>
			JSON.stringify((await engine.decrypted(credentials, 'faxPlusOAuth2Api'))['oauthTokenData']);
		const old = await stored();
		while ((await stored()) === old) await new Promise((resolve) => setTimeout(resolve, 50));
		await bench().run({ authentication: 'oAuth2', ...getBalance }, { credentials });
		expect(simulator.requests.map(({ operationId, status }) => [operationId, status])).toEqual([
			['purchaseNumber', 401],
			['getBalance', 200],
		]);
		expect(clinic(simulator).balance.amount).toBe(100);
	});
});

describe('a credential', () => {
	const NO_TOKEN = /^"Access Token" in the credential is empty\. Open the credential and enter/;
	const ODD_TOKEN = /^"Access Token" in the credential has a space, a line break or another character/;

	test.each([
		['={{ undefined }}', NO_TOKEN],
		['={{ ({ token: 7 }) }}', NO_TOKEN],
		['={{ 7 }}', NO_TOKEN],
		['  ', NO_TOKEN],
		['alohi_pat_✓', ODD_TOKEN],
		['alohi_pat one', ODD_TOKEN],
		['alohi_pat\nX-Header: 1', ODD_TOKEN],
	])('with the token %j says what to do, and sends nothing', async (accessToken, message) => {
		const credentials = await bench().accessToken(accessToken);
		bench().expectRefused(await bench().run(purchase, { credentials }), message);
	});

	test.each([
		...['', 'restapi.fax.plus/v3', 'ftp://restapi.fax.plus', 'https://', 'https://exa mple/v3'],
		...['https://example.com:99999/v3', 'https://example.com/v3?version=3', 'https://example.com/#v3'],
		...['ask the administrator', '={{ ({ url: "x" }) }}', '={{ 7 }}', '={{ null }}'],
	])('with the Base URL %j says what to enter', async (baseUrl) => {
		const credentials = await bench().accessToken(seed.ownerToken, baseUrl);
		const { error } = await bench().run(getBalance, { credentials });
		expect(error?.message).toBe(
			'"Base URL" in the credential isn\'t an address. Open the credential and enter one such as https://restapi.fax.plus/v3.',
		);
	});

	test('may have slashes at the end of the Base URL, and spaces around it and the token', async () => {
		const { simulator } = bench();
		const credentials = await bench().accessToken(` ${seed.ownerToken}\n`, ` ${simulator.baseUrl}// `);
		expectSuccess(await bench().run(getBalance, { credentials }));
		expect(simulator.requests.map(({ path }) => path)).toEqual(['/shop/balance']);
	});
});
