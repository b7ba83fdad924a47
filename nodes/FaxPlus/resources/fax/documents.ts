import type { INodeProperties } from 'n8n-workflow';

import type { FileRequest, FileType } from '../../fileOutput';
import type { ReadCall } from '../../itemCall';

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

/** Asks for the pages of the fax that a field names (docs/api.md, "Files"). */
export function documentRequest(call: ReadCall, faxField: INodeProperties, format: string): FileRequest {
	return {
		path: `/accounts/${call.userId()}/files/${call.pathId(faxField)}`,
		qs: { format },
		accept: accepting(format),
		name: `fax-${call.id(faxField)}`,
		noun: 'document',
		typeOf: documentType,
	};
}

/** Asks for the confirmation report of the fax that a field names (docs/api.md, "Files"). */
export function reportRequest(call: ReadCall, faxField: INodeProperties): FileRequest {
	return {
		path: `/accounts/${call.userId()}/report/${call.pathId(faxField)}`,
		accept: accepting('pdf'),
		name: `fax-${call.id(faxField)}-report`,
		noun: 'report',
		typeOf: documentType,
	};
}

/** The type of the document that begins with some bytes; undefined for what is no document. */
function documentType(_contentType: string, beginning: Uint8Array): FileType | undefined {
	const text = String.fromCharCode(...beginning);
	return DOCUMENTS.find(([pattern]) => pattern.test(text))?.[1];
}

/** The header that asks for a format, and takes the service's error object as well (docs/api.md, "Files"). */
function accepting(format: string): string {
	return `${format === 'tiff' ? TIFF.mimeType : PDF.mimeType}, application/json`;
}
