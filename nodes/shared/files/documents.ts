import { pathPart } from '../values/paths';
import { formatOf } from './formatByBytes';
import { typeOf } from './formats';
import type { FileRequest, FileType } from './storeFile';

/** A fax whose files are asked for. */
export interface FaxName {
	/** Encoded as one part of a path. */
	userId: string;
	/** That of its record, or of its event. */
	faxId: string;
}

/** Asks for the pages of a fax, as `pdf` or `tiff` (docs/contributing/api.md, "Files"). */
export function documentRequest({ userId, faxId }: FaxName, format: string): FileRequest {
	return {
		path: `/accounts/${userId}/files/${pathPart(faxId, 'Fax')}`,
		qs: { format },
		accept: accepting(format),
		name: `fax-${faxId}`,
		noun: 'document',
		typeOf: documentType,
	};
}

/** Asks for the confirmation report of a fax (docs/contributing/api.md, "Files"). */
export function reportRequest({ userId, faxId }: FaxName): FileRequest {
	return {
		path: `/accounts/${userId}/report/${pathPart(faxId, 'Fax')}`,
		accept: accepting('pdf'),
		name: `fax-${faxId}-report`,
		noun: 'report',
		typeOf: documentType,
	};
}

/** By the first bytes: a type in the header may be wrong, or be that of a page about an error. */
function documentType(_contentType: string, beginning: Uint8Array): FileType | undefined {
	const format = formatOf(beginning);
	if (format === 'tiff') return typeOf(format);
	return format === 'pdf' || format === 'latePdf' ? typeOf('pdf') : undefined;
}

/** The header that asks for a format, and takes the service's error object as well (docs/contributing/api.md, "Files"). */
function accepting(format: string): string {
	return `${typeOf(format === 'tiff' ? 'tiff' : 'pdf').mimeType}, application/json`;
}
