import { pathPart } from '../values/paths';
import { formatOf } from './formatByBytes';
import { typeOf } from './formats';
import type { FileRequest, FileType } from './storeFile';

/** A fax whose files are requested. */
export interface FaxName {
	/** User whose fax it is, encoded as one part of a path. */
	userId: string;
	/** ID from the record or the event of the fax. */
	faxId: string;
}

/** Requests the pages of a fax, as `pdf` or `tiff` (docs/contributing/api.md, "Files"). */
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

/** Requests the confirmation report of a fax (docs/contributing/api.md, "Files"). */
export function reportRequest({ userId, faxId }: FaxName): FileRequest {
	return {
		path: `/accounts/${userId}/report/${pathPart(faxId, 'Fax')}`,
		accept: accepting('pdf'),
		name: `fax-${faxId}-report`,
		noun: 'report',
		typeOf: documentType,
	};
}

/** Reads the type from the first bytes, because the type in the header may be wrong, or belong to an error page. */
function documentType(_contentType: string, start: Uint8Array): FileType | undefined {
	const format = formatOf(start);
	if (format === 'tiff') return typeOf(format);
	return format === 'pdf' || format === 'latePdf' ? typeOf('pdf') : undefined;
}

/**
 * Returns the header that requests a format, and also accepts a Fax.Plus error object (docs/contributing/api.md, "Files").
 */
function accepting(format: string): string {
	return `${typeOf(format === 'tiff' ? 'tiff' : 'pdf').mimeType}, application/json`;
}
