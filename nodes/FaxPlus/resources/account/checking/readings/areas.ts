import type { Area, Country } from '../../../../../shared/service/types';
import { labelTextOf } from '../../../../../shared/values/text';
import { getAreas } from '../../../shop/getAreas';
import { told, untold, type Subject } from '../finding';
import { entriesIn } from '../lists';

const COUNTRIES = '/shop/numbers/countries';

/** Their areas have three digits and never begin with 1, which is the code of the country. */
const NORTH_AMERICA = ['US', 'CA'];

/** docs/api.md, "Shop" */
export const areaCodes: Subject = {
	check: 'Service: codes of areas in the shop',
	guidance: getAreas,
	async look({ service }) {
		const countries = entriesIn<Country>(await service.read({ path: COUNTRIES }));
		const country = NORTH_AMERICA.find((iso) => countries.some((listed) => listed.iso === iso));
		const path = `${COUNTRIES}/${country ?? ''}/areas`;
		const areas = country === undefined ? [] : entriesIn<Area>(await service.read({ path }));
		const codes = areas.map(({ calling_code: code }) => labelTextOf(code));
		if (codes.length > 0 && codes.every((code) => /^[2-9]\d\d$/.test(code)))
			return told('Without the code of the country.', { areaCodes: 'national' });
		if (codes.length > 0 && codes.every((code) => /^\+?1[2-9]\d\d$/.test(code)))
			return told('With the code of the country.', { areaCodes: 'international' });
		return untold('The shop has no areas that tell it.', 'Nothing; another account may tell it.');
	},
};
