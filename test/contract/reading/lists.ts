import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { contact, ownNumber, user } from '../../../tools/simulator/makers';
import type { Settings } from '../../../tools/simulator/settings';
import type { NumberOffer } from '../../../tools/simulator/state';
import { AUTHENTICATIONS, useBench } from '../support/bench';
import { expectSuccess, jsonOf, type NodeCredentials, type NodeRun } from '../support/execution';
import { addEndpoint, addHook, addOutboxFax, clinic } from '../support/operationCases';
import { locator } from '../support/operationCases/case';
import { answering } from '../support/rawServer';

const bench = useBench();

const endpointIds = ['ep_billing', 'ep_clinic'];

/** Returns offers in the given number of areas. */
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
	'webhook endpoints, listed in the format %s, are returned one item each',
	async (shape) => {
		bench().simulator.settings.webhookListShape = shape;
		addEndpoints();
		const { items } = await bench().run({ resource: 'webhookEndpoint', operation: 'getAll' });
		expect(jsonOf(items).map(({ id }) => id)).toEqual(endpointIds);
	},
);

test('an outbox fax to several numbers is found by each of them', async () => {
	const text = JSON.stringify({
		records: [{ id: 'all', to: ['+15550100201', '+41225550122'], status: 'sending' }],
	});
	const answer = { with: 200, text, contentType: 'application/json' } as const;
	bench().simulator.fail({ operationId: 'listOutboxFaxes', times: 1, ...answer });
	const filters = { to: '+41 22 555 01 22' };
	const { items } = await bench().run({
		resource: 'outboxFax',
		operation: 'getAll',
		returnAll: true,
		filters,
	});
	expect(jsonOf(items).map(({ id }) => id)).toEqual(['all']);
});

const lists: Array<INodeParameters & { resource: string }> = [
	...['contact', 'customField', 'fax', 'legacyHook', 'member', 'number', 'outboxFax', 'webhookEndpoint'].map(
		(resource) => ({ resource, operation: 'getAll' }),
	),
	{ resource: 'shop', operation: 'getCountries' },
	{ resource: 'shop', operation: 'getAreas', countryCode: 'US' },
	{ resource: 'shop', operation: 'searchNumbers', countryCode: 'CH', callingCode: '22' },
];

