import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { seed } from '../../simulator';
import { contact, ownNumber, user } from '../../simulator/makers';
import type { NumberOffer } from '../../simulator/state';
import { AUTHENTICATIONS, useBench } from './support/bench';
import { jsonOf, type NodeCredentials } from './support/execution';
import { addEndpoint, addHook, addOutboxFax, clinic } from './support/operationCases';
import { answering } from './support/rawServer';

const bench = useBench();

const endpointIds = ['ep_billing', 'ep_clinic'];

/** Offers of as many areas. */
function areasInTheUs(count: number): NumberOffer[] {
	const { offers } = bench().simulator.state;
	return Array.from({ length: count }, (_, at) => {
		const [offer] = offers as [NumberOffer];
		const area_code = String(300 + at);
		const geographic_area = { ...offer.item.geographic_area, area_code };
		return { ...offer, item: { ...offer.item, id: `item_us_${area_code}`, geographic_area } };
	});
}

function addEndpoints(): void {
	for (const id of endpointIds) addEndpoint(bench().simulator, id);
}

test.each(['array', 'records', 'data', 'data.records'] as const)(
	'webhook endpoints, listed in the shape %s, come out one item each, and none makes none',
	async (shape) => {
		bench().simulator.settings.webhookListShape = shape;
		const list = { resource: 'webhookEndpoint', operation: 'getAll' };
		expect(await bench().run(list)).toMatchObject({ items: [], error: undefined });
		addEndpoints();
		expect(jsonOf((await bench().run(list)).items)).toEqual(
			endpointIds.map((id) => ({
				id,
				url: `https://example.com/${id}`,
				filter_types: ['fax_received'],
				channels: ['+15550100000'],
			})),
		);
		const url = 'https://example.com/ep_clinic';
		const { items } = await bench().run({ ...list, operation: 'create', url, events: ['fax_sent'] });
		const [id] = [...clinic(bench().simulator).endpoints.keys()].slice(-1);
		expect(items[0]?.json['id']).toBe(id);
		expect(endpointIds).not.toContain(id);
	},
);

describe('Return All and Limit', () => {
	const operations = [
		{ resource: 'fax', operation: 'getAll' },
		{ resource: 'outboxFax', operation: 'getAll' },
		{ resource: 'webhookEndpoint', operation: 'getAll' },
		{ resource: 'customField', operation: 'getAll' },
		{ resource: 'legacyHook', operation: 'getAll' },
		{ resource: 'member', operation: 'getAll' },
		{ resource: 'number', operation: 'getAll' },
		{ resource: 'contact', operation: 'getAll' },
		{ resource: 'shop', operation: 'getCountries' },
		{ resource: 'shop', operation: 'getAreas', countryCode: 'US' },
		{ resource: 'shop', operation: 'searchNumbers', countryCode: 'CH', callingCode: '22' },
	];

	beforeEach(() => {
		const { simulator } = bench();
		simulator.settings.webhookListShape = 'records';
		for (let at = 0; at < 60; at++) {
			addEndpoint(simulator, `ep_${at}`);
			addHook(simulator, `hook_${at}`);
			simulator.addFax({ id: `fax_${at}` });
			addOutboxFax(simulator, `out_${at}`);
			const number = `+155501100${at + 10}`;
			clinic(simulator).numbers.set(number, ownNumber(number, seed.ownerId));
			clinic(simulator).contacts.set(`con_${at}`, contact({ id: `con_${at}` }));
			simulator.state.users.set(`u_${at}`, user(`u_${at}`, seed.accountId));
			clinic(simulator).customFields.set(`cf_${at}`, {
				id: `cf_${at}`,
				name: `field ${at}`,
				instructions: 'x',
				enabled: true,
			});
		}
		simulator.state.offers.push(...areasInTheUs(60));
		simulator.state.countries = Array.from({ length: 60 }, (_, at) => ({
			iso: String(at),
			name: `Country ${at}`,
			is_available: true,
		}));
	});

	test.each(operations)('$resource: $operation', async (parameters) => {
		const count = async (fields: Record<string, boolean | number>): Promise<number> => {
			const { items } = await bench().run({ ...parameters, ...fields });
			return items.length;
		};
		expect(await count({})).toBe(50);
		expect(await count({ limit: 3 })).toBe(3);
		expect(await count({ limit: 1000 })).toBeGreaterThanOrEqual(60);
		expect(await count({ returnAll: true })).toBeGreaterThanOrEqual(60);
	});
});

