import type { INodeProperties } from 'n8n-workflow';

export const outboxFaxIdField: INodeProperties = {
	displayName: 'Outbox Fax ID',
	name: 'outboxFaxId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The fax that has not gone yet: from the list, or its ID',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select an outgoing fax…',
			typeOptions: { searchListMethod: 'searchOutboxFaxes', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 13a4afb0585345639733857e8f36df8d',
		},
	],
};
