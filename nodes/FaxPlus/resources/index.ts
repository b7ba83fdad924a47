import type { Resource } from '../operation';
import { get as getAccessToken } from './accessToken/get';
import { checkOf } from './account/check';
import { get as getAccount } from './account/get';
import { getPlan } from './account/getPlan';
import { get as getAiCredit } from './aiCredit/get';
import { getAll as getContacts } from './contact/getAll';
import { deleteOperation as deleteContactGroup } from './contactGroup/delete';
import { share as shareContactGroups } from './contactGroup/share';
import { create as createCustomField } from './customField/create';
import { getAll as getCustomFields } from './customField/getAll';
import { update as updateCustomField } from './customField/update';
import { deleteOperation as deleteFax } from './fax/delete';
import { download } from './fax/download';
import { get as getFax } from './fax/get';
import { getAll as getFaxes } from './fax/getAll';
import { getReport } from './fax/getReport';
import { getThumbnail } from './fax/getThumbnail';
import { send } from './fax/send';
import { update as updateFax } from './fax/update';
import { waitForResult } from './fax/waitForResult';
import { get as getFaxText } from './faxText/get';
import { correct as correctFieldExtraction } from './fieldExtraction/correct';
import { get as getFieldExtraction } from './fieldExtraction/get';
import { create as createLegacyHook } from './legacyHook/create';
import { deleteOperation as deleteLegacyHook } from './legacyHook/delete';
import { getAll as getLegacyHooks } from './legacyHook/getAll';
import { get as getMember } from './member/get';
import { getAll as getMembers } from './member/getAll';
import { invite as inviteMembers } from './member/invite';
import { update as updateMember } from './member/update';
import { assign as assignNumber } from './number/assign';
import { get as getNumber } from './number/get';
import { getAll as getNumbers } from './number/getAll';
import { revoke as revokeNumber } from './number/revoke';
import { deleteOperation as deleteOutboxFax } from './outboxFax/delete';
import { get as getOutboxFax } from './outboxFax/get';
import { getAll as getOutboxFaxes } from './outboxFax/getAll';
import { update as updateOutboxFax } from './outboxFax/update';
import { getAreas } from './shop/getAreas';
import { getBalance } from './shop/getBalance';
import { getCountries } from './shop/getCountries';
import { purchaseNumber } from './shop/purchaseNumber';
import { searchNumbers } from './shop/searchNumbers';
import { check as checkWebhookEndpoints } from './webhookEndpoint/check';
import { create as createWebhookEndpoint } from './webhookEndpoint/create';
import { deleteOperation as deleteWebhookEndpoint } from './webhookEndpoint/delete';
import { getAll as getWebhookEndpoints } from './webhookEndpoint/getAll';
import { update as updateWebhookEndpoint } from './webhookEndpoint/update';

/** The resource that a new node has selected. */
export const presetResource: Resource = {
	value: 'fax',
	name: 'Fax',
	description: 'Send faxes, and work with those that have come or gone',
	operations: [
		send,
		waitForResult,
		getFax,
		getFaxes,
		download,
		getReport,
		getThumbnail,
		updateFax,
		deleteFax,
	],
};

/** All resources of the action node, in the order in which people need them. */
export const resources: Resource[] = [
	presetResource,
	{
		value: 'outboxFax',
		name: 'Outbox Fax',
		description: 'Outgoing faxes that have not gone yet',
		operations: [getOutboxFax, getOutboxFaxes, updateOutboxFax, deleteOutboxFax],
	},
	{
		value: 'faxText',
		name: 'Fax Text',
		description: 'The text on the pages of a fax, as Fax AI recognises it',
		operations: [getFaxText],
	},
	{
		value: 'fieldExtraction',
		name: 'Field Extraction',
		operations: [getFieldExtraction, correctFieldExtraction],
	},
	{
		value: 'customField',
		name: 'Custom Field',
		description: 'Fields that Fax AI extracts from faxes',
		operations: [getCustomFields, createCustomField, updateCustomField],
	},
	{ value: 'aiCredit', name: 'AI Credit', operations: [getAiCredit] },
	{
		value: 'number',
		name: 'Number',
		description: 'The numbers of the account, and the members who use them',
		operations: [getNumber, getNumbers, assignNumber, revokeNumber],
	},
	{ value: 'account', name: 'Account', operations: [getAccount, getPlan, checkOf(() => resources)] },
	{ value: 'accessToken', name: 'Access Token', operations: [getAccessToken] },
	{
		value: 'member',
		name: 'Member',
		operations: [getMember, getMembers, updateMember, inviteMembers],
	},
	{ value: 'contact', name: 'Contact', operations: [getContacts] },
	{
		value: 'contactGroup',
		name: 'Contact Group',
		operations: [shareContactGroups, deleteContactGroup],
	},
	{
		value: 'shop',
		name: 'Shop',
		description: 'Fax numbers to buy, and the balance that pays for them',
		operations: [searchNumbers, getCountries, getAreas, getBalance, purchaseNumber],
	},
	{
		value: 'webhookEndpoint',
		name: 'Webhook Endpoint',
		description: 'Addresses that the service notifies of fax events',
		operations: [
			checkWebhookEndpoints,
			getWebhookEndpoints,
			createWebhookEndpoint,
			updateWebhookEndpoint,
			deleteWebhookEndpoint,
		],
	},
	{
		value: 'legacyHook',
		name: 'Legacy Hook (To Be Decommissioned)',
		description: 'The old way to be notified, to be switched off by the service',
		operations: [getLegacyHooks, createLegacyHook, deleteLegacyHook],
	},
];
