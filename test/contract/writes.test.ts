import { json } from 'node:stream/consumers';

import type { INodeParameters } from 'n8n-workflow';

import { BROKEN_BODIES, seed, type Failure } from '../../simulator';
import { AUTHENTICATIONS, useBench, type Authentication } from './support/bench';
import { jsonOf } from './support/execution';
import { pauses } from './support/naps';
import type { OperationCase } from './support/operationCases';
import { clinic, operations, operationsNamed, parametersOf } from './support/operationCases';
import { startRawServer } from './support/rawServer';

const bench = useBench();

/** Those between requests; n8n's store is asked again sooner. */
const longPauses = (): number[] => pauses.filter((milliseconds) => milliseconds >= 350);

beforeEach(() => {
	pauses.length = 0;
});

const writes = operations.filter(({ kind, isPersistent }) => kind === 'write' && !isPersistent);

const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: seed.offerId };

/** How a person finds out whether an operation was carried out, by resource. */
const howToCheck: Record<string, RegExp> = {
	contactGroup: /Run it again: if the group is gone|Look at the contact groups in Fax\.Plus/,
	customField: /Look at the custom fields with "Get Many"/,
	fax: /Read the fax with "Get"; the same change again does no harm|Run it again: if the fax is gone/,
	fieldExtraction: /Read the extraction with "Get"/,
	legacyHook: /List the hooks with "Get Many"/,
	member:
		/Read the member with "Get"|look at the members in Fax\.Plus .*: a second invitation reaches people too/,
	number: /Read the number with "Get"/,
	outboxFax: /Look at the outbox with "Get Many"|Read the fax with "Get"/,
	shop: /look at the balance with "Get Balance" and at your numbers in Fax\.Plus: a second purchase costs money again/,
	webhookEndpoint: /List the endpoints with "Get Many"/,
};

/** Runs an operation whose request meets a failure. */
async function runWith(
	operationCase: OperationCase,
	failure: Partial<Failure>,
	{
		authentication = 'accessToken',
		options = {},
	}: { authentication?: Authentication; options?: INodeParameters } = {},
) {
	const { simulator } = bench();
	const { operationId } = operationCase;
	operationCase.prepare?.(simulator);
	simulator.fail({ with: 'hang-up', times: 1, operationId, ...failure });
	const { error, items } = await bench().run({ ...parametersOf(operationCase, authentication), options });
	const sent = simulator.requests.filter((request) => request.operationId === operationId).length;
	return { error, items, sent };
}

test.each(writes)(
	'$name is sent once when its answer is lost, and says what nobody knows and how to find out',
	async (operationCase) => {
		const { error, sent } = await runWith(operationCase, { afterEffect: true });
		expect(sent).toBe(1);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringMatching(
				/^The connection to the service broke \(connection reset\)\. It is not known whether the .*\.$/,
			) as unknown,
			context: { itemIndex: 0, faxPlus: { outcome: 'unknown', code: 'ECONNRESET' } },
		});
		expect(error?.description).toMatch(/^The node did not try again\. /);
		expect(error?.description).toMatch(howToCheck[operationCase.resource] ?? /never/);
		operationCase.effect?.(clinic(bench().simulator), bench().simulator);
	},
);

/** What becomes of a request is one place's doing, so that three operations stand for the rest. */
const representatives = operationsNamed('customField: create', 'fax: update', 'contactGroup: delete');
const PAGE = '<html>The upstream server is not there</html>';
const OF_THE_SERVICE = { error: 'busy', description: 'Busy' };

