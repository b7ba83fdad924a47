import { seed } from './seed';
import type { NumberOffer } from './state';

const CALLING_CODES: Record<string, string> = { CH: '41', DE: '49', US: '1' };

/** What the number shop sells at first. */
export function offers(): NumberOffer[] {
	return [
		offer(seed.offerId, 'US', '212', '+12125550123', 'New York', 10),
		offer('item_us_212_2', 'US', '212', '+12125552580', 'New York', 10),
		offer(seed.expensiveOfferId, 'US', '212', '+12125557777', 'New York', 5000),
		offer(seed.unavailableOfferId, 'DE', '30', '+493055501230', 'Berlin', 9),
		...Array.from({ length: 60 }, (_, i) =>
			offer(`item_ch_22_${i}`, 'CH', '22', `+4122555${String(1000 + i)}`, 'Geneva', 8),
		),
	];
}

function offer(
	id: string,
	country: string,
	area: string,
	number: string,
	city: string,
	price: number,
): NumberOffer {
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
