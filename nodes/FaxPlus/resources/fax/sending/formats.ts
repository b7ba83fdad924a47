import { InputError } from '../../../../shared/values/inputError';

/** The formats that the service takes (docs/api.md, "Sending"), by the ends of file names. */
const TYPES: Readonly<Record<string, string>> = {
	pdf: 'application/pdf',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	txt: 'text/plain',
	rtf: 'application/rtf',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
	tif: 'image/tiff',
	tiff: 'image/tiff',
	xls: 'application/vnd.ms-excel',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const EXTENSIONS = new Map(
	[...Object.entries(TYPES), ['rtf', 'text/rtf'] as const].map(([extension, type]) => [type, extension]),
);

/** Names a file so that the service knows its format: by the end of its name, else by its media type. */
export function nameWithFormat(fileName: string, mimeType = ''): { name: string; type: string } {
	const name = (fileName.split(/[/\\]/).pop() ?? fileName).replace(/[\r\n"]/g, '_');
	const byName = TYPES[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
	if (byName !== undefined) return { name, type: byName };
	const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
	const extension = EXTENSIONS.get(type);
	if (extension !== undefined) return { name: `${name}.${extension}`, type };
	throw new InputError(
		`The file "${fileName}" (${mimeType || 'of no type'}) is of a format that cannot be faxed. Send PDF, DOC, DOCX, TXT, RTF, JPG, PNG, TIFF, XLS or XLSX.`,
	);
}
