import { seed } from './seed';
import type { Settings } from './settings';

const CALLING_CODES: Record<string, string> = { CH: '41', DE: '49', US: '1' };

/** States by area code, because the offers don't contain them. */
const STATES: Record<string, string> = { 202: 'DC', 212: 'NY', 22: 'Geneva', 30: 'Berlin' };

export type NumberOffer = ReturnType<typeof offer>;

/** The initial offers of the number shop. */
export function offers(): NumberOffer[] {
	return [
		offer(seed.offerId, 'US', '212', '+12125550123', 'New York', 10),
		offer('item_us_212_2', 'US', '212', '+12125552580', 'New York', 10),
		offer(seed.expensiveOfferId, 'US', '212', '+12125557777', 'New York', 5000),
		offer('item_us_202_1', 'US', '202', '+12025550123', 'Washington', 10),
		offer(seed.unavailableOfferId, 'DE', '30', '+493055501230', 'Berlin', 9),
		...Array.from({ length: 60 }, (_, i) =>
			offer(`item_ch_22_${i}`, 'CH', '22', `+4122555${String(1000 + i)}`, 'Geneva', 8),
		),
	];
}

/** The areas of a country that have offers, with each place once. */
export function areasOf(offers: readonly NumberOffer[], country: string, settings: Settings) {
	const items = offers.map(({ item }) => item).filter((item) => item.country === country);
	const areas = items.map((item) => {
		const { area_code, city } = item.geographic_area;
		return { calling_code: callingCodeOf(item, settings), city, state: STATES[area_code] ?? '' };
	});
	return [...new Map(areas.map((area) => [`${area.calling_code} ${area.city}`, area])).values()];
}

/** The code of an area in paths and in the list of areas. */
export function callingCodeOf(
	{ country_code, geographic_area: { area_code } }: NumberOffer['item'],
	{ areaCodes }: Pick<Settings, 'areaCodes'>,
): string {
	return areaCodes === 'national' ? area_code : country_code + area_code;
}

function offer(id: string, country: string, area: string, number: string, city: string, price: number) {
	return {
		type: 'local',
		currency: 'USD',
		availability: 'instant',
		item: {
			id,
			country,
			number,
			country_code: CALLING_CODES[country] ?? '',
			geographic_area: { area_code: area, geographic_area: city, city },
		},
		price,
		monthly_fee: 5,
		number_of_months: 1,
	};
}
