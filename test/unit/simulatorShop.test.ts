import { seed } from '../../simulator';
import type { NumberOffer } from '../../simulator/state';
import { faxingBench } from '../support/faxingBench';
import { refusalIn } from '../support/simulatorClient';

const bench = faxingBench();

const numbersIn = (country: string, area: string): string =>
	`/shop/numbers/countries/${country}/areas/${area}/numbers`;

describe('The number shop of the simulator', () => {
	const buy = (item_id: string) =>
		bench().owner.post<{ error?: string; number?: string }>('/shop/numbers/purchase', { item_id });
	const offers = async (path: string) =>
		(await bench().owner.get<{ numbers: NumberOffer[] }>(path)).data.numbers.map(({ item }) => item.id);

	it('finds numbers with digits in them', async () => {
		const found = await offers(`${numbersIn('US', '212')}?channel=custom&contains=0123`);
		expect(found).toEqual([seed.offerId]);
		expect(await offers(numbersIn('US', '213'))).toEqual([]);
	});

	it('sells a number once, for money', async () => {
		expect((await buy(seed.offerId)).data).toEqual({ number: '+12125550123' });

		expect((await bench().owner.get('/shop/balance')).data).toEqual({ amount: 90, currency: 'USD' });
		expect(await offers(numbersIn('US', '212'))).not.toContain(seed.offerId);
		expect(bench().account().ownedNumbers).toContain('+12125550123');
		expect(refusalIn(await buy(seed.offerId))).toEqual([400, 'bad_request']);
	});

	it('sells nothing that the balance does not cover, nor in countries where it may not', async () => {
		expect(refusalIn(await buy(seed.expensiveOfferId))).toEqual([400, 'insufficient_balance']);
		expect(refusalIn(await buy(seed.unavailableOfferId))).toEqual([400, 'bad_request']);
		expect(bench().account().balance.amount).toBe(100);
	});

	describe('tells areas by the places where there is an offer', () => {
		const areas = async (country: string) =>
			(await bench().owner.get<{ areas: object[] }>(`/shop/numbers/countries/${country}/areas`)).data.areas;
		const newYork = { calling_code: '212', city: 'New York', state: 'NY' };
		const washington = { calling_code: '202', city: 'Washington', state: 'DC' };

		it('each once', async () => {
			expect(await areas('US')).toEqual([newYork, washington]);
			expect(await areas('CH')).toEqual([{ calling_code: '22', city: 'Geneva', state: 'Geneva' }]);
			expect(await areas('FR')).toEqual([]);
		});

		it('with the code of the country as well, which the search takes then', async () => {
			bench().simulator.settings.areaCodes = 'international';

			expect(await areas('US')).toEqual([
				{ ...newYork, calling_code: '1212' },
				{ ...washington, calling_code: '1202' },
			]);
			expect(await offers(numbersIn('US', '1202'))).toEqual(['item_us_202_1']);
			expect(await offers(numbersIn('US', '202'))).toEqual([]);
		});
	});
});
