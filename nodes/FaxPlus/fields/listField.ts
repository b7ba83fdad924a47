import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** What is particular about a field whose value is chosen from a list of the service's things, or entered. */
interface ListField extends Required<Pick<INodeProperties, 'displayName' | 'name' | 'description'>> {
	/** What the empty list says, such as "Select a fax…". */
	placeholder: string;
	/** Which of the node's `listSearch` fills the list. */
	searchListMethod: string;
	/** How the value is entered by hand; by its ID unless said otherwise. */
	byHand: Pick<INodePropertyMode, 'placeholder' | 'hint'> &
		Partial<Pick<INodePropertyMode, 'displayName' | 'name'>>;
}

/** A required field that offers a list first, which can be searched. */
export function listField({ placeholder, searchListMethod, byHand, ...field }: ListField): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
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
	};
}
