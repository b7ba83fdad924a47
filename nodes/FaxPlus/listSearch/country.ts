import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { toText } from '../../shared/values/fieldValues';
import { InputError } from '../../shared/values/inputError';
import { countryField, toCountryCode } from '../resources/shop/fields';

/** The country that the node names. The editor has resolved an expression where it can, and sends nothing where it can't. */
export function countryOf(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter(countryField.name, { extractValue: true });
	const code = toText(value, countryField.displayName);
	if (code !== '' && !code.startsWith('=')) return toCountryCode(code);
	throw new InputError(
		`Select "${countryField.displayName}" first, because the list shows its areas. If an expression sets the country, enter the area "By Code".`,
	);
}
