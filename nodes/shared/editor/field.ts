import type { INodeProperties } from 'n8n-workflow';

/** What each kind of field holds before anybody enters something, unless it says otherwise. */
const EMPTY = {
	string: '',
	// No number: one that was added and forgotten would otherwise count, or be sent as 0.
	number: '',
	boolean: false,
	dateTime: '',
	options: '',
	multiOptions: [],
	collection: {},
	fixedCollection: {},
	json: '{}',
	resourceLocator: { mode: 'list', value: '' },
	notice: '',
	hidden: '',
};

/** A field of the editor. */
export function field(
	type: keyof typeof EMPTY,
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type, default: structuredClone(EMPTY[type]), ...more };
}
