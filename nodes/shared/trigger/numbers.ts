import type { IExecuteFunctions, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { valueOfList } from '../editor/listField';
import { numbersIn } from '../values/phoneNumbers';
import { numbersField } from './fields';
import { readField } from './readField';

/**
 * Reads the numbers that a trigger is limited to, each with the plus sign and the country code. An empty list means all
 * numbers.
 *
 * @throws InputError
 */
export function numbersOf(
	context: IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions,
): string[] {
	return numbersIn(valueOfList(readField(context, numbersField.name, '')));
}
