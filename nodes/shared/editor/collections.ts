import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../values/inputError';
import { field } from './field';

/**
 * Returns the fields, with a hidden field after each collection that keeps it as it was saved. Before a node runs, n8n turns a
 * collection that isn't an object into `{}`, and drops entries that it doesn't know. A guard with a misspelled name would then do
 * nothing, and nobody would notice. n8n leaves a hidden field as it is, and of two fields with the same name, it uses the last
 * one.
 */
export function keptAsSaved(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.flatMap((one) => (isCollection(one) ? [one, hiddenTwin(one)] : [one]));
}

function hiddenTwin({ name, displayName, displayOptions }: INodeProperties): INodeProperties {
	return field('hidden', displayName, name, { default: {}, ...(displayOptions && { displayOptions }) });
}

/**
 * Throws an InputError for a collection that isn't an object, and for an unknown entry.
 *
 * @param saved what was saved, with expressions as they are
 * @param others entries that the editor leaves behind when another operation is selected
 */
export function requireKnownEntries(
	collection: INodeProperties,
	saved: unknown,
	others: readonly string[] = [],
): void {
	const { displayName } = collection;
	if (typeof saved !== 'object' || saved === null || Array.isArray(saved))
		throw new InputError(
			`"${displayName}" is ${JSON.stringify(saved)}, which isn't an object with names and values, so it would be ignored. ${WHAT_TO_DO}`,
		);
	const known = entriesOf(collection);
	const unknown = Object.keys(saved).find((name) => !known.includes(name) && !others.includes(name));
	if (unknown === undefined) return;
	throw new InputError(
		`"${displayName}" contains "${unknown}", which isn't one of its names: ${known.join(', ')}. It would be ignored. ${WHAT_TO_DO}`,
	);
}

/** The panel doesn't show such values, so users can't correct them there. */
const WHAT_TO_DO = "Correct it in the workflow's JSON, or replace the node with a new one.";

export function isCollection({ type }: INodeProperties): boolean {
	return type === 'collection';
}

/** The names of the entries that a collection may have. */
export function entriesOf({ options = [] }: INodeProperties): string[] {
	return options.map(({ name }) => name);
}
