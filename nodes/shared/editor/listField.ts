import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { field } from './field';

/** The labels of a list field, and how people enter a value by hand. By default, they enter its ID. */
interface ListTexts extends Partial<INodeProperties> {
	description: string;
	placeholder: string;
	byHand: Partial<INodePropertyMode>;
}

/** Makes a field that offers a searchable list of what Fax.Plus has. It's required by default. */
export function listField(
	displayName: string,
	name: string,
	searchListMethod: string,
	{ placeholder, byHand, required = true, ...more }: ListTexts,
): INodeProperties {
	return field('resourceLocator', displayName, name, {
		...(required && { required }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', ...byHand },
		],
		...more,
	});
}

/**
 * Returns the value of a field with a list. n8n saves it together with how it was chosen, and in a collection returns both.
 * A workflow from before the field had a list has only the value.
 */
export function valueOfList(saved: unknown): unknown {
	return typeof saved === 'object' && saved !== null && 'mode' in saved && 'value' in saved
		? saved.value
		: saved;
}
