import type { Resource } from '../operation';
import { accessToken } from './accessToken';
import { account } from './account';
import { aiCredit } from './aiCredit';
import { contact } from './contact';
import { contactGroup } from './contactGroup';
import { customField } from './customField';
import { fax } from './fax';
import { faxText } from './faxText';
import { fieldExtraction } from './fieldExtraction';
import { legacyHook } from './legacyHook';
import { member } from './member';
import { number } from './number';
import { outboxFax } from './outboxFax';
import { shop } from './shop';
import { webhookEndpoint } from './webhookEndpoint';

/** All resources of the action node, in the order in which people need them. */
export const resources: Resource[] = [
	fax,
	outboxFax,
	faxText,
	fieldExtraction,
	customField,
	aiCredit,
	number,
	account,
	accessToken,
	member,
	contact,
	contactGroup,
	shop,
	webhookEndpoint,
	legacyHook,
];

/** The resource that a new node has selected. */
export const presetResource = fax;