describe.each(AUTHENTICATIONS)('the lists of the editor, with %s', (authentication) => {
	const searchFor = async (method: string, operation: INodeParameters, filter?: string) =>
		await bench().engine.listSearch(
			method,
			{
				parameters: { authentication, ...operation },
				credentials: await bench().credentials(authentication),
			},
			filter,
		);

	test('offer webhook endpoints by address, events and ID, and search in the URL too', async () => {
		addEndpoints();
		clinic(bench().simulator).endpoints.set('ep_7f3c9a', {
			id: 'ep_7f3c9a',
			url: 'https://n8n.example.com/webhook-test/x/webhook',
			filter_types: ['fax_sent', 'fax_received'],
			channels: null,
			secret: 'whsec_c2VjcmV0',
		});
		const operation = { resource: 'webhookEndpoint', operation: 'update' };
		const search = async (filter?: string) => await searchFor('searchWebhookEndpoints', operation, filter);
		expect(await search()).toEqual({
			results: [
				{ name: 'example.com/ep_billing · Received · +15550100000 · ID …illing', value: 'ep_billing' },
				{ name: 'example.com/ep_clinic · Received · +15550100000 · ID …clinic', value: 'ep_clinic' },
				{ name: 'n8n.example.com/…/webhook (test URL) · Received, Sent · ID …7f3c9a', value: 'ep_7f3c9a' },
			],
		});
		expect((await search('BILLING')).results).toHaveLength(1);
		expect((await search('https://example.com/ep_b')).results.map(({ value }) => value)).toEqual([
			'ep_billing',
		]);
		expect((await search('sent')).results.map(({ value }) => value)).toEqual(['ep_7f3c9a']);
		expect((await search(' ep_clinic ')).results.map(({ value }) => value)).toEqual(['ep_clinic']);
		expect((await search('//example.com')).results).toHaveLength(2);
		expect((await search('nothing')).results).toEqual([]);
	});

	test('offer custom fields by name, and search in the IDs too', async () => {
		const operation = { resource: 'customField', operation: 'update' };
		const search = async (filter?: string) => await searchFor('searchCustomFields', operation, filter);
		expect((await search()).results).toEqual([{ name: 'patient_name', value: seed.customFieldId }]);
		expect((await search('patient')).results).toHaveLength(1);
		expect((await search('invoice')).results).toEqual([]);
		expect((await search(seed.customFieldId.toUpperCase())).results).toHaveLength(1);
	});

	test('offer faxes of all categories, newest first, by date, number and pages', async () => {
		for (const recordNumbers of ['', '_number'] as const) {
			bench().simulator.settings.recordNumbers = recordNumbers;
			const search = async (filter?: string) =>
				(await searchFor('searchFaxes', { resource: 'fax', operation: 'get' }, filter)).results;
			const faxes = await search();
			expect(faxes.map(({ value }) => value)).toEqual([
				seed.faxId,
				seed.largeFaxId,
				seed.pendingFaxId,
				seed.failedFaxId,
				seed.unreadFaxId,
				seed.sentFaxId,
				seed.busyFaxId,
				seed.spamFaxId,
			]);
			const date = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC';
			expect(faxes[0]?.name).toMatch(new RegExp(`^From \\+15550100999, ${date}, 2 pages$`));
			expect(faxes[5]?.name).toMatch(new RegExp(`^To \\+15550100300, ${date}, 1 page$`));
			expect(faxes[6]?.name).toMatch(/^To \+15550100911, .*, 1 page, incomplete or failed$/);
			expect((await search('0911')).map(({ value }) => value)).toEqual([seed.busyFaxId]);
			expect((await search('spam ')).map(({ value }) => value)).toEqual([seed.spamFaxId]);
			expect((await search(seed.largeFaxId)).map(({ value }) => value)).toEqual([seed.largeFaxId]);
		}
	});

	test('offer the faxes of the member that the node names', async () => {
		const operation = { resource: 'fax', operation: 'get', options: { userId: seed.memberId } };
		const { results } = await searchFor('searchFaxes', operation);
		expect(results.map(({ value }) => value)).toEqual([seed.memberFaxId]);
	});

	test('offer the faxes of the account while an expression names the member', async () => {
		const operation = { resource: 'fax', operation: 'get', options: { userId: '={{ $json.user }}' } };
		const { results } = await searchFor('searchFaxes', operation);
		expect(results[0]?.value).toBe(seed.faxId);
	});

	test('offer the faxes in the outbox, by number, pages, state and time', async () => {
		const search = async (filter?: string) =>
			(await searchFor('searchOutboxFaxes', { resource: 'outboxFax', operation: 'get' }, filter)).results;
		expect(await search()).toEqual([
			{
				name: expect.stringMatching(
					/^To \+15550100290, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, 1 page, scheduled for sending, ID \S+$/,
				) as unknown,
				value: seed.outboxFaxId,
			},
		]);
		expect(await search('scheduled')).toHaveLength(1);
		expect(await search('+4122')).toEqual([]);
	});

	test("offer the account's own numbers", async () => {
		const search = async (filter?: string) =>
			(await searchFor('searchOwnNumbers', { resource: 'fax', operation: 'send' }, filter)).results;
		expect(await search()).toContainEqual({ name: seed.ownedNumber, value: seed.ownedNumber });
		expect(await search('nothing')).toEqual([]);
	});

	test('offer the members of the account by name, with what is known of them', async () => {
		const { users } = bench().simulator.state;
		users.set(
			'u_left',
			user('u_left', seed.accountId, { name: 'Ann', lastname: 'Reed', status: 'suspended' }),
		);
		const invited = { email: 'invited@example.com', status: 'waiting_for_signup' } as const;
		users.set('u_new', user('u_new', seed.accountId, invited));
		const search = async (filter?: string) =>
			(await searchFor('searchMembers', { resource: 'member', operation: 'update' }, filter)).results;

		expect(await search()).toEqual([
			{ name: 'Ann Reed (u_left@example.com), suspended', value: 'u_left' },
			{ name: 'invited@example.com, waiting for signup', value: 'u_new' },
			{ name: 'Jane Roe (jane@example.com)', value: seed.memberId },
			{ name: 'Olivia Stone (olivia@example.com)', value: seed.ownerId },
			{ name: 'Tom Baker (tom@example.com)', value: seed.secondMemberId },
		]);
		expect((await search('ROE (jane')).map(({ value }) => value)).toEqual([seed.memberId]);
		expect((await search('suspended')).map(({ value }) => value)).toEqual(['u_left']);
		expect((await search(seed.secondMemberId)).map(({ value }) => value)).toEqual([seed.secondMemberId]);
		expect(await search('nobody')).toEqual([]);
	});

	test('offer the same members where several can be chosen', async () => {
		bench().simulator.settings.listsAdministrators = false;
		const options = await bench().engine.loadOptions('getMembers', {
			parameters: { authentication, resource: 'contactGroup', operation: 'share' },
			credentials: await bench().credentials(authentication),
		});
		expect(options).toEqual([
			{ name: 'Jane Roe (jane@example.com)', value: seed.memberId },
			{ name: 'Tom Baker (tom@example.com)', value: seed.secondMemberId },
		]);
	});

	describe('offer the groups that contacts are in', () => {
		const [referrals, pharmacies] = seed.groupIds;
		const deleteGroup = { resource: 'contactGroup', operation: 'delete' };

		test('with who is in them, and search in that', async () => {
			const search = async (filter?: string) =>
				(await searchFor('searchContactGroups', deleteGroup, filter)).results;
			expect(await search()).toEqual([
				{ name: 'grp_pharmacies · 1 contact: Corner Pharmacy', value: pharmacies },
				{ name: 'grp_referrals · 2 contacts: Corner Pharmacy, Mary Hill', value: referrals },
			]);
			expect((await search('2 contacts')).map(({ value }) => value)).toEqual([referrals]);
			expect(await search('nobody')).toEqual([]);
		});

		test('where several can be chosen, too', async () => {
			const options = await bench().engine.loadOptions('getContactGroups', {
				parameters: { authentication, resource: 'contactGroup', operation: 'share' },
				credentials: await bench().credentials(authentication),
			});
			expect(options.map(({ value }) => value)).toEqual([pharmacies, referrals]);
		});

		test('by name where the contacts tell it', async () => {
			const { settings } = bench().simulator;
			settings.contactGroups = 'objects';
			expect((await searchFor('searchContactGroups', deleteGroup)).results).toEqual([
				{ name: 'Pharmacies · 1 contact: Corner Pharmacy', value: pharmacies },
				{ name: 'Referrals · 2 contacts: Corner Pharmacy, Mary Hill', value: referrals },
			]);
			settings.contactGroups = 'names';
			expect((await searchFor('searchContactGroups', deleteGroup)).results[0]?.value).toBe('Pharmacies');
		});

		test('not where the service may not tell all contacts', async () => {
			const { settings } = bench().simulator;
			Object.assign(settings, { contactsOffsetHonoured: false, largestContactPage: 1 });
			await expect(searchFor('searchContactGroups', deleteGroup)).rejects.toThrow(
				/^The list of contacts cannot be read to its end: the service tells 1, and there may be more\./,
			);
		});
	});

	const searchNumbers = { resource: 'shop', operation: 'searchNumbers' };

	test('offer the countries where numbers can be bought, by name', async () => {
		const search = async (filter?: string) =>
			(await searchFor('searchCountries', searchNumbers, filter)).results;
		expect(await search()).toEqual([
			{ name: 'Switzerland (CH)', value: 'CH' },
			{ name: 'United States (US)', value: 'US' },
		]);
		expect(await search('united')).toHaveLength(1);
		expect(await search('Germany')).toEqual([]);
	});

	test('offer the areas of the country that the node names, each code once, with all its places', async () => {
		const washington = bench().simulator.state.offers.find(({ item }) => item.id === 'item_us_202_1');
		const geographic_area = { area_code: '202', geographic_area: 'Georgetown', city: 'Georgetown' };
		bench().simulator.state.offers.push({
			...(washington as NumberOffer),
			item: { ...(washington as NumberOffer).item, id: 'item_us_202_2', geographic_area },
		});
		const search = async (countryCode: NodeParameterValueType, filter?: string) =>
			(await searchFor('searchAreas', { ...searchNumbers, countryCode }, filter)).results;
		expect(await search({ __rl: true, mode: 'list', value: 'US' })).toEqual([
			{ name: 'New York, NY (212)', value: '212' },
			{ name: 'Washington, DC / Georgetown, DC (202)', value: '202' },
		]);
		expect(await search({ __rl: true, mode: 'code', value: 'ch' })).toEqual([
			{ name: 'Geneva, Geneva (22)', value: '22' },
		]);
		expect(await search('US', 'georgetown')).toHaveLength(1);
	});

	test.each(['', null, '={{ $json.country }}'])(
		'ask for the country first, where the node names none: %j',
		async (value) => {
			const country = { __rl: true as const, mode: 'code', value };
			await expect(searchFor('searchAreas', { ...searchNumbers, countryCode: country })).rejects.toThrow(
				'Select a Country first: the list shows its areas. Where an expression gives the country, enter the area "By Code".',
			);
			expect(bench().simulator.requests).toEqual([]);
		},
	);
});

