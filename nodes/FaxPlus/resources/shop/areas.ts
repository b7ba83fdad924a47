import { listIn } from '../../../shared/service/answers';
import type { Reads } from '../../../shared/service/requests';
import type { Area } from '../../../shared/service/types';

/**
 * Reads the areas of a country in which numbers can be bought (docs/api.md, "Shop").
 *
 * @param reader an item's call, or the API itself
 * @param country see toCountryCode
 */
export async function readAreas(reader: Reads, country: string): Promise<Area[]> {
	return listIn<Area>(await reader.read({ path: `/shop/numbers/countries/${country}/areas` }), 'areas');
}
