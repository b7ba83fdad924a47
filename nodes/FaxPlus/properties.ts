import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { readsInFlightOption, timeoutOption } from './fields';
import type { Operation, Resource } from './operation';

/**
 * Makes the editor's fields: the list of resources, for each its list of operations, for each of those its own fields,
 * shown when both are selected.
 */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	return [
		resourceField(resources),
		...resources.map(operationField),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
	];
}

function resourceField(resources: Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(toOption),
		default: 'account',
	};
}

function toOption({ value, name, description }: Resource): INodePropertyOptions {
	return description === undefined ? { name, value } : { name, value, description };
}

function operationField({ value: resource, operations }: Resource): INodeProperties {
	const { value: firstOperation } = operations[0];
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map(({ value, name, action, description }) => ({ name, value, action, description })),
		default: firstOperation,
	};
}

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	const selected = { resource: [resource.value], operation: [operation.value] };
	return [...operation.fields, optionsField(operation)].map((field) => {
		const displayOptions = { ...field.displayOptions, show: { ...field.displayOptions?.show, ...selected } };
		return Object.assign({}, field, { displayOptions });
	});
}

function optionsField({ kind, options = [] }: Operation): INodeProperties {
	const entries = [...options, timeoutOption, ...(kind === 'read' ? [readsInFlightOption] : [])];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}
