import type { Operation, Resource } from '../operation/operation';
import * as operations from './operations';

/** Operations that can't be undone are last in the list, so that nobody selects them by accident. */
const LAST = new Set(['delete', 'invite', 'purchaseNumber', 'revoke']);

/** The resource that's selected in a new node. */
export const presetResource: Resource = {
	value: 'fax',
	name: 'Fax',
	description: 'Send faxes, and work with received and sent ones',
	operations: inOrder(
		operations.fax,
		'send',
		'waitForResult',
		'get',
		'getAll',
		'download',
		'getReport',
		'getProof',
		'getThumbnail',
		'update',
	),
};

/** All resources of the action node, in the order people need them. */
export const resources: Resource[] = [
	presetResource,
	{
		value: 'outboxFax',
		name: 'Outbox Fax',
		description: "Outgoing faxes that aren't sent yet",
		operations: inOrder(operations.outboxFax, 'get', 'getAll', 'update'),
	},
	{
		value: 'faxText',
		name: 'Fax Text',
		description: 'The text of a fax, recognized by Fax AI',
		operations: inOrder(operations.faxText),
	},
	{
		value: 'fieldExtraction',
		name: 'Field Extraction',
		description: 'Values that Fax AI reads from a fax, such as names and dates',
		operations: inOrder(operations.fieldExtraction, 'get', 'correct'),
	},
	{
		value: 'customField',
		name: 'Custom Field',
		description: 'Your own fields for Fax AI to extract',
		operations: inOrder(operations.customField, 'getAll', 'create', 'update'),
	},
	{
		value: 'aiCredit',
		name: 'AI Credit',
		description: 'The credits that Fax AI uses',
		operations: inOrder(operations.aiCredit),
	},
	{
		value: 'number',
		name: 'Number',
		description: 'The numbers of the account, and who uses them',
		operations: inOrder(operations.number, 'get', 'getAll', 'assign'),
	},
	{
		value: 'account',
		name: 'Account',
		description: 'The account, its plan, and what works with the credential',
		operations: inOrder(operations.account, 'get', 'getPlan', 'check'),
	},
	{
		value: 'accessToken',
		name: 'Access Token',
		description: 'The token of the credential, its scopes and its expiry date',
		operations: inOrder(operations.accessToken),
	},
	{
		value: 'member',
		name: 'Member',
		description: 'The people in a corporate account',
		operations: inOrder(operations.member, 'get', 'getAll', 'update'),
	},
	{
		value: 'contact',
		name: 'Contact',
		description: 'The contacts of the account',
		operations: inOrder(operations.contact),
	},
	{
		value: 'contactGroup',
		name: 'Contact Group',
		description: 'Groups of contacts',
		operations: inOrder(operations.contactGroup),
	},
	{
		value: 'shop',
		name: 'Shop',
		description: 'Fax numbers to buy, and the balance to pay for them',
		operations: inOrder(operations.shop, 'searchNumbers', 'getCountries', 'getAreas', 'getBalance'),
	},
	{
		value: 'webhookEndpoint',
		name: 'Webhook Endpoint',
		description: 'Addresses to which Fax.Plus sends fax events',
		operations: inOrder(operations.webhookEndpoint, 'check', 'getAll', 'create', 'update'),
	},
	{
		value: 'legacyHook',
		name: 'Legacy Hook (To Be Decommissioned)',
		description: 'The old kind of webhook, which Fax.Plus is going to switch off',
		operations: inOrder(operations.legacyHook, 'getAll', 'create'),
	},
];

/**
 * Returns the operations of a resource in the order people need them. Named ones come first, then the others, and last
 * those that can't be undone.
 */
function inOrder(operationsOf: Readonly<Record<string, Operation>>, ...names: string[]): Operation[] {
	const all = [...new Set([...names, ...Object.keys(operationsOf)])];
	const ordered = [...all.filter((name) => !LAST.has(name)), ...all.filter((name) => LAST.has(name))];
	return ordered.flatMap((name) => operationsOf[name] ?? []);
}
