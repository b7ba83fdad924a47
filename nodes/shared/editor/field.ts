import type { INodeProperties } from 'n8n-workflow';

/** Default of each kind of field, unless the field sets another one. */
const EMPTY = {
	string: '',
	// A number has no default. Otherwise, a forgotten option would have an effect, or be sent as 0.
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

/** Makes a field of a node's panel. n8n requires many properties for each field, and most of them are always the same. */
export function field(
	type: keyof typeof EMPTY,
	displayName: string,
	name: string,
	more: Partial<INodeProperties> = {},
): INodeProperties {
	return { displayName, name, type, default: structuredClone(EMPTY[type]), ...more };
}