describe.each(representatives)('$name, for the other writes,', (operationCase) => {
	test.each<{ when: string; failure: Partial<Failure>; outcome: string }>([
		{ when: 'its connection breaks before', failure: {}, outcome: 'unknown' },
		...[408, 429, 502, 503, 504].map((status) => ({
			when: `a gateway, which may have passed it on, answers ${status}`,
			failure: { with: status, text: PAGE, retryAfter: '0' },
			outcome: 'unknown',
		})),
		...[408, 503].map((status) => ({
			when: `the service itself answers ${status}`,
			failure: { with: status, ...OF_THE_SERVICE },
			outcome: 'refused',
		})),
	])('is sent once when $when', async ({ failure, outcome }) => {
		const { error, sent } = await runWith(operationCase, failure);
		expect(sent).toBe(1);
		expect(error?.context['faxPlus']).toMatchObject({ outcome });
	});

	test.each(
		AUTHENTICATIONS.flatMap((authentication) => BROKEN_BODIES.map((body) => ({ authentication, body }))),
	)('is carried out once, though the answer breaks off ($authentication, $body)', async (one) => {
		const { authentication, body } = one;
		const { error, items, sent } = await runWith(operationCase, { with: body }, { authentication });
		expect(items).toEqual([]);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown' });
		expect(error?.message).toMatch(/^The connection to the service broke/);
		expect(sent).toBe(1);
		operationCase.effect?.(clinic(bench().simulator), bench().simulator);
	});

	test('is made again after the pause that the service asks for with 429', async () => {
		const { error, sent } = await runWith(operationCase, { with: 429, retryAfter: '7' });
		expect(error).toBeUndefined();
		expect(sent).toBe(2);
		expect(longPauses()).toEqual([7_000]);
		operationCase.effect?.(clinic(bench().simulator), bench().simulator);
	});

	test('is sent once when no answer comes in time', async () => {
		const { error, sent } = await runWith(operationCase, { with: 'silence' }, { options: { timeout: 1 } });
		expect(sent).toBe(1);
		expect(error?.message).toMatch(
			/^The service did not answer in time \(timeout\)\. It is not known whether the .*\.$/,
		);
	});

	test('claims no success when the answer does not come from the service', async () => {
		const html = { headers: { 'content-type': 'text/html' }, body: '<html>Please log in</html>' };
		const { error, items, requests } = await bench().runAgainst(html, parametersOf(operationCase));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(
			/^The answer is not JSON, so it does not come from the service .* It is not known whether the .*\.$/,
		);
		expect(requests).toHaveLength(1);
	});

	test('is not sent when nobody listens at the address, and does not claim otherwise', async () => {
		const server = await startRawServer({ body: '' });
		await server.stop();
		const credentials = await bench().credentials('accessToken', server.baseUrl);
		const { error } = await bench().run(parametersOf(operationCase), { credentials });
		expect(error?.message).toBe('The service could not be reached (connection refused)');
		expect(error?.description).toMatch(
			/^Nothing listens there\. Check the host and the port of the Base URL/,
		);
	});
});

describe('an invitation', () => {
	const invite = { resource: 'member', operation: 'invite' };

	test('does not run while n8n would repeat it, as a second one reaches people too', async () => {
		const parameters = { ...invite, emails: 'ann@example.com' };
		const { error } = await bench().run(parameters, { retryOnFail: true });
		expect(error?.message).toMatch(/"Invite" does not run while "Retry On Fail" is on/);
		expect(bench().simulator.requests).toEqual([]);
	});

	test.each([true, false])('is done whether or not the answer has a message: %s', async (answers) => {
		bench().simulator.settings.answersInvitations = answers;
		const { items, error } = await bench().run({ ...invite, emails: 'ann@example.com' });
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toEqual([{ invited: true, emails: ['ann@example.com'] }]);
	});

	test('of several people of whom one is known already leaves open whether the others were invited', async () => {
		const parameters = { ...invite, emails: 'ann@example.com, jane@example.com' };
		const { items } = await bench().run(parameters, { onError: 'continueRegularOutput' });
		const [told] = jsonOf(items);
		expect(told).toMatchObject({ error: { outcome: 'unknown', status: 409 } });
		expect(JSON.stringify(told)).toContain('Do not repeat it unchecked');
		expect(bench().simulator.requests).toHaveLength(1);
	});

	test('reaches each of them once, however the address is written', async () => {
		await bench().run({ ...invite, emails: 'Ann@example.com, bob@example.com, ann@EXAMPLE.com' });
		expect(bench().simulator.requests.map(({ body }) => body)).toEqual([
			['ann@EXAMPLE.com', 'bob@example.com'],
		]);
	});
});

describe('an update of a member that keeps what it does not change', () => {
	const parameters = {
		resource: 'member',
		operation: 'update',
		memberUserId: seed.memberId,
		updateFields: { quota: 7 },
	};

	test('changes nothing when the member cannot be read', async () => {
		const { simulator } = bench();
		simulator.fail({ with: 500, times: 1, operationId: 'getMember' });
		const { error } = await bench().run(parameters);
		expect(simulator.requests.map(({ operationId }) => operationId)).toEqual(['getMember']);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(error?.message).not.toContain('not known');
	});

	test.each([
		['{"role":"manager","quota":5}', { role: 'manager', quota: 7 }],
		['{"role":null,"quota":5}', { quota: 7 }],
		['{"role":"manager"}', { role: 'manager', quota: 7 }],
	])('sends what %s holds', async (details, body) => {
		const { error, sent } = await updateWith(details);
		expect(error).toBeUndefined();
		expect(sent).toEqual([body]);
	});

	test.each([
		['{}', 'refused'],
		['[]', 'refused'],
		['null', 'refused'],
		['{"other":1}', 'notSent'],
	])('changes nothing when %s is all it is told', async (details, outcome) => {
		const { error, sent } = await updateWith(details);
		expect(sent).toEqual([]);
		expect(error?.context['faxPlus']).toMatchObject({ outcome });
	});

	async function updateWith(body: string) {
		const sent: unknown[] = [];
		const { error } = await bench().runAgainst((request, response) => {
			if (request.method === 'GET')
				return void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
			void json(request).then((update) => {
				sent.push(update);
				response.writeHead(204).end();
			});
		}, parameters);
		return { error, sent };
	}
});

