import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { field } from './field';

/** The texts of a list, and how people enter the value by hand: by its ID unless it says otherwise. */
interface ListTexts extends Partial<INodeProperties> {
	description: string;
	placeholder: string;
	byHand: Partial<INodePropertyMode>;
}

/** A field that first offers a list of what Fax.Plus has, which can be searched. It's required unless it says otherwise. */
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
 * The value of a field with a list. n8n saves it together with how it was chosen, and hands it over like that in a collection. A
 * workflow that was saved before the field had a list holds the value alone.
 */
export function valueOfList(saved: unknown): unknown {
	return typeof saved === 'object' && saved !== null && 'mode' in saved && 'value' in saved
		? saved.value
		: saved;
}
