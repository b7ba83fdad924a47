import { outputFieldField } from '../../../shared/editor/commonFields';
import type { FileType } from '../../../shared/files/storeFile';
import { faxIdField, userIdField } from '../../fields/common';
import type { ReadOperation } from '../../operation';

/** GET /accounts/{user_id}/thumbnail/{fax_id} (docs/api.md, "Operations") */
export const getThumbnail: ReadOperation = {
	value: 'getThumbnail',
	name: 'Get Thumbnail',
	action: 'Get thumbnail of fax',
	description: 'Download a small picture (JPEG) of a fax',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	fields: [faxIdField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/thumbnail/${call.pathId(faxIdField)}`;
		const request = { path, name: `fax-${faxId}`, noun: 'picture', typeOf: pictureType };
		const { binary } = await call.downloadFile(request);
		return [{ json: { faxId }, binary }];
	},
};

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