describe('a purchase', () => {
	test.each(AUTHENTICATIONS)('with %s is paid once, also when its answer is lost', async (authentication) => {
		const { simulator } = bench();
		simulator.fail({ with: 'hang-up', afterEffect: true, times: 1 });
		await bench().run({ authentication, ...purchase });
		expect(simulator.requests).toHaveLength(1);
		expect(clinic(simulator).balance.amount).toBe(90);
	});

	test('that meets 429 again and again is given up after three more attempts, with growing pauses', async () => {
		const { simulator } = bench();
		simulator.fail({ with: 429, times: 10 });
		const { error } = await bench().run(purchase);
		expect(simulator.requests).toHaveLength(4);
		const [first = 0, second = 0, third = 0] = longPauses();
		expect(second).toBeGreaterThan(first);
		expect(third).toBeGreaterThan(second);
		expect(error?.context['faxPlus']).toMatchObject({ status: 429, outcome: 'refused' });
	});

	test('without a result in its answer may have been made', async () => {
		const { error, requests } = await bench().runAgainst({ status: 201, body: '' }, purchase);
		expect(error?.message).toMatch(/^The service answered without a result/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'unknown', status: 201 });
		expect(requests).toHaveLength(1);
	});

	test.each(AUTHENTICATIONS)('with %s is not repeated where a redirect leads', async (authentication) => {
		const elsewhere = await startRawServer({ body: '{"number":"+1"}' });
		const location = `${elsewhere.baseUrl}/shop/numbers/purchase`;
		const { error, requests } = await bench().runAgainst(
			{ status: 307, headers: { location }, body: '' },
			{ authentication, ...purchase },
		);
		await elsewhere.stop();
		expect(error?.message).toBe(`The service answered with a redirect to ${location} (HTTP 307)`);
		expect(requests).toEqual(['POST /v3/shop/numbers/purchase']);
		expect(elsewhere.requests).toEqual([]);
	});
});

describe('several items', () => {
	const offers = ['item_ch_22_3', 'item_ch_22_1', 'item_ch_22_2', 'item_ch_22_0'];
	const items = offers.map((offer) => ({ json: { offer } }));
	const purchases = { ...purchase, itemId: '={{ $json.offer }}' };
	const boughtOffers = () =>
		bench().simulator.requests.map(({ body }) => (body as { item_id: string }).item_id);

	test('are written one at a time, in their order', async () => {
		const { simulator } = bench();
		let latency = 60;
		simulator.latency = () => (latency -= 15);
		const parameters = { ...purchases, options: { readsInFlight: 10 } };
		const { items: output } = await bench().run(parameters, { items });
		expect(simulator.maxInFlight).toBe(1);
		expect(boughtOffers()).toEqual(offers);
		expect(jsonOf(output).map(({ itemId }) => itemId)).toEqual(offers);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('nothing more is written after the first that fails', async () => {
		const { simulator } = bench();
		let seen = 0;
		simulator.latency = () => {
			if (seen++ === 1) simulator.fail({ with: 'hang-up', times: 1 });
			return 0;
		};
		const { error } = await bench().run(purchases, { items });
		expect(error?.context['itemIndex']).toBe(1);
		expect(boughtOffers()).toEqual(offers.slice(0, 2));
	});

	test('with continue on fail, the others are written all the same', async () => {
		bench().simulator.fail({ with: 'hang-up', times: 1 });
		const { items: output } = await bench().run(purchases, { items, onError: 'continueRegularOutput' });
		expect(output[0]?.json).toMatchObject({ error: { outcome: 'unknown', code: 'ECONNRESET' } });
		expect(jsonOf(output.slice(1)).map(({ itemId }) => itemId)).toEqual(offers.slice(1));
		expect(boughtOffers()).toEqual(offers);
	});
});
