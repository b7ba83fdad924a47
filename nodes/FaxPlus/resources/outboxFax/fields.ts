import type { INodeProperties } from 'n8n-workflow';
import { listField } from '../../fields/common';

export const outboxFaxIdField: INodeProperties = listField({
	displayName: 'Outbox Fax',
	name: 'outboxFaxId',
	description: 'The fax that has not gone yet: from the list, or its ID',
	placeholder: 'Select an outgoing fax…',
	searchListMethod: 'searchOutboxFaxes',
	byHand: { placeholder: 'e.g. 13a4afb0585345639733857e8f36df8d' },
});
