import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { field } from '../../shared/editor/field';
import { emptyField, InputError } from '../../shared/values/inputError';

/**
 * The entries that a user can add under "Update Fields", "Filters" or "Guards". Each has its field in the editor, and a
 * function that reads its value.
 */
export type Changeable<T extends object = Record<string, unknown>> = {
	[K in keyof T]-?: readonly [
		field: INodeProperties,
		read: (field: INodeProperties, value: unknown) => NonNullable<T[K]>,
	];
};

/** The values that the user added, by the names that Fax.Plus uses. */
export type Changes<C extends Changeable> = { [K in keyof C]?: ReturnType<C[K][1]> };

/** A field that the user adds entries to. */
type Collection = Required<Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>>;

export const updateFields: Collection = {
	displayName: 'Update Fields',
	name: 'updateFields',
	placeholder: 'Add Field',
};

export const filters: Collection = { displayName: 'Filters', name: 'filters', placeholder: 'Add Filter' };

/** Returns the field "Update Fields", where the user adds the values to change. */
export function updateFieldsOf(changeable: Changeable, what = 'What to change'): INodeProperties {
	return collectionOf(updateFields, changeable, `${what}. Fields that you don't add stay as they are.`);
}

/**
 * Returns the field "Filters", where the user adds filters for a list. Its entries are read in the same way as an update's.
 */
export function filtersOf(filterable: Changeable, what = 'What the results must match'): INodeProperties {
	return collectionOf(filters, filterable, `${what}. "Limit" applies to the results that match.`);
}

/** Returns a field that the user adds entries to. */
export function collectionOf(
	{ displayName, name, placeholder }: Collection,
	changeable: Changeable,
	description: string,
): INodeProperties {
	return field('collection', displayName, name, {
		placeholder,
		description,
		options: Object.values(changeable)
			.map(([entry]) => entry)
			.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	});
}

/**
 * Reads what the user added. An empty entry is refused. If it were ignored, an update would change less than the user
 * wants, or a filter would find more.
 */
export function changesIn<C extends Changeable>(
	changeable: C,
	added: IDataObject,
	collection = updateFields,
): Changes<C> {
	const changes = Object.entries(changeable)
		.filter(([, [field]]) => field.name in added)
		.map(([property, [field, read]]) => [
			property,
			read(field, present(field, added[field.name], collection)),
		]);
	return Object.fromEntries(changes) as Changes<C>;
}

/** Refuses an update that would change nothing, and shows what the user can add. */
export function requireChanges<T extends object>(changes: T, howTo: string): T {
	if (Object.keys(changes).length > 0) return changes;
	throw new InputError(`There is nothing to update. ${howTo} under "Update Fields".`);
}

function present(field: INodeProperties, value: unknown, collection: Collection): unknown {
	const isNothing =
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
	if (!isNothing) return value;
	const expression = field.noDataExpression === true ? '' : ', check its expression';
	throw emptyField(
		field.displayName,
		`Enter a value${expression}, or remove the field from "${collection.displayName}".`,
	);
}
