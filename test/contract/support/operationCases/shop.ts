import { seed } from '../../../../simulator';
import type { OperationCase } from './case';

const SHOP_SCOPES = ['fax:all:read', 'fax:shop:read'];
const listed = (value: string) => ({ __rl: true as const, mode: 'list', value });
const byCode = (value: string) => ({ __rl: true as const, mode: 'code', value });
const swissNumbersPath = '/shop/numbers/countries/CH/areas/22/numbers';

export const shop: OperationCase[] = [
	{
		resource: 'shop',
		operation: 'getBalance',
		operationId: 'getBalance',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/shop/balance' }],
		output: () => [{ amount: 100, currency: 'USD' }],
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		resource: 'shop',
		operation: 'getCountries',
		operationId: 'listCountries',
		kind: 'read',
		parameters: {},
		requests: [{ method: 'GET', path: '/shop/numbers/countries' }],
		output: (simulator) => simulator.state.countries,
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		resource: 'shop',
		operation: 'getAreas',
		operationId: 'listAreas',
		kind: 'read',
		parameters: { countryCode: listed('US') },
		requests: [{ method: 'GET', path: '/shop/numbers/countries/US/areas' }],
		output: () => [
			{ calling_code: '212', city: 'New York', state: 'NY' },
			{ calling_code: '202', city: 'Washington', state: 'DC' },
		],
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: byCode('us'), callingCode: byCode('212'), limit: 1 },
		requests: [
			{
				method: 'GET',
				path: '/shop/numbers/countries/US/areas/212/numbers',
				query: { channel: 'random' },
			},
		],
		output: () => [
			{
				itemId: seed.offerId,
				number: '+12125550123',
				country: 'US',
				areaCode: '212',
				city: 'New York',
				type: 'local',
				availability: 'instant',
				price: 10,
				monthlyFee: 5,
				numberOfMonths: 1,
				currency: 'USD',
			},
		],
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		name: 'shop: searchNumbers in an area that the list names with the code of the country',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: listed('US'), callingCode: listed('1202') },
		prepare: ({ settings }) => {
			settings.areaCodes = 'international';
		},
		requests: [
			{
				method: 'GET',
				path: '/shop/numbers/countries/US/areas/1202/numbers',
				query: { channel: 'random' },
			},
		],
		output: () => [expect.objectContaining({ itemId: 'item_us_202_1', areaCode: '202' }) as object],
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		name: 'shop: searchNumbers with certain digits, not simplified',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: {
			countryCode: listed('US'),
			callingCode: listed('212'),
			channel: 'custom',
			contains: '2580',
			simplify: false,
		},
		requests: [
			{
				method: 'GET',
				path: '/shop/numbers/countries/US/areas/212/numbers',
				query: { channel: 'custom', contains: '2580' },
			},
		],
		output: (simulator) => simulator.state.offers.filter(({ item }) => item.number === '+12125552580'),
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		name: 'shop: searchNumbers with no digits in particular',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: listed('CH'), callingCode: listed('22'), channel: 'custom', returnAll: true },
		requests: [{ method: 'GET', path: swissNumbersPath, query: { channel: 'custom' } }],
		output: () =>
			Array.from(
				{ length: 60 },
				(_, at) => expect.objectContaining({ itemId: `item_ch_22_${at}` }) as object,
			),
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		name: 'shop: searchNumbers up to the preset limit',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: listed('CH'), callingCode: listed('22') },
		requests: [{ method: 'GET', path: swissNumbersPath, query: { channel: 'random' } }],
		output: () =>
			Array.from(
				{ length: 50 },
				(_, at) => expect.objectContaining({ itemId: `item_ch_22_${at}` }) as object,
			),
		codes: ['invalid_user_id'],
		scopes: SHOP_SCOPES,
	},
	{
		resource: 'shop',
		operation: 'purchaseNumber',
		operationId: 'purchaseNumber',
		kind: 'write',
		parameters: { itemId: seed.offerId },
		requests: [{ method: 'POST', path: '/shop/numbers/purchase', body: { item_id: seed.offerId } }],
		output: () => [{ number: '+12125550123', itemId: seed.offerId }],
		effect: ({ balance, ownedNumbers }) => {
			expect(balance.amount).toBe(90);
			expect(ownedNumbers).toEqual([seed.ownedNumber, '+12125550123']);
		},
		codes: ['invalid_user_id'],
		scopes: ['fax:all:edit', 'fax:shop:edit'],
	},
];
