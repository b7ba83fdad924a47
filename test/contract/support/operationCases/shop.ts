import { seed } from '../../../../simulator';
import type { OperationCase } from './case';

const SHOP_SCOPES = ['fax:all:read', 'fax:shop:read'];
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
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: { countryCode: 'us', callingCode: '212', limit: 1 },
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
		name: 'shop: searchNumbers with certain digits, not simplified',
		resource: 'shop',
		operation: 'searchNumbers',
		operationId: 'searchNumbers',
		kind: 'read',
		parameters: {
			countryCode: 'US',
			callingCode: '212',
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
		parameters: { countryCode: 'CH', callingCode: '22', channel: 'custom', returnAll: true },
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
		parameters: { countryCode: 'CH', callingCode: '22' },
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
