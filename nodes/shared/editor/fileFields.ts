import type { INodeProperties } from 'n8n-workflow';

/** The format in which a document is wanted. */
export const formatField: INodeProperties = {
	displayName: 'Format',
	name: 'format',
	type: 'options',
	options: [
		{ name: 'PDF', value: 'pdf' },
		{ name: 'TIFF', value: 'tiff', description: 'One file with all pages' },
	],
	default: 'pdf',
	description: 'The format of the file. The output says which one came.',
};

/** Where the file goes. */
export const outputFieldField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
};
