import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { userIdField } from '../../nodes/FaxPlus/fields/common';
import { propertiesOf } from '../../nodes/FaxPlus/operation/properties';
import { toolNotices } from '../../nodes/FaxPlus/operation/toolNotices';
import { presetResource, resources } from '../../nodes/FaxPlus/resources';
import { toNumber } from '../../nodes/shared/values/fieldValues';
import { NODE } from './support/context';
import { subtitleFor } from './support/subtitle';

const properties = propertiesOf(resources, presetResource);

const operations = resources.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value}: ${operation.value}`,
		resource,
		operation,
		fields: properties.filter(
			({ displayOptions, name, type }) =>
				name !== 'operation' &&
				type !== 'hidden' &&
				displayOptions?.show?.['resource']?.includes(resource.value) &&
				displayOptions.show['operation']?.includes(operation.value),
		),
	})),
);

function optionsOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []) as INodePropertyOptions[];
}

function operationField(resource: string): INodeProperties | undefined {
	return properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.['resource']?.includes(resource),
	);
}

/** Returns the entries of a collection. */
function entriesOf(property: INodeProperties | undefined): INodeProperties[] {
	return (property?.options ?? []) as INodeProperties[];
}

/** Returns all fields and the entries of collections, at every depth. */
function everyProperty(list: INodeProperties[]): INodeProperties[] {
	return list.flatMap((property) => [
		property,
		...(property.type === 'collection' ? everyProperty(entriesOf(property)) : []),
	]);
}

/** Operations that saved workflows depend on, in the order people need them. The first one is the resource's default. */
const OPERATIONS: Readonly<Record<string, string[]>> = {
	fax: [
		'send',
		'waitForResult',
		'get',
		'getAll',
		'download',
		'getReport',
		'getProof',
		'getThumbnail',
		'update',
		'delete',
	],
	outboxFax: ['get', 'getAll', 'update', 'delete'],
	faxText: ['get'],
	fieldExtraction: ['get', 'correct'],
	customField: ['getAll', 'create', 'update'],
	aiCredit: ['get'],
	number: ['get', 'getAll', 'assign', 'revoke'],
	account: ['get', 'getPlan', 'check'],
	accessToken: ['get'],
	member: ['get', 'getAll', 'update', 'invite'],
	contact: ['getAll'],
	contactGroup: ['share', 'delete'],
	shop: ['searchNumbers', 'getCountries', 'getAreas', 'getBalance', 'purchaseNumber'],
	webhookEndpoint: ['check', 'getAll', 'create', 'update', 'delete'],
	legacyHook: ['getAll', 'create', 'delete'],
};

test.each(resources)(
	'$value has the operations that workflows are saved with',
	({ value, operations: own }) => {
		const names = own.map((one) => one.value);
		expect(names).toEqual(OPERATIONS[value]);
		expect(operationField(value)?.default).toBe(names[0]);
	},
);

test('resources are in the order in which people need them', () => {
	const listed = optionsOf(properties.find(({ name }) => name === 'resource')).map(({ value }) => value);
	expect(listed).toEqual(Object.keys(OPERATIONS));
});

test.each(resources)("operations that can't be undone come last in $value", ({ operations: own }) => {
	const names = own.map((one) => one.value);
	const last = names.filter((name) => ['delete', 'invite', 'purchaseNumber', 'revoke'].includes(name));
	expect(names.slice(names.length - last.length)).toEqual(last);
});

describe.each(operations)('$name', ({ resource, operation, fields }) => {
	test('is listed under its resource, with an action and a description', () => {
		const { name, value, action, description } = operation;
		expect(optionsOf(operationField(resource.value))).toContainEqual({ name, value, action, description });
		expect(action).toMatch(/^[A-Z][^A-Z]* ?/);
		expect(action).not.toMatch(/\b(an?|the)\b/i);
		expect(description.length).toBeGreaterThan(10);
	});

	test('shows its fields only when it is selected', () => {
		const ownFields = operation.fields.map(({ name }) => name).filter((name) => name !== userIdField.name);
		const isSimplified = operation.kind === 'read' && operation.simplify !== undefined;
		const ofOutput = isSimplified ? ['simplify', 'output', 'outputFields'] : [];
		const lastFields = (operation.lastFields ?? []).map(({ name }) => name);
		const notices = toolNotices(operation).map(({ name }) => name);
		const wanted = ['toolDescription', ...ownFields, ...ofOutput, ...notices, 'options', ...lastFields];
		expect(fields.map(({ name }) => name)).toEqual(wanted);
		const selected = { resource: [resource.value], operation: [operation.value] };
		for (const { displayOptions } of fields) expect(displayOptions?.show).toMatchObject(selected);
	});

	test('has unique field names, and its display options only use fields that it has', () => {
		const names = fields.map(({ name }) => name);
		const named = new Set(['@tool', 'resource', 'operation', ...names]);
		expect(named.size).toBe(names.length + 3);
		const inside = fields.flatMap((field) => entriesOf(field).map(({ name }) => `${field.name}.${name}`));
		for (const { displayOptions } of fields)
			for (const name of Object.keys({ ...displayOptions?.show, ...displayOptions?.hide }))
				expect([...named, ...inside]).toContain(name.replace(/^\//, ''));
	});

	test("offers a timeout, for reads the items at once, and the member's ID if it can act for a member", () => {
		const names = entriesOf(fields.find(({ name }) => name === 'options')).map(({ name }) => name);
		expect(names).toContain('timeout');
		expect(names).toContain('includeInputFields');
		expect(names.includes('itemsAtOnce')).toBe(operation.kind !== 'write');
		expect(names.includes(userIdField.name)).toBe(operation.userField === userIdField);
	});

	test("says how to find out whether it was carried out if it's a write, and only then", () => {
		expect(operation.howToCheck !== undefined).toBe(operation.kind !== 'read');
	});

	test('describes every field', () => {
		for (const { displayName, type, description } of everyProperty(fields)) {
			const needsNone = type === 'notice' || displayName === 'Options';
			expect([displayName, needsNone || description !== undefined]).toEqual([displayName, true]);
		}
	});

	test('has only examples as placeholders', () => {
		for (const { type, placeholder } of everyProperty(fields)) {
			if (type === 'string' && placeholder !== undefined) expect(placeholder).toMatch(/^e\.g\. /);
		}
	});

	test('has unique values in each list of options, including the default', () => {
		for (const list of everyProperty(fields)) {
			if (list.type !== 'options' && list.type !== 'multiOptions') continue;
			const values = optionsOf(list).map(({ value }) => value);
			expect(new Set(values).size).toBe(values.length);
			if (list.type === 'options' && list.typeOptions?.loadOptionsMethod === undefined)
				expect(values).toContain(list.default);
		}
	});
});

/** The descriptions must warn of costs, of blocked accounts, and that bought numbers can't be returned. */
test.each([
	['fax: send', /started minute/],
	['fax: send', /attempts that fail/],
	['fax: send', /blocks accounts/],
	['shop: purchaseNumber', /port.* to another provider/],
])('a notice of %s warns: %s', (name, words) => {
	const { fields = [] } = operations.find((one) => one.name === name) ?? {};
	expect(fields.find(({ type }) => type === 'notice')?.displayName).toMatch(words);
});

describe('the node', () => {
	const { description, methods } = new FaxPlus();

	test('starts with the choice of authentication, and requires the matching credential', () => {
		expect(description.properties[0]?.name).toBe('authentication');
		const values = optionsOf(description.properties[0]).map(({ value }) => value);
		expect(values).toEqual(['accessToken', 'oAuth2']);
		expect(description.credentials).toMatchObject([
			{ name: 'faxPlusApi', displayOptions: { show: { authentication: ['accessToken'] } } },
			{ name: 'faxPlusOAuth2Api', displayOptions: { show: { authentication: ['oAuth2'] } } },
		]);
	});

	test.each([true, false])("offers Send's wait options only when waiting (%s)", (waitUntilSent) => {
		const parameters = { resource: 'fax', operation: 'send', waitUntilSent, options: { waitLimit: 5 } };
		const isShown = (option: INodeProperties) =>
			NodeHelpers.displayParameterPath(parameters, option, 'options', NODE, description);
		const { fields = [] } = operations.find(({ name }) => name === 'fax: send') ?? {};
		const shown = entriesOf(fields.find(({ name }) => name === 'options')).filter(isShown);
		const names = shown.map(({ name }) => name);
		for (const name of ['failIfNotDelivered', 'pollingInterval', 'waitLimit'])
			expect(names.includes(name)).toBe(waitUntilSent);
		expect(names).toContain('sendTime');
	});

	test('has every method that loads entries for its fields', () => {
		const wanted = everyProperty(description.properties).flatMap(({ typeOptions, modes }) => [
			...(typeOptions?.loadOptionsMethod === undefined ? [] : [typeOptions.loadOptionsMethod]),
			...(modes ?? []).flatMap(({ typeOptions: options }) => options?.searchListMethod ?? []),
		]);
		expect(new Set(wanted)).toEqual(
			new Set([...Object.keys(methods.listSearch), ...Object.keys(methods.loadOptions)]),
		);
	});

	test("is about faxes when it's new", () => {
		const fields = description.properties.filter(({ name }) => name === 'resource');
		expect(fields.map((field) => field.default)).toEqual(['fax']);
	});

	describe('its subtitle', () => {
		test.each(operations)("names $name as the editor's lists do", ({ resource, operation }) => {
			const parameters = { resource: resource.value, operation: operation.value };
			expect(subtitleFor(description, parameters)).toBe(`${operation.name}: ${resource.name}`);
		});

		test("shows values that aren't in these lists as they are", () => {
			const parameters = { resource: 'fax', operation: 'another' };
			expect(subtitleFor(description, parameters)).toBe('another: fax');
		});
	});

	test('resource locators offer the list first, then an ID, a number or a code, except for the number to send to', () => {
		const locators = description.properties.filter(({ type }) => type === 'resourceLocator');
		expect(locators.length).toBeGreaterThan(0);
		for (const { name: field, modes, default: preset } of locators) {
			expect(modes?.map(({ name }) => name).join()).toMatch(/^list,(id|number|code)$/);
			// Most numbers come from the item, and many numbers only fit into text.
			expect(preset).toEqual({ mode: field === 'to' ? 'number' : 'list', value: '' });
		}
	});

	test("has no default quota, so that an added but forgotten one isn't sent as 0", () => {
		const quota = everyProperty(description.properties).find(({ name }) => name === 'quota');
		expect(quota?.default).toBe('');
		const read = () => toNumber(quota as INodeProperties, quota?.default);
		expect(read).toThrow('"Quota" is "", which isn\'t a whole number');
	});

	describe('as a tool of an AI agent', () => {
		/** Description of the tool that n8n derives from the node. */
		const tool = { ...description, name: 'faxPlusTool', outputs: ['ai_tool'] } as INodeTypeDescription;

		/** Returns the description that a model gets for an operation if people haven't changed it. */
		function toolDescription(resource: string, operation: string): string {
			const chosen = { resource, operation };
			const parameters =
				NodeHelpers.getNodeParameters(tool.properties, chosen, true, false, NODE, tool) ?? {};
			return NodeHelpers.getToolDescriptionForNode({ ...NODE, parameters }, { description: tool });
		}

		test('is available', () => {
			expect(description.usableAsTool).toBe(true);
		});

		test.each([
			['shop', 'purchaseNumber', /real money.*can't be undone.*unless a person has explicitly approved/],
			['fax', 'send', /real fax.*costs money.*can't be undone/],
			['faxText', 'get', /may use AI credits/],
			['fieldExtraction', 'get', /may use AI credits/],
			['member', 'invite', /can't be undone/],
		])('tells a model in %s: %s what it costs', (resource, operation, words) => {
			expect(toolDescription(resource, operation)).toMatch(words);
		});

		// Models accept names of at most 64 characters, and n8n 2.8 doesn't shorten them.
		test.each(operations)(
			'describes $name to a model in whole sentences, with a short name that mentions neither price nor consequences',
			({ resource, operation }) => {
				const toModel = toolDescription(resource.value, operation.value);
				expect(toModel).toMatch(/^[A-Z].*[^.]\.$/);
				expect(toModel).toContain(operation.description);
				if (operation.value === 'delete') expect(toModel).toMatch(/permanently|so that it is not sent/);
				const parameters = { resource: resource.value, operation: operation.value };
				for (const type of [description, tool]) {
					const name = NodeHelpers.makeNodeName(parameters, type);
					expect(name).not.toMatch(/cost|undo|permanent|credits,|real|approve/);
					expect(name.length).toBeLessThanOrEqual(64);
				}
			},
		);

		test("shows a model's description for editing only where the node is a tool", () => {
			const fields = description.properties.filter(({ name }) => name === 'toolDescription');
			expect(fields).toHaveLength(operations.length);
			for (const field of fields) {
				const parameters = {
					resource: field.displayOptions?.show?.['resource']?.[0],
					operation: field.displayOptions?.show?.['operation']?.[0],
				} as INodeParameters;
				expect(NodeHelpers.displayParameter(parameters, field, null, description)).toBe(false);
				expect(NodeHelpers.displayParameter(parameters, field, null, tool)).toBe(true);
			}
		});

		test('never lets a model or an expression fill in a guard', () => {
			const guards = entriesOf(description.properties.find(({ name }) => name === 'guards'));
			expect(guards.map(({ name }) => name)).toEqual([
				'allowedDestinations',
				'allowedDocumentAddresses',
				'allowedExistingFaxes',
				'allowedFrom',
				'maxExistingFaxAge',
				'maxPerDay',
				'maxRecipients',
				'refuseFailingNumbers',
				'refuseSameFax',
			]);
			const groups = guards.flatMap(({ options = [] }) => options as INodePropertyCollection[]);
			const inGroups = groups.flatMap(({ values = [] }: Partial<INodePropertyCollection>) => values);
			expect(inGroups).toHaveLength(2);
			for (const { noDataExpression } of [...guards, ...inGroups]) expect(noDataExpression).toBe(true);
		});
	});
});
