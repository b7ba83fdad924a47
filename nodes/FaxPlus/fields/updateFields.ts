import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../../shared/values/inputError';

/**
 * What an update can change: for each property, as the service knows it, the field that the editor shows, and how its
 * value is read.
 */
export type Changeable<T extends object> = {
	[K in keyof T]-?: readonly [
		field: INodeProperties,
		read: (field: INodeProperties, value: unknown) => NonNullable<T[K]>,
	];
};

type Entry = readonly [
	string,
	readonly [INodeProperties, (field: INodeProperties, value: unknown) => unknown],
];

/** A field of the editor to which the user adds entries. */
type Collection = Required<Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>>;

export const updateFields: Collection = {
	displayName: 'Update Fields',
	name: 'updateFields',
	placeholder: 'Add Field',
};

export const filters: Collection = { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };

/** The field "Update Fields", to which the user adds what is to be changed. */
export function updateFieldsOf<T extends object>(
	changeable: Changeable<T>,
	description: string,
): INodeProperties {
	return fieldOf(updateFields, changeable, description);
}

/** The field "Filters", to which the user adds what narrows a list; the entries are read as those of an update are. */
export function filtersOf<T extends object>(filterable: Changeable<T>, description: string): INodeProperties {
	return fieldOf(filters, filterable, description);
}

function fieldOf<T extends object>(
	collection: Collection,
	changeable: Changeable<T>,
	description: string,
): INodeProperties {
	return {
		...collection,
		type: 'collection',
		default: {},
		description,
		options: entriesOf(changeable)
			.map(([, [field]]) => field)
			.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/**
 * Reads what the user added under "Update Fields" or "Filters".
 *
 * @param added the value of that field
 * @returns the changes by the service's names; only what was added is there
 * @throws InputError for what cannot be read, and for a field that was added but holds nothing, as when its expression
 * finds nothing: dropped silently, it would make a success of an update that never was, or widen a list
 */
export function changesIn<T extends object>(
	changeable: Changeable<T>,
	added: IDataObject,
	collection = updateFields,
): Partial<T> {
	const changes = entriesOf(changeable)
		.filter(([, [field]]) => field.name in added)
		.map(([property, [field, read]]) => [
			property,
			read(field, present(field, added[field.name], collection)),
		]);
	return Object.fromEntries(changes) as Partial<T>;
}

/**
 * Refuses an update that would change nothing.
 *
 * @param howTo what the user can add, as the end of a sentence
 * @throws InputError when there are no changes
 */
export function requireChanges<T extends object>(changes: T, howTo: string): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new InputError(`There is nothing to update. ${howTo} under "Update Fields".`);
}

function present(field: INodeProperties, value: unknown, collection: Collection): unknown {
	const isNothing =
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
	if (!isNothing) return value;
	const expression = field.noDataExpression === true ? '' : ', check the expression that provides it,';
	throw new InputError(
		`${field.displayName} is empty. Enter a value${expression} or remove the field from "${collection.displayName}".`,
	);
}

function entriesOf<T extends object>(changeable: Changeable<T>): Entry[] {
	return Object.entries(changeable) as unknown as Entry[];
}
