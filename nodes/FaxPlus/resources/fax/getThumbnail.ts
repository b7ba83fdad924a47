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

/** By what begins what is certain to be no picture: documents, pages about errors, JSON. */
const NO_PICTURE = /^(%PDF-|\s*[<{[])/;

/** The type of a picture, by its first bytes, else as the header tells it. */
function pictureType(contentType: string, beginning: Uint8Array): FileType | undefined {
	const format = formatOf(beginning);
	if (format === 'jpg' || format === 'png') return typeOf(format);
	const text = String.fromCharCode(...beginning);
	const [, subtype = ''] = /^image\/([a-z0-9][^;\s]*)/i.exec(contentType) ?? [];
	const isText = subtype === '' && /^text\/|json|xml/i.test(contentType);
	if (isText || (NO_PICTURE.test(text) && !/^svg/i.test(subtype))) return undefined;
	const mimeType = `image/${subtype.toLowerCase() || 'jpeg'}`;
	const [, name = ''] = /\/([a-z0-9]+)/.exec(mimeType) ?? [];
	return { mimeType, extension: name === 'jpeg' ? 'jpg' : name };
}
