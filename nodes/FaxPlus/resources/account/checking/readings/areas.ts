import { labelTextOf } from '../../../../../shared/values/text';
import { getAreas, readAreas } from '../../../shop/getAreas';
import { told, untold, type Subject } from '../finding';

/** docs/api.md, "Shop" */
export const areaCodes: Subject = {
	check: 'Service: codes of areas in the shop',
	guidance: getAreas,
	async look({ service }) {
		const codes = (await readAreas(service, 'US')).map(({ calling_code: code }) => labelTextOf(code));
		// They have three digits there and never begin with 1, which is the code of the country.
		if (codes.length > 0 && codes.every((code) => /^[2-9]\d\d$/.test(code)))
			return told('Without the code of the country.', { areaCodes: 'national' });
		if (codes.length > 0 && codes.every((code) => /^\+?1[2-9]\d\d$/.test(code)))
			return told('With the code of the country.', { areaCodes: 'international' });
		return untold('The shop has no areas that tell it.', 'Another account may tell it.');
	},
};
