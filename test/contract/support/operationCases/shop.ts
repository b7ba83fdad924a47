import { seed } from '../../../../tools/simulator';
import { get, locator, operation, request, type OperationCase } from './case';

const listed = (value: string) => locator('list', value);
const byCode = (value: string) => locator('code', value);
const swissNumbersPath = '/shop/numbers/countries/CH/areas/22/numbers';

export const shop: OperationCase[] = [
	operation('shop: getBalance', {
		requests: [get('/shop/balance')],
		output: () => [{ amount: 100, currency: 'USD' }],
	}),
	operation('shop: getCountries', {
		requests: [get('/shop/numbers/countries')],
		output: (simulator) => simulator.state.countries,
	}),
	operation('shop: getAreas', {
		parameters: { countryCode: listed('US') },
		requests: [get('/shop/numbers/countries/US/areas')],
		output: () => [
			{ calling_code: '212', city: 'New York', state: 'NY' },
			{ calling_code: '202', city: 'Washington', state: 'DC' },
		],
	}),
	operation('shop: searchNumbers', {
		parameters: { countryCode: byCode('us'), callingCode: byCode('212'), limit: 1 },
		requests: [get('/shop/numbers/countries/US/areas/212/numbers', { channel: 'random' })],
		output: () => [
			{
				item_id: seed.offerId,
				number: '+12125550123',
				country: 'US',
				area_code: '212',
				city: 'New York',
				type: 'local',
				availability: 'instant',
				price: 10,
				monthly_fee: 5,
				number_of_months: 1,
				currency: 'USD',
			},
		],
	}),
	operation('shop: searchNumbers in an area that the list names with the code of the country', {
		parameters: { countryCode: listed('US'), callingCode: listed('1202') },
		prepare: ({ settings }) => {
			settings.areaCodes = 'international';
		},
		requests: [get('/shop/numbers/countries/US/areas/1202/numbers', { channel: 'random' })],
		output: () => [expect.objectContaining({ item_id: 'item_us_202_1', area_code: '202' }) as object],
	}),
	operation('shop: searchNumbers with certain digits, not simplified', {
		parameters: {
			countryCode: listed('US'),
			callingCode: listed('212'),
			channel: 'custom',
			contains: '2580',
			simplify: false,
		},
		requests: [get('/shop/numbers/countries/US/areas/212/numbers', { channel: 'custom', contains: '2580' })],
		output: (simulator) => simulator.state.offers.filter(({ item }) => item.number === '+12125552580'),
	}),
	operation('shop: searchNumbers with no digits in particular', {
		parameters: { countryCode: listed('CH'), callingCode: listed('22'), channel: 'custom', returnAll: true },
		requests: [get(swissNumbersPath, { channel: 'custom' })],
		output: () =>
			Array.from(
				{ length: 60 },
				(_, at) => expect.objectContaining({ item_id: `item_ch_22_${at}` }) as object,
			),
	}),
	operation('shop: purchaseNumber', {
		parameters: { itemId: seed.offerId },
		requests: [request('POST', '/shop/numbers/purchase', { item_id: seed.offerId })],
		output: () => [{ number: '+12125550123', item_id: seed.offerId }],
		effect: ({ balance, ownedNumbers }) => [
			[balance.amount, ...ownedNumbers],
			[90, seed.ownedNumber, '+12125550123'],
		],
	}),
];
