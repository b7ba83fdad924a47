import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import type { Failure } from '../../../tools/simulator/failures';
import { useBench } from '../support/bench';
import { jsonOf, stopButton } from '../support/execution';
import { addEndpoint, clinic } from '../support/operationCases';
import { locator } from '../support/operationCases/case';
import { answering } from '../support/rawServer';

const bench = useBench();

const purchase = { resource: 'shop', operation: 'purchaseNumber', itemId: '={{ $json.offer }}' };
const offers = ['item_ch_22_3', 'item_ch_22_1', 'item_ch_22_2', 'item_ch_22_0'];
const offerItems = offers.map((offer) => ({ json: { offer } }));
const getPlan = { resource: 'account', operation: 'getPlan' };

/** Makes the request with this number fail, counted from 0. */
function failRequest(number: number, how: Pick<Failure, 'with'>): void {
	bench().onRequest(undefined, number + 1, () => {
		bench().simulator.fail({ ...how, times: 1 });
	});
}

describe('several items', () => {
	const users = Array.from({ length: 24 }, (_, at) => (at % 3 === 0 ? seed.memberId : 'self'));
	const items = users.map((user) => ({ json: { user } }));
	const ofUser = { userId: locator('id', '={{ $json.user }}') };

	test.each([
		[undefined, 10],
		[4, 4],
		[1, 1],
		[100, 24],
	])('with "Items at Once" %p, at most %i reads are in progress', async (itemsAtOnce, most) => {
		const { simulator } = bench();
		simulator.latency = 40;
		const options = { ...ofUser, ...(itemsAtOnce === undefined ? {} : { itemsAtOnce }) };
		const { items: output } = await bench().run({ ...getPlan, options }, { items });
		expect(output).toHaveLength(24);
		expect(simulator.maxInFlight).toBeLessThanOrEqual(most);
		expect(simulator.maxInFlight).toBeGreaterThan(most === 1 ? 0 : 1);
	});

	test('are returned in order, linked to their input, although later ones are answered first', async () => {
		let latency = 120;
		bench().simulator.latency = () => (latency -= 5);
		const parameters = { ...getPlan, authentication: 'oAuth2', options: ofUser };
		const { items: output } = await bench().run(parameters, { items });
		expect(output.map(({ json }) => json['is_owner'])).toEqual(users.map((user) => user === 'self'));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('from lists return one item an entry, each linked to its input item', async () => {
		const { items: output } = await bench().run(
			{ resource: 'shop', operation: 'getCountries', limit: '={{ $json.limit }}' },
			{ items: [{ json: { limit: ' 1 ' } }, { json: { limit: 2 } }] },
		);
		expect(output.map(({ json, pairedItem }) => [json['iso'], pairedItem])).toEqual([
			['US', { item: 0 }],
			['US', { item: 1 }],
			['CH', { item: 1 }],
		]);
	});

	test('are written one at a time, in order', async () => {
		const { simulator } = bench();
		let latency = 60;
		simulator.latency = () => (latency -= 15);
		const parameters = { ...purchase, options: { itemsAtOnce: 10 } };
		const { items: output } = await bench().run(parameters, { items: offerItems });
		expect(simulator.maxInFlight).toBe(1);
		expect(jsonOf(output).map(({ item_id: itemId }) => itemId)).toEqual(offers);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(offers.map((_, item) => ({ item })));
	});
});

describe('An error that stops a write before its last item', () => {
	test('says which items were carried out before, with their results', async () => {
		failRequest(2, { with: 'hang-up' });
		const { error } = await bench().run(purchase, { items: offerItems });
		const numbers = clinic(bench().simulator).ownedNumbers.slice(-2);
		expect(error?.message).toMatch(/ 2 of 4 items were carried out before this\.$/);
		expect(error?.description).toContain(
			`Carried out before this: item 0: {"number":"${numbers[0]}","item_id":"${offers[0]}"}; item 1: {"number":"${numbers[1]}","item_id":"${offers[1]}"}`,
		);
		expect(error?.context['itemIndex']).toBe(2);
		// The node doesn't send any more writes.
		expect(bench().simulator.requests).toHaveLength(3);
	});

	test('says so for invalid input too', async () => {
		const { error } = await bench().run(purchase, {
			items: [...offerItems.slice(0, 1), { json: { offer: '' } }],
		});
		expect(error?.message).toMatch(/^"Item ID" is empty\..* 1 of 2 items was carried out before this\.$/);
		expect(error?.description).toContain(`"item_id":"${offers[0]}"`);
	});

	test('counts only what was changed, if some items needed no change', async () => {
		const { simulator } = bench();
		const faxIds = [seed.faxId, seed.unreadFaxId, 'of-nobody'];
		const { error } = await bench().run(
			{
				resource: 'faxText',
				operation: 'get',
				faxId: '={{ $json.faxId }}',
				requestIfMissing: true,
				options: { waitUntilFinished: false },
			},
			{ items: faxIds.map((faxId) => ({ json: { faxId } })) },
		);
		expect(simulator.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		expect(error?.message).toMatch(/ 1 of 3 items was carried out before this\.$/);
		expect(error?.description).toMatch(/Carried out before this: item 1: [^;]*$/);
	});

	test('stays readable, however long the results are', async () => {
		failRequest(40, { with: 'hang-up' });
		const { error } = await bench().run(
			{
				resource: 'customField',
				operation: 'create',
				name: 'field',
				instructions: 'long '.repeat(100),
			},
			{ items: Array.from({ length: 50 }, () => ({ json: {} })) },
		);
		expect(error?.message).toMatch(/ 40 of 50 items were carried out before this\.$/);
		expect(error?.description).toMatch(/…\.$/);
		expect(error?.description?.length).toBeLessThan(3000);
	});

	test.each([
		['the first item', 0],
		['a read', 1],
	])('says nothing of this for %s', async (what, failing) => {
		failRequest(failing, { with: 403 });
		const isRead = what === 'a read';
		const { error } = await bench().run(isRead ? { ...getPlan, options: { itemsAtOnce: 1 } } : purchase, {
			items: offerItems,
		});
		expect(error?.message).toBeDefined();
		expect(error?.message).not.toContain('carried out before');
	});
});

test.each([
	['a write', purchase, offerItems],
	['a read', { ...getPlan, options: { itemsAtOnce: 1 } }, offerItems],
])('after a person stops the execution, %s begins no further item', async (_what, parameters, items) => {
	const { simulator } = bench();
	const { cancel, stop } = stopButton();
	let seen = 0;
	simulator.latency = () => {
		if (seen++ === 1) stop();
		return 20;
	};
	const { status } = await bench().run(parameters, { items, onError: 'continueRegularOutput', cancel });
	expect(status).toBe('canceled');
	// Requests that have begun may finish, because n8n doesn't wait for them.
	while (simulator.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect(simulator.requests).toHaveLength(2);
});

describe('the option "Include Input Fields"', () => {
	const run = async (parameters: INodeParameters, json: object, include: unknown = true) =>
		await bench().run(
			{ ...parameters, options: { includeInputFields: include as boolean } },
			{ items: [{ json: json as Record<string, string> }] },
		);

	const bought = { item_id: seed.offerId, number: '+12125550123' };

	test("adds the input item's fields to the output, and keeps the operation's own output", async () => {
		const input = { offer: seed.offerId, patient: 'Ada', number: 'mine' };
		const { items } = await run(purchase, input);
		expect(jsonOf(items)).toEqual([{ ...input, ...bought }]);
	});

	test('adds them to each output item of a read', async () => {
		for (const id of ['ep_a', 'ep_b']) addEndpoint(bench().simulator, id);
		const { items } = await run({ resource: 'webhookEndpoint', operation: 'getAll' }, { run: 7 });
		expect(jsonOf(items)).toMatchObject([
			{ run: 7, id: 'ep_a' },
			{ run: 7, id: 'ep_b' },
		]);
	});

	test('is off by default', async () => {
		const { items } = await run(purchase, { offer: seed.offerId }, false);
		expect(jsonOf(items)).toEqual([bought]);
	});

	test('is refused before any request if an expression returns nothing', async () => {
		const result = await run(purchase, { offer: seed.offerId }, '={{ $json.nothing }}');
		bench().expectRefused(result, /^"Include Input Fields" is "", which isn't true or false\./);
	});
});

test('legacy hooks of all events are returned once each, even if Fax.Plus lists all of them for any event', async () => {
	const at = await answering('{"data":[{"id":"a","event":"fax_sent"},{"id":"b","event":"fax_received"}]}');
	const { items } = await bench().run({ resource: 'legacyHook', operation: 'getAll', event: 'all' }, { at });
	expect(jsonOf(items).map(({ id }) => id)).toEqual(['a', 'b']);
});