describe('a list that holds more than the service documents', () => {
	const list = '[null, 7, {"id":"a","name":null}, {"id":"b"}, {"id":"c","name":"patient"}]';

	/** What a list of the editor shows of an answer. */
	async function searchIn(body: string, method: string, operation: INodeParameters) {
		const { baseUrl } = await answering(body);
		const credentials = await bench().accessToken(seed.ownerToken, baseUrl);
		return (await bench().engine.listSearch(method, { parameters: operation, credentials })).results;
	}

	const endpoints = { resource: 'webhookEndpoint', operation: 'delete' };

	test('offers custom fields without a name by their ID, and leaves out what is none', async () => {
		const operation = { resource: 'customField', operation: 'update' };
		expect(await searchIn(`{"records":${list}}`, 'searchCustomFields', operation)).toEqual([
			{ name: 'a', value: 'a' },
			{ name: 'b', value: 'b' },
			{ name: 'patient', value: 'c' },
		]);
	});

	test('tells which endpoints belong to this n8n', async () => {
		const listed = ['https://localhost/webhook/x/webhook', 'http://localhost/webhook/x/webhook'];
		const body = JSON.stringify(
			listed.map((url, at) => ({ id: `ep_${at}`, url, filter_types: ['fax_sent'] })),
		);
		const results = await searchIn(body, 'searchWebhookEndpoints', endpoints);
		expect(results.map(({ name }) => name)).toEqual([
			'localhost/…/webhook · Sent · ID ep_0',
			'localhost/…/webhook (this n8n) · Sent · ID ep_1',
		]);
	});

	test('offers endpoints and countries all the same', async () => {
		const body = '[null, {"id":"ep_a","url":"https://a.example"}]';
		const offered = await searchIn(body, 'searchWebhookEndpoints', endpoints);
		expect(offered.map(({ value }) => value)).toEqual(['ep_a']);
		const countries =
			'{"countries":[null, {"iso":"US","is_available":true}, {"iso":"CH","name":"Switzerland","is_available":true}]}';
		const operation = { resource: 'shop', operation: 'searchNumbers' };
		expect(await searchIn(countries, 'searchCountries', operation)).toEqual([
			{ name: 'Switzerland (CH)', value: 'CH' },
			{ name: 'US (US)', value: 'US' },
		]);
	});

	test.each([
		// One fax or contact is as many as are asked for: the same answer to each request tells no end.
		{ resource: 'contact', operation: 'getAll', limit: 1 },
		{ resource: 'customField', operation: 'getAll' },
		{ resource: 'fax', operation: 'getAll', limit: 1 },
		{ resource: 'legacyHook', operation: 'getAll' },
		{ resource: 'member', operation: 'getAll' },
		{ resource: 'number', operation: 'getAll' },
		{ resource: 'outboxFax', operation: 'getAll' },
		{ resource: 'webhookEndpoint', operation: 'check' },
		{ resource: 'webhookEndpoint', operation: 'getAll' },
		{ resource: 'shop', operation: 'getCountries' },
		{ resource: 'shop', operation: 'getAreas', countryCode: 'US' },
		{ resource: 'shop', operation: 'searchNumbers', countryCode: 'US', callingCode: '212' },
	])('makes items of records only: $resource $operation', async (parameters) => {
		const { items, error } = await bench().run(parameters, { at: await answering('[null, 7, {"id":"a"}]') });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
	});
});