describe('Return All and Limit', () => {
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

	test.each(lists)('$resource: $operation', async (parameters) => {
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

describe.each([true, false])('Faxes from one second, if Fax.Plus uses `offset`: %s', (usesOffset) => {
	test.each([0, 1, 2, 9, 10, 11, 49, 50, 51, 120])('are all returned if there are %i', async (count) => {
		const { simulator } = bench();
		Object.assign(simulator.settings, { usesOffset, listDate: 'start_time' });
		clinic(simulator).faxes.clear();
		const ids = Array.from({ length: count }, (_, at) => `fax_${at}`);
		for (const category of ['inbox', 'sent', 'spam'] as const)
			for (const id of ids)
				simulator.addFax({ id: `${category}_${id}`, category, startTime: '2026-11-20 09:00:00' });
		for (const category of ['inbox', 'sent', 'spam']) {
			const getFaxes = { resource: 'fax', operation: 'getAll', category };
			const all = ids.map((id) => `${category}_${id}`).reverse();
			const { items, error } = await bench().run({ ...getFaxes, returnAll: true });
			const isError = count >= 50 && !usesOffset;
			if (isError) expect(error?.message).toContain('2026-11-20 09:00:00 UTC');
			else expect([error, jsonOf(items).map(({ id }) => id)]).toEqual([undefined, all]);
			const { items: some } = expectSuccess(await bench().run({ ...getFaxes, limit: 50 }));
			expect(jsonOf(some).map(({ id }) => id)).toEqual(all.slice(0, 50));
		}
		const parameters = { authentication: 'accessToken', resource: 'fax', operation: 'get' };
		const credentials = await bench().accessToken();
		const { results } = await bench().engine.listSearch('searchFaxes', { parameters, credentials });
		expect(results).toHaveLength(3 * Math.min(count, 50));
	});
});

test('a hint reports an empty result, and an item that returns nothing', async () => {
	const getFaxes = { resource: 'fax', operation: 'getAll' };
	const none = expectSuccess(await bench().run({ ...getFaxes, after: '2100-01-01' }));
	expect([none.items, none.hints]).toEqual([[], [expect.stringContaining('found nothing that matches')]]);
	const items = [{ json: { after: '2100-01-01' } }, { json: { after: '' } }];
	const some = expectSuccess(await bench().run({ ...getFaxes, after: '={{ $json.after }}' }, { items }));
	expect(some.items.length).toBeGreaterThan(0);
	expect(some.hints).toEqual([expect.stringContaining('found nothing for 1 of 2 items')]);
	expect(expectSuccess(await bench().run(getFaxes)).hints).toEqual([]);
});

interface EditorList {
	method: string;
	/** Type of the node. The default is the action node. */
	type?: NodeRun['type'];
	operation: INodeParameters;
	prepare?(): void;
	/** Entries of the list as "name = value", with DATE for a date. */
	offers: unknown[];
	/** Values that match a search, keyed by the search text. */
	searches?: Record<string, string[]>;
}

const getFax = { resource: 'fax', operation: 'get' };
const searchNumbers = { resource: 'shop', operation: 'searchNumbers' };
const deleteGroup = { resource: 'contactGroup', operation: 'delete' };
const [referrals, pharmacies] = seed.groupIds;

function setTo(settings: Partial<Settings>): () => void {
	return () => {
		Object.assign(bench().simulator.settings, settings);
	};
}

function addMembers(): void {
	const { users } = bench().simulator.state;
	const left = { name: 'Ann', lastname: 'Reed', status: 'suspended' } as const;
	users.set('u_left', user('u_left', seed.accountId, left));
	const invited = { email: 'invited@example.com', status: 'waiting_for_signup' } as const;
	users.set('u_new', user('u_new', seed.accountId, invited));
}

function addTestEndpoint(): void {
	addEndpoints();
	addEndpoint(bench().simulator, 'ep_7f3c9a', 'https://n8n.example.com/webhook-test/x/webhook');
	const added = clinic(bench().simulator).endpoints.get('ep_7f3c9a');
	Object.assign(added ?? {}, { filter_types: ['fax_sent', 'fax_received'], channels: null });
}

function addPlace(): void {
	const { offers } = bench().simulator.state;
	const washington = offers.find(({ item }) => item.id === 'item_us_202_1') as NumberOffer;
	const geographic_area = { area_code: '202', geographic_area: 'Georgetown', city: 'Georgetown' };
	offers.push({ ...washington, item: { ...washington.item, id: 'item_us_202_2', geographic_area } });
}

const editorLists: Record<string, EditorList> = {
	'webhook endpoints by address, events and ID, and searches in the URL too': {
		method: 'searchWebhookEndpoints',
		operation: { resource: 'webhookEndpoint', operation: 'update' },
		prepare: addTestEndpoint,
		offers: [
			'example.com/ep_billing · Received · +15550100000 · ID …illing = ep_billing',
			'example.com/ep_clinic · Received · +15550100000 · ID …clinic = ep_clinic',
			'n8n.example.com/…/webhook (test URL) · Received, Sent · ID …7f3c9a = ep_7f3c9a',
		],
		searches: {
			BILLING: ['ep_billing'],
			'https://example.com/ep_b': ['ep_billing'],
			sent: ['ep_7f3c9a'],
			' ep_clinic ': ['ep_clinic'],
			'//example.com': endpointIds,
			nothing: [],
		},
	},
	'custom fields by name, and searches in the IDs too': {
		method: 'searchCustomFields',
		operation: { resource: 'customField', operation: 'update' },
		offers: [`patient_name = ${seed.customFieldId}`],
		searches: {
			patient: [seed.customFieldId],
			invoice: [],
			[seed.customFieldId.toUpperCase()]: [seed.customFieldId],
		},
	},
	'faxes of all categories, newest first, by date, number and pages': {
		method: 'searchFaxes',
		operation: getFax,
		offers: [
			`From +15550100999, DATE, 2 pages = ${seed.faxId}`,
			expect.stringContaining(` = ${seed.largeFaxId}`),
			expect.stringContaining(` = ${seed.pendingFaxId}`),
			expect.stringContaining(` = ${seed.unreadableFaxId}`),
			expect.stringContaining(` = ${seed.unreadFaxId}`),
			`To +15550100300, DATE, 1 page = ${seed.sentFaxId}`,
			`To +15550100911, DATE, 1 page, incomplete or failed = ${seed.busyFaxId}`,
			`Spam from +15550100666, DATE, 1 page = ${seed.spamFaxId}`,
		],
		searches: { '0911': [seed.busyFaxId], 'spam ': [seed.spamFaxId], [seed.largeFaxId]: [seed.largeFaxId] },
	},
	'the faxes of the member that the node names': {
		method: 'searchFaxes',
		operation: { ...getFax, options: { userId: seed.memberId } },
		offers: [expect.stringContaining(` = ${seed.memberFaxId}`)],
	},
	'the faxes of the member that is selected from the list': {
		method: 'searchFaxes',
		operation: { ...getFax, options: { userId: locator('list', seed.memberId) } },
		offers: [expect.stringContaining(` = ${seed.memberFaxId}`)],
	},
	'the account of the credential first, then the members': {
		method: 'searchUsers',
		operation: getFax,
		offers: [
			'self (account of the credential) = self',
			`Jane Roe (jane@example.com) = ${seed.memberId}`,
			`Olivia Stone (olivia@example.com) = ${seed.ownerId}`,
			`Tom Baker (tom@example.com) = ${seed.secondMemberId}`,
		],
		searches: { roe: ['self', seed.memberId] },
	},
	'all numbers first for a trigger, then those of the account': {
		method: 'searchTriggerNumbers',
		type: 'faxPlusTrigger',
		operation: {},
		offers: ['All numbers = ', `${seed.ownedNumber} = ${seed.ownedNumber}`],
	},
	'the numbers of the member that the polling trigger names': {
		method: 'searchTriggerNumbers',
		type: 'faxPlusPollingTrigger',
		operation: { options: { userId: locator('list', seed.secondMemberId) } },
		prepare: () => {
			const own = ownNumber('+15550100177', seed.ownerId, [seed.secondMemberId]);
			clinic(bench().simulator).numbers.set('+15550100177', own);
		},
		offers: ['All numbers = ', '+15550100177 = +15550100177'],
	},
	'the accounts that the polling trigger can name': {
		method: 'searchUsers',
		type: 'faxPlusPollingTrigger',
		operation: {},
		offers: [
			'self (account of the credential) = self',
			`Jane Roe (jane@example.com) = ${seed.memberId}`,
			`Olivia Stone (olivia@example.com) = ${seed.ownerId}`,
			`Tom Baker (tom@example.com) = ${seed.secondMemberId}`,
		],
	},
	'the faxes in the outbox, by number, pages, state and time': {
		method: 'searchOutboxFaxes',
		operation: { resource: 'outboxFax', operation: 'get' },
		offers: [expect.stringMatching(/^To \+15550100290, DATE, 1 page, scheduled for sending, ID \S+ = /)],
		searches: { scheduled: [seed.outboxFaxId], '+4122': [] },
	},
	'the faxes to wait for: those in the outbox, then the sent ones, and none that were received': {
		method: 'searchOutgoingFaxes',
		operation: { resource: 'fax', operation: 'waitForResult' },
		offers: [
			expect.stringMatching(/^To \+15550100290, DATE, 1 page, scheduled for sending, ID \S+ = /),
			`To +15550100300, DATE, 1 page = ${seed.sentFaxId}`,
			`To +15550100911, DATE, 1 page, incomplete or failed = ${seed.busyFaxId}`,
		],
		searches: { scheduled: [seed.outboxFaxId], '0911': [seed.busyFaxId], '0999': [] },
	},
	"the account's own numbers": {
		method: 'searchOwnNumbers',
		operation: { resource: 'fax', operation: 'send' },
		offers: [`${seed.ownedNumber} = ${seed.ownedNumber}`],
		searches: { nothing: [] },
	},
	'the members of the account by name, with their known details': {
		method: 'searchMembers',
		operation: { resource: 'member', operation: 'update' },
		prepare: addMembers,
		offers: [
			'Ann Reed (u_left@example.com), suspended = u_left',
			'invited@example.com, waiting for signup = u_new',
			`Jane Roe (jane@example.com) = ${seed.memberId}`,
			`Olivia Stone (olivia@example.com) = ${seed.ownerId}`,
			`Tom Baker (tom@example.com) = ${seed.secondMemberId}`,
		],
		searches: {
			'ROE (jane': [seed.memberId],
			suspended: ['u_left'],
			[seed.secondMemberId]: [seed.secondMemberId],
			nobody: [],
		},
	},
	'the contacts by name, and leaves the search to Fax.Plus': {
		method: 'searchContacts',
		operation: { resource: 'fax', operation: 'send' },
		prepare: () => {
			addContact('con_written', { name: '', fax_number: '001 (202) 555-0143' });
			addContact('con_local', { name: 'Zoe Local', fax_number: '020 7946 0000' });
			addContact('con_none', { name: 'Bea Faxless', fax_number: '' });
		},
		offers: [
			'Alan Berg (+41225550122) = +41225550122',
			'Corner Pharmacy (+15550100210) = +15550100210',
			'Mary Hill (+15550100200) = +15550100200',
			'No name (+12025550143) = +12025550143',
			'Zoe Local (020 7946 0000) = 020 7946 0000',
		],
		searches: { hill: ['+15550100200'], Cardiology: ['+15550100200'], '0122': ['+41225550122'], nobody: [] },
	},
	'the groups with contacts, with who is in them': {
		method: 'searchContactGroups',
		operation: deleteGroup,
		offers: [
			`grp_pharmacies · 1 contact: Corner Pharmacy = ${pharmacies}`,
			`grp_referrals · 2 contacts: Corner Pharmacy, Mary Hill = ${referrals}`,
		],
		searches: { '2 contacts': [referrals], nobody: [] },
	},
	'groups by name if the contacts show it': {
		method: 'searchContactGroups',
		operation: deleteGroup,
		prepare: setTo({ contactGroups: 'objects' }),
		offers: [
			`Pharmacies · 1 contact: Corner Pharmacy = ${pharmacies}`,
			`Referrals · 2 contacts: Corner Pharmacy, Mary Hill = ${referrals}`,
		],
	},
	'groups if the contacts show only the name': {
		method: 'searchContactGroups',
		operation: deleteGroup,
		prepare: setTo({ contactGroups: 'names' }),
		offers: [expect.stringMatching(/ = Pharmacies$/), expect.stringMatching(/ = Referrals$/)],
	},
	'the countries where you can buy numbers, by name': {
		method: 'searchCountries',
		operation: searchNumbers,
		offers: ['Switzerland (CH) = CH', 'United States (US) = US'],
		searches: { united: ['US'], Germany: [] },
	},
	'the areas of the country that the node names, each code once, with all its places': {
		method: 'searchAreas',
		operation: { ...searchNumbers, countryCode: locator('list', 'US') },
		prepare: addPlace,
		offers: ['New York, NY (212) = 212', 'Washington, DC / Georgetown, DC (202) = 202'],
		searches: { georgetown: ['202'] },
	},
	'the areas of an entered country': {
		method: 'searchAreas',
		operation: { ...searchNumbers, countryCode: locator('code', 'ch') },
		offers: ['Geneva, Geneva (22) = 22'],
	},
};

function addContact(id: string, values: object): void {
	clinic(bench().simulator).contacts.set(id, contact({ id, ...values }));
}

test('a list of 2,000 contacts reads the first 500, and a search finds the others with one request', async () => {
	for (let at = 0; at < 2_000; at++)
		addContact(`con_${at}`, { name: `Name ${at}.`, fax_number: `+1555011${String(at).padStart(4, '0')}` });
	const parameters = { authentication: 'accessToken', resource: 'fax', operation: 'send' };
	const credentials = await bench().accessToken();
	const found = async (filter?: string) =>
		(await bench().engine.listSearch('searchContacts', { parameters, credentials }, filter)).results;
	expect(await found()).toHaveLength(500);
	bench().simulator.requests.length = 0;
	expect(await found('Name 1999.')).toEqual([
		expect.objectContaining({ name: 'Name 1999. (+15550111999)', value: '+15550111999' }),
	]);
	expect(bench().simulator.requests.map(({ query }) => query['search'])).toEqual(['Name 1999.']);
});

describe.each(AUTHENTICATIONS)("the editor's lists, with %s", (authentication) => {
	const nodeFor = async (operation: INodeParameters, type?: NodeRun['type']) => ({
		parameters: { authentication, ...operation },
		credentials: await bench().credentials(authentication),
		...(type && { type }),
	});
	const searchFor = async (
		{ method, operation, type }: Pick<EditorList, 'method' | 'operation' | 'type'>,
		filter?: string,
	) => (await bench().engine.listSearch(method, await nodeFor(operation, type), filter)).results;

	test.each(Object.entries(editorLists))('offer %s', async (_what, list) => {
		const { offers, searches = {} } = list;
		list.prepare?.();
		const offered = await searchFor(list);
		expect(
			offered.map(({ name, value }) => `${name} = ${value}`.replace(/\d{4}-\d\d-\d\d [\d:]{8} UTC/, 'DATE')),
		).toEqual(offers);
		for (const [filter, values] of Object.entries(searches)) {
			const found = await searchFor(list, filter);
			expect([filter, found.map(({ value }) => value)]).toEqual([filter, values]);
		}
	});

	test("offer the account's faxes while an expression sets the member", async () => {
		const operation = { ...getFax, options: { userId: '={{ $json.user }}' } };
		expect((await searchFor({ method: 'searchFaxes', operation }))[0]?.value).toBe(seed.faxId);
	});

	test('offer members and groups even if you can select several', async () => {
		bench().simulator.settings.listsAdministrators = false;
		const node = await nodeFor({ resource: 'contactGroup', operation: 'share' });
		expect(await bench().engine.loadOptions('getMembers', node)).toEqual([
			{ name: 'Jane Roe (jane@example.com)', value: seed.memberId },
			{ name: 'Tom Baker (tom@example.com)', value: seed.secondMemberId },
		]);
		const groups = await bench().engine.loadOptions('getContactGroups', node);
		expect(groups.map(({ value }) => value)).toEqual([pharmacies, referrals]);
	});

	test.each(['', null, '={{ $json.country }}'])(
		'say that the country comes first, if the node has none: %j',
		async (value) => {
			const country = { __rl: true as const, mode: 'code', value };
			const operation = { ...searchNumbers, countryCode: country };
			await expect(searchFor({ method: 'searchAreas', operation })).rejects.toThrow(
				'Select "Country" first, because the list shows its areas. If an expression sets the country, enter the area "By Code".',
			);
			expect(bench().simulator.requests).toEqual([]);
		},
	);
});

describe('a list with undocumented content', () => {
	const entries = '[null, 7, {"id":"a","name":null}, {"id":"b"}, {"id":"c","name":"patient"}]';
	const urls = ['https://localhost/webhook/x/webhook', 'http://localhost/webhook/x/webhook'];

	test.each<[string, string, INodeParameters, string, string[]]>([
		[
			'custom fields without a name by their ID, and leaves out anything else',
			'searchCustomFields',
			{ resource: 'customField', operation: 'update' },
			`{"records":${entries}}`,
			['a = a', 'b = b', 'patient = c'],
		],
		[
			'endpoints, and shows which belong to this n8n instance',
			'searchWebhookEndpoints',
			{ resource: 'webhookEndpoint', operation: 'delete' },
			JSON.stringify([null, ...urls.map((url, at) => ({ id: `ep_${at}`, url, filter_types: ['fax_sent'] }))]),
			[
				'localhost/…/webhook · Sent · ID ep_0 = ep_0',
				'localhost/…/webhook (this n8n) · Sent · ID ep_1 = ep_1',
			],
		],
		[
			'countries',
			'searchCountries',
			searchNumbers,
			'{"countries":[null, {"iso":"US","is_available":true}, {"iso":"CH","name":"Switzerland","is_available":true}]}',
			['Switzerland (CH) = CH', 'US (US) = US'],
		],
	])('offers %s', async (_what, method, parameters, body, offers) => {
		const { baseUrl } = await answering(body);
		const credentials = await bench().accessToken(seed.ownerToken, baseUrl);
		const { results } = await bench().engine.listSearch(method, { parameters, credentials });
		expect(results.map(({ name, value }) => `${name} = ${value}`)).toEqual(offers);
	});

	test.each([
		...lists.map((list) =>
			// With a limit of one, the list ends after one record. Otherwise it would never end, because each request gets
			// the same response.
			/^(fax|contact)$/.test(list.resource) ? { ...list, limit: 1 } : list,
		),
		{ resource: 'webhookEndpoint', operation: 'check' },
	])('returns only records as items: $resource $operation', async (parameters) => {
		const { items } = expectSuccess(
			await bench().run(parameters, { at: await answering('[null, 7, {"id":"a"}]') }),
		);
		expect(items).toHaveLength(1);
	});
});

describe('a list that fails to load says why, with advice', () => {
	const scopes = (...permitted: string[]) => ({
		description: `A personal access token needs one of these scopes: ${permitted.join(', ')}.`,
	});

	test.each<[when: string, list: string, credentials: () => Promise<NodeCredentials>, expected: object]>([
		[
			'a scope is missing',
			'searchCustomFields',
			async () => bench().limitedAccessToken(['fax:shop:read']),
			scopes('fax:all:read', 'fax:ai_settings:read'),
		],
		[
			"members are listed by somebody who isn't an administrator",
			'searchMembers',
			async () => bench().accessToken(seed.memberToken),
			{
				description: expect.stringMatching(/^Fax\.Plus lets only administrators do this\./) as unknown,
			},
		],
		[
			'groups are searched with a token with few scopes',
			'searchContactGroups',
			async () => bench().limitedAccessToken(['fax:fax:read', 'fax:member:read']),
			scopes('fax:all:read'),
		],
		[
			'no credential is selected',
			'searchCountries',
			async () => Promise.resolve({}),
			{
				message: expect.stringMatching(
					/^The node has no credential, or its credential doesn't exist/,
				) as unknown,
			},
		],
		[
			'webhooks are off',
			'searchWebhookEndpoints',
			async () => {
				clinic(bench().simulator).webhooksEnabled = false;
				return await bench().accessToken();
			},
			{
				message: "Webhooks are not enabled in the account's integrations settings (not_found, HTTP 404)",
				description: expect.stringMatching(/^Turn webhooks on in Fax\.Plus/) as unknown,
			},
		],
	])('when %s', async (_when, list, credentials, expected) => {
		const parameters = { resource: 'webhookEndpoint', operation: 'update' };
		const search = bench().engine.listSearch(list, { parameters, credentials: await credentials() });
		await expect(search).rejects.toMatchObject(expected);
	});
});

describe('numbers with certain digits, if the shop ignores the digits', () => {
	const search = async (contains: string) =>
		await bench().run({
			resource: 'shop',
			operation: 'searchNumbers',
			countryCode: 'US',
			callingCode: '212',
			channel: 'custom',
			contains,
			returnAll: true,
		});

	beforeEach(() => {
		bench().simulator.settings.filtersByDigits = false;
	});

	test('are those that contain them, and a hint says that others were left out', async () => {
		const { items, hints } = expectSuccess(await search('2580'));
		expect(jsonOf(items).map(({ number }) => number)).toEqual(['+12125552580']);
		expect(hints).toEqual([expect.stringMatching(/^\d+ of \d+ numbers .*"2580"/)]);
	});

	test('are none if none contains them: an error says so, and what to report', async () => {
		const { items, error } = await search('999999');
		expect(items).toEqual([]);
		expect(error?.message).toMatch(
			/none contains "999999".*\/shop.*contains=999999, with "n8n-nodes-faxplus [\d.]+" and the version of n8n/,
		);
	});

	test('are all if no digits are given', async () => {
		const { items, hints } = expectSuccess(await search(''));
		expect(items.length).toBeGreaterThan(1);
		expect(hints).toEqual([]);
	});
});
