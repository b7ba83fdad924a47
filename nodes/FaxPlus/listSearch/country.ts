import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { toText } from '../../shared/values/fieldValues';
import { InputError } from '../../shared/values/inputError';
import { countryField, toCountryCode } from '../resources/shop/fields';

/**
 * Returns the country that the user selected in the node. The editor sends an expression's value if it can evaluate the
 * expression, and otherwise nothing.
 */
export function countryOf(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter(countryField.name, { extractValue: true });
	const code = toText(value, countryField.displayName);
	if (code !== '' && !code.startsWith('=')) return toCountryCode(code);
	throw new InputError(
		`Select "${countryField.displayName}" first, because the list shows its areas. If an expression sets the country, enter the area "By Code".`,
	);
}
