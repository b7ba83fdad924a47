import type { INodeParameters, INodeTypeDescription, NodeParameterValueType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { propertiesOf } from '../../nodes/FaxPlus/operation/properties';
import { presetResource, resources } from '../../nodes/FaxPlus/resources';

const properties = propertiesOf(resources, presetResource);

/** Returns the notices that n8n shows for a node with these values, apart from those that every such node shows. */
function shown(parameters: INodeParameters, name = 'faxPlusTool'): string[] {
	const noticesOf = (values: INodeParameters): string[] =>
		properties
			.filter((field) => {
				const type = { name } as INodeTypeDescription;
				return (
					field.type === 'notice' && NodeHelpers.displayParameter(values, field, { typeVersion: 1 }, type)
				);
			})
			.map(({ displayName }) => displayName);
	const { resource, operation } = parameters;
	const usual = noticesOf({ ...BLANK, resource, operation });
	return noticesOf(parameters).filter((text) => !usual.includes(text));
}

const locator = (value: string): NodeParameterValueType => ({ __rl: true, mode: 'id', value });

const MODEL = "={{ $fromAI('value', ``, 'string') }}";

/** A tool without anything to complain about. */
const BLANK = {
	resource: 'fax',
	operation: 'send',
	to: locator(MODEL),
	from: locator('+15550100000'),
	source: 'text',
	options: {},
	guards: { allowedDestinations: '+15550100200' },
};

const existing = { ...BLANK, source: 'fax', faxId: locator(MODEL) };
const url = { ...BLANK, source: 'url', documentUrl: 'https://files.example.com/a.pdf' };

const guardedBy = (name: string, value: string): INodeParameters => ({
	guards: { ...BLANK.guards, [name]: value },
});

describe('a tool says before it is published that it lacks', () => {
	test.each<[string, INodeParameters, RegExp]>([
		['allowed destinations', { ...BLANK, guards: {} }, /^"To" needs the guard "Allowed Destinations"/],
		['allowed senders', { ...BLANK, from: locator(MODEL) }, /^"From" needs the guard "Allowed From"/],
		['allowed faxes', existing, /^"Fax" needs the guard "Allowed Existing Faxes"/],
		['allowed addresses', url, /^"URL" needs the guard "Allowed Document Addresses"/],
		['a fixed user', { ...BLANK, options: { userId: locator(MODEL) } }, /^"User ID" needs a fixed value/],
		[
			'a fixed user, in another operation',
			{ resource: 'fax', operation: 'getAll', options: { userId: locator(MODEL) } },
			/^"User ID" needs a fixed value/,
		],
		[
			'fixed URLs',
			{ resource: 'webhookEndpoint', operation: 'check', options: { expectedUrls: MODEL } },
			/^"Expected URLs" needs a fixed value/,
		],
	])('%s', (_what, parameters, notice) => {
		expect(shown(parameters)).toEqual([expect.stringMatching(notice)]);
		expect(shown(parameters, 'faxPlus')).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['a guard for the sender', { ...BLANK, from: locator(MODEL), ...guardedBy('allowedFrom', 'any') }],
		['a guard for faxes', { ...existing, ...guardedBy('allowedExistingFaxes', 'received') }],
		['a guard for addresses', { ...url, ...guardedBy('allowedDocumentAddresses', 'files.example.com') }],
		['a fixed fax', { ...existing, faxId: locator('fax_1') }],
		['a fax that is not used', { ...existing, source: 'text' }],
		['a fixed user', { ...BLANK, options: { userId: locator('self') } }],
	])('nothing, with %s', (_what, parameters) => {
		expect(shown(parameters)).toEqual([]);
	});
});

test('a tool that changes something lists the fields that no guard limits', () => {
	const listed = (resource: string, operation: string): string | undefined =>
		properties.find(
			({ name, displayOptions: { show } = {} }) =>
				name === 'unguardedNotice' &&
				show?.['resource']?.includes(resource) === true &&
				show['operation']?.includes(operation) === true,
		)?.displayName;
	expect(listed('fax', 'delete')).toMatch(/: "Fax"\./);
	expect(listed('webhookEndpoint', 'create')).toMatch(/"URL"/);
	expect(listed('fax', 'send')).toMatch(/"Text".*"Check Only".*"Options"/);
	expect(listed('fax', 'send')).not.toMatch(/"(To|From|Fax|URL)"/);
	expect(listed('fax', 'getAll')).toBeUndefined();
});
