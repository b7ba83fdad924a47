import type { INodeProperties } from 'n8n-workflow';

import type { FileType } from '../../fileOutput';

const PDF: FileType = { mimeType: 'application/pdf', extension: 'pdf' };
const TIFF: FileType = { mimeType: 'image/tiff', extension: 'tiff' };

/** By what documents begin with: a type in the header may be wrong, or be that of a page about an error. */
const DOCUMENTS: Array<[beginning: RegExp, type: FileType]> = [
	[/^%PDF-/, PDF],
	[/^(II[*+]\0|MM\0[*+])/, TIFF],
];

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

/** The type of the document that begins with some bytes; undefined for what is no document. */
export function documentType(_contentType: string, beginning: Uint8Array): FileType | undefined {
	const text = String.fromCharCode(...beginning);
	return DOCUMENTS.find(([pattern]) => pattern.test(text))?.[1];
}

/** The header that asks for a format, and takes the service's error object as well (docs/api.md, "Files"). */
export function accepting(format: string): string {
	return `${format === 'tiff' ? TIFF.mimeType : PDF.mimeType}, application/json`;
}
