import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { entriesOf, isCollection, keptAsSaved, requireKnownEntries } from '../../shared/editor/collections';
import { field } from '../../shared/editor/field';
import {
	includeInputFieldsOption,
	optionsFieldName,
	itemsAtOnceOption,
	timeoutOption,
	userIdField,
} from '../fields/common';
import { requireFixedInTool, savedValue } from '../fields/fixedValues';
import { simplifyFields } from '../fields/simplify';
import type { Operation, Resource } from './operation';
import { fixedOptionsOf, toolNotices } from './toolNotices';

const RESOURCE = { displayName: 'Resource', name: 'resource' };
const OPERATION = { displayName: 'Operation', name: 'operation' };

/**
 * Returns the editor's fields: the resources, the operations of each resource, and the fields of each operation. An operation's
 * fields show only while it's selected.
 */
export function propertiesOf(resources: Resource[], preset: Resource): INodeProperties[] {
	return [
		resourceField(resources, preset),
		...resources.map(operationField),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
	];
}

/**
 * Throws an InputError for a misspelled entry or a malformed collection. A node that ignored it might do more than the user
 * allowed.
 */
export function requireKnownCollections(
	context: IExecuteFunctions,
	operation: Operation,
	resources: readonly Resource[],
): void {
	for (const collection of collectionsOf(operation)) {
		const saved: unknown = context.getNodeParameter(collection.name, 0, {}, { rawExpressions: true });
		requireKnownEntries(collection, saved, entriesAnywhere(resources, collection.name));
	}
}

/**
 * Refuses an expression in a tool where it would let a model choose another operation or account, or an address in your
 * network. For the resource and the operation, the editor offers no expression, but an imported workflow may have one.
 */
export function requireFixedChoices(context: IExecuteFunctions, operation: Operation): void {
	requireFixedInTool(context, [RESOURCE, OPERATION], context.getNode().parameters);
	requireFixedInTool(context, fixedOptionsOf(operation), savedValue(context, optionsFieldName) as object);
}

/** Returns an operation's collection fields. */
function collectionsOf(operation: Operation): INodeProperties[] {
	const { fields, lastFields = [] } = operation;
	return [...[...fields, ...lastFields].filter(isCollection), optionsField(operation)];
}

/** Returns the entries that a collection with this name has in any operation. */
function entriesAnywhere(resources: readonly Resource[], name: string): string[] {
	const collections = resources.flatMap(({ operations }) => operations.flatMap(collectionsOf));
	return collections.flatMap((one) => (one.name === name ? entriesOf(one) : []));
}

function resourceField(resources: Resource[], { value: preset }: Resource): INodeProperties {
	return field('options', RESOURCE.displayName, RESOURCE.name, {
		noDataExpression: true,
		options: resources.map(({ value, name, description }) => ({
			name,
			value,
			...(description && { description }),
		})),
		default: preset,
	});
}

function operationField({ value: resource, operations }: Resource): INodeProperties {
	return field('options', OPERATION.displayName, OPERATION.name, {
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ value, name, action, description }) => ({ name, value, action, description })),
		default: operations[0]?.value,
	});
}

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	const selected = { resource: [resource.value], operation: [operation.value] };
	const ofOutput = operation.kind === 'read' && operation.simplify ? simplifyFields(operation.simplify) : [];
	const fields = [
		toolDescriptionField(operation),
		...operation.fields,
		...ofOutput,
		...toolNotices(operation),
		optionsField(operation),
		...(operation.lastFields ?? []),
	];
	return keptAsSaved(fields).map((field) => {
		// What is selected comes first, because n8n shows a field as soon as it depends on an expression.
		const displayOptions = { ...field.displayOptions, show: { ...selected, ...field.displayOptions?.show } };
		return Object.assign({}, field, { displayOptions });
	});
}

/**
 * Returns the field for a tool's description, which the AI model reads. By default, n8n's description is only the
 * operation's action, which is also the node's name.
 */
function toolDescriptionField({ description, caution = '' }: Operation): INodeProperties {
	return field('string', 'Tool Description', 'toolDescription', {
		typeOptions: { rows: 3 },
		noDataExpression: true,
		required: true,
		default: `${description.replace(/\.?$/, '.')} ${caution}`.trim(),
		description: 'What the AI model reads about this tool, next to the name of the node',
		displayOptions: { show: { '@tool': [true] } },
	});
}

function optionsField({ kind, userField, options = [] }: Operation): INodeProperties {
	// Only administrators of a corporate account need this option.
	const ofOtherUser = userField === userIdField ? [userIdField] : [];
	const ofSeveralAtOnce = kind === 'write' ? [] : [itemsAtOnceOption];
	const entries = [...options, ...ofOtherUser, ...ofSeveralAtOnce, includeInputFieldsOption, timeoutOption];
	return field('collection', 'Options', optionsFieldName, {
		placeholder: 'Add option',
		options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	});
}

/**
 * Returns the expression for the node's subtitle, such as "Get Many: Custom Field". Unknown values are shown as they're saved.
 */
export function subtitleOf(resources: Resource[]): string {
	const names = resources.flatMap((resource) =>
		resource.operations.map(({ value, name }) => [`${resource.value}.${value}`, `${name}: ${resource.name}`]),
	);
	const table = JSON.stringify(Object.fromEntries(names));
	return `={{ (${table})[$parameter["resource"] + "." + $parameter["operation"]] ?? $parameter["operation"] + ": " + $parameter["resource"] }}`;
}
