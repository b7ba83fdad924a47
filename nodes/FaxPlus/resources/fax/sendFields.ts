import type { INodeProperties } from 'n8n-workflow';

import { faxIdField, listField, inField } from '../../fields/common';

export const costNotice: INodeProperties = {
	displayName:
		'Fax.Plus bills each started minute, also of attempts that fail, and blocks accounts of which too few faxes get through.',
	name: 'costNotice',
	type: 'notice',
	default: '',
};

export const guardsNotice: INodeProperties = {
	displayName:
		'Add guards below: a model can be talked into sending to others, or sends again what it has sent. "Refuse the Same Fax Within an Hour" keeps it from that.',
	name: 'guardsNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

export const fromField: INodeProperties = listField({
	displayName: 'From',
	name: 'from',
	description: 'Your number that the fax is sent from',
	placeholder: 'Select a number…',
	searchListMethod: 'searchOwnNumbers',
	byHand: {
		displayName: 'By Number',
		name: 'number',
		placeholder: 'e.g. +15550100000',
		hint: 'Of several numbers with commas, the service takes one at random for each recipient. A member without a number enters no_number.',
	},
});

export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15550100200, +41225550122',
	description:
		'Fax numbers to send to, in E.164 form, separated by commas, or an array from an expression; 4,000 at most. Each gets an output item of its own.',
};

export const sourceField: INodeProperties = {
	displayName: 'Document',
	name: 'source',
	type: 'options',
	options: [
		{ name: 'Files of the Item', value: 'files', description: 'Files in binary fields of the input item' },
		{ name: 'Text', value: 'text', description: 'A text, sent as a document' },
		{ name: 'Existing Fax', value: 'fax', description: 'The pages of a fax that has come or gone' },
	],
	default: 'files',
	description: 'What to send',
};

export const binaryPropertyNamesField: INodeProperties = {
	displayName: 'Input Data Field Name(s)',
	name: 'binaryPropertyNames',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data, attachment_0',
	hint: 'The names of the input binary fields with the files to send, in the order of the pages',
	description:
		'Separated by commas; "data" also stands for the only file of an item, whatever its name. Ten files at most, 150 MB in all. PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX.',
	displayOptions: inField(sourceField, 'files'),
};

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 5 },
	required: true,
	default: '',
	description: 'The text to send, as plain text',
	displayOptions: inField(sourceField, 'text'),
};

export const sentFaxIdField: INodeProperties = {
	...faxIdField,
	description: 'The fax whose pages are sent again, or onwards',
	displayOptions: inField(sourceField, 'fax'),
};
