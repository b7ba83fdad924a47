import type { Resource } from '../operation';
import { accessToken } from './accessToken';
import { checkOf } from './account/check';
import { get as getAccount } from './account/get';
import { getPlan } from './account/getPlan';
import { aiCredit } from './aiCredit';
import { contact } from './contact';
import { contactGroup } from './contactGroup';
import { customField } from './customField';
import { getAll as getFaxes } from './fax/getAll';
import * as faxFiles from './fax/files';
import * as faxRecord from './fax/record';
import { send } from './fax/send';
import { waitForResult } from './fax/waitForResult';
import { faxText } from './faxText';
import { fieldExtraction } from './fieldExtraction';
import { legacyHook } from './legacyHook';
import { member } from './member';
import { number } from './number';
import { outboxFax } from './outboxFax';
import * as shop from './shop/browse';
import { purchaseNumber } from './shop/purchaseNumber';
import { check as checkWebhookEndpoints } from './webhookEndpoint/check';
import * as endpoints from './webhookEndpoint/endpoints';

/** The resource that a new node has selected. */
export const presetResource: Resource = {
	value: 'fax',
	name: 'Fax',
	description: 'Send faxes, and work with those that have come or gone',
	operations: [
		send,
		waitForResult,
		faxRecord.get,
		getFaxes,
		faxFiles.download,
		faxFiles.getReport,
		faxFiles.getThumbnail,
		faxRecord.update,
		faxRecord.deletion,
	],
};

/** All resources of the action node, in the order in which people need them. */
export const resources: Resource[] = [
	presetResource,
	outboxFax,
	faxText,
	fieldExtraction,
	customField,
	aiCredit,
	number,
	{ value: 'account', name: 'Account', operations: [getAccount, getPlan, checkOf(() => resources)] },
	accessToken,
	member,
	contact,
	contactGroup,
	{
		value: 'shop',
		name: 'Shop',
		description: 'Fax numbers to buy, and the balance that pays for them',
		operations: [shop.searchNumbers, shop.getCountries, shop.getAreas, shop.getBalance, purchaseNumber],
	},
	{
		value: 'webhookEndpoint',
		name: 'Webhook Endpoint',
		description: 'Addresses that the service notifies of fax events',
		operations: [
			checkWebhookEndpoints,
			endpoints.getAll,
			endpoints.create,
			endpoints.update,
			endpoints.deletion,
		],
	},
	legacyHook,
];
