import { field } from './field';

/** The format in which a document is wanted. */
export const formatField = field('options', 'Format', 'format', {
	options: [
		{ name: 'PDF', value: 'pdf' },
		{ name: 'TIFF', value: 'tiff', description: 'One file with all pages' },
	],
	default: 'pdf',
	description: 'The format of the file. The output says which one came.',
});

/** Where the file goes. */
export const outputFieldField = field('string', 'Put Output File in Field', 'binaryPropertyName', {
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
});