describe('a list of the editor that cannot be loaded says why, with advice', () => {
	const scopes = (...permitted: string[]) => ({
		description: `A personal access token needs one of these scopes: ${permitted.join(', ')}.`,
	});
	const administratorsOnly = expect.stringMatching(
		/^The service allows this to administrators only\./,
	) as unknown;

	test.each<[when: string, list: string, credentials: () => Promise<NodeCredentials>, told: object]>([
		[
			'a scope is missing',
			'searchCustomFields',
			async () => bench().limitedAccessToken(['fax:shop:read']),
			scopes('fax:all:read', 'fax:ai_settings:read'),
		],
		[
			'members are listed by somebody who is no administrator',
			'searchMembers',
			async () => bench().accessToken(seed.memberToken),
			{ description: administratorsOnly },
		],
		[
			'groups are looked for with a token of narrow scopes',
			'searchContactGroups',
			async () => bench().limitedAccessToken(['fax:fax:read', 'fax:member:read']),
			scopes('fax:all:read'),
		],
		[
			'the token is refused',
			'searchCountries',
			async () => bench().accessToken('alohi_pat_wrong'),
			{ httpCode: '401' },
		],
		[
			'no credential is chosen',
			'searchCountries',
			async () => Promise.resolve({}),
			{
				message: expect.stringContaining(
					'The node has no credential, or one that does not exist any more',
				) as unknown,
			},
		],
		[
			'webhooks are not enabled',
			'searchWebhookEndpoints',
			async () => {
				clinic(bench().simulator).webhooksEnabled = false;
				return await bench().accessToken();
			},
			{
				message: "Webhooks are not enabled in the account's integrations settings (not_found, HTTP 404)",
				description: expect.stringMatching(/^Webhooks are not enabled: turn them on/) as unknown,
			},
		],
	])('when %s', async (_when, list, credentials, told) => {
		const parameters = { resource: 'webhookEndpoint', operation: 'update' };
		const search = bench().engine.listSearch(list, { parameters, credentials: await credentials() });
		await expect(search).rejects.toMatchObject(told);
	});
});
