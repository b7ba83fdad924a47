import { toE164 } from '../../../shared/values/phoneNumbers';
import type { ItemFields } from '../../fields/itemFields';
import { listField } from '../../fields/common';

export const numberField = listField('Number', 'number', 'searchOwnNumbers', {
	description: 'The number to use, which must belong to the account',
	placeholder: 'Select a number…',
	byHand: { displayName: 'Number', name: 'number', placeholder: 'e.g. +15550100000' },
});

/** Returns the number that an item names, with the plus sign and the country code. */
export function numberIn(fields: ItemFields): string {
	return toE164(fields.requiredText(numberField), numberField.displayName);
}

/** Returns the path of a number with a country code. The user ID must be encoded already. */
export function numberPath(userId: string, number: string): string {
	return `/accounts/${userId}/numbers/${encodeURIComponent(number)}`;
}
