import { outputFieldField } from '../../../shared/editor/commonFields';
import { formatOf } from '../../../shared/files/formatByBytes';
import { typeOf } from '../../../shared/files/formats';
import type { FileType } from '../../../shared/files/storeFile';
import { faxIdField, userIdField } from '../../fields/common';
import type { ReadOperation } from '../../operation/operation';

/** GET /accounts/{user_id}/thumbnail/{fax_id} (docs/contributing/api.md, "Operations") */
export const getThumbnail: ReadOperation = {
	value: 'getThumbnail',
	name: 'Get Thumbnail',
	action: 'Get thumbnail of fax',
	description: 'Download a small picture of a fax, as a JPEG file',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	output: { id: 'string' },
	fields: [faxIdField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/thumbnail/${call.pathId(faxIdField)}`;
		const request = { path, name: `fax-${faxId}`, noun: 'picture', typeOf: pictureType };
		const { binary } = await call.downloadFile(request);
		return [{ json: { id: faxId }, binary }];
	},
};

/** The start of a file that certainly isn't a picture, such as a document, an error page or JSON. */
const NO_PICTURE = /^(%PDF-|\s*[<{[])/;

/**
 * Returns the type of a picture, from its first bytes or, if they don't show it, from the header. The type is undefined if
 * the file isn't a picture.
 */
function pictureType(contentType: string, start: Uint8Array): FileType | undefined {
	const format = formatOf(start);
	if (format === 'jpg' || format === 'png') return typeOf(format);
	const text = String.fromCharCode(...start);
	const [, subtype = ''] = /^image\/([a-z0-9][^;\s]*)/i.exec(contentType) ?? [];
	const isText = subtype === '' && /^text\/|json|xml/i.test(contentType);
	if (isText || (NO_PICTURE.test(text) && !/^svg/i.test(subtype))) return undefined;
	const mimeType = `image/${subtype.toLowerCase() || 'jpeg'}`;
	const [, name = ''] = /\/([a-z0-9]+)/.exec(mimeType) ?? [];
	return { mimeType, extension: name === 'jpeg' ? 'jpg' : name };
}
