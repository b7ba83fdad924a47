import { listIn } from '../../../shared/service/answers';
import type { Reads } from '../../../shared/service/requests';
import type { Country } from '../../../shared/service/types';

/**
 * Reads the countries of the number shop (GET /shop/numbers/countries).
 *
 * @param reader an item's call, or the API itself
 */
export async function readCountries(reader: Reads): Promise<Country[]> {
	return listIn<Country>(await reader.read({ path: '/shop/numbers/countries' }), 'countries');
}
