import type { INodeExecutionData } from 'n8n-workflow';

import { formatField, outputFieldField } from '../../../shared/editor/fileFields';
import { documentRequest, reportRequest } from '../../../shared/files/documents';
import { storeFile, type FileRequest, type FileType } from '../../../shared/files/storeFile';
import { faxIdField, userIdField } from '../../fields/common';
import type { ReadCall } from '../../itemCall';
import type { ReadOperation } from '../../operation';

const ofFax = {
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
} as const;

/** GET /accounts/{user_id}/files/{fax_id} (docs/api.md, "Files") */
export const download: ReadOperation = {
	value: 'download',
	name: 'Download',
	action: 'Download pages of fax',
	description: 'Download the pages of a fax that has come or gone, as a PDF or TIFF file',
	...ofFax,
	fields: [faxIdField, formatField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const format = call.choice(formatField);
		const { type, binary } = await stored(call, documentRequest({ userId: call.userId(), faxId }, format));
		return [{ json: { faxId, format: type.extension }, binary }];
	},
};

/** GET /accounts/{user_id}/report/{fax_id} (docs/api.md, "Files") */
export const getReport: ReadOperation = {
	value: 'getReport',
	name: 'Get Report',
	action: 'Download confirmation report of fax',
	description: 'Download the report (PDF) that tells whether and when a fax was sent',
	...ofFax,
	fields: [faxIdField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const { type, binary } = await stored(call, reportRequest({ userId: call.userId(), faxId }));
		return [{ json: { faxId, format: type.extension }, binary }];
	},
};

/** GET /accounts/{user_id}/thumbnail/{fax_id} (docs/api.md, "Operations") */
export const getThumbnail: ReadOperation = {
	value: 'getThumbnail',
	name: 'Get Thumbnail',
	action: 'Get thumbnail of fax',
	description: 'Download a small picture (JPEG) of a fax',
	...ofFax,
	fields: [faxIdField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/thumbnail/${call.pathId(faxIdField)}`;
		const { binary } = await stored(call, {
			path,
			name: `fax-${faxId}`,
			noun: 'picture',
			typeOf: pictureType,
		});
		return [{ json: { faxId }, binary }];
	},
};

/** Streams a file of the service into the output field that the user named; see storeFile. */
async function stored(
	call: ReadCall,
	request: FileRequest,
): Promise<{ type: FileType; binary: NonNullable<INodeExecutionData['binary']> }> {
	const property = call.requiredText(outputFieldField);
	const { type, file } = await storeFile(call, call.context.helpers, request);
	return { type, binary: { [property]: file } };
}

/** By what pictures begin, as far as is told here; others go by the header. */
const PICTURES: ReadonlyArray<[beginning: RegExp, type: FileType]> = [
	[/^\u00FF\u00D8\u00FF/, { mimeType: 'image/jpeg', extension: 'jpg' }],
	[/^\u0089PNG/, { mimeType: 'image/png', extension: 'png' }],
];

/** By what begins what is certain to be no picture: documents, pages about errors, JSON. */
const NO_PICTURE = /^(%PDF-|\s*[<{[])/;

/** The type of a picture, by its first bytes, else as the header tells it. */
function pictureType(contentType: string, beginning: Uint8Array): FileType | undefined {
	const text = String.fromCharCode(...beginning);
	const known = PICTURES.find(([pattern]) => pattern.test(text));
	if (known) return known[1];
	const [, subtype = ''] = /^image\/([a-z0-9][^;\s]*)/i.exec(contentType) ?? [];
	const isText = subtype === '' && /^text\/|json|xml/i.test(contentType);
	if (isText || (NO_PICTURE.test(text) && !/^svg/i.test(subtype))) return undefined;
	const mimeType = `image/${subtype.toLowerCase() || 'jpeg'}`;
	const [, name = ''] = /\/([a-z0-9]+)/.exec(mimeType) ?? [];
	return { mimeType, extension: name === 'jpeg' ? 'jpg' : name };
}
