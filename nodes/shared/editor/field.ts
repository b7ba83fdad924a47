import type { INodeProperties } from 'n8n-workflow';

/** What each kind of field holds before anybody enters something, unless it says otherwise. */
const EMPTY = {
	string: '',
	// A number has none, because an option that was added and forgotten would count, or be sent as 0.
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

/** Makes a field of a node's panel: n8n wants many properties of each, of which most are alike. */
export function field(
	type: keyof typeof EMPTY,
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type, default: structuredClone(EMPTY[type]), ...more };
}
