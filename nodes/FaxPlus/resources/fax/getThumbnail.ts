import { outputFieldField } from '../../../shared/editor/fileFields';
import type { FileType } from '../../../shared/files/storeFile';
import { faxIdField, userIdField } from '../../fields/common';
import { downloadFile } from '../../fileOutput';
import type { ReadOperation } from '../../operation';

/** GET /accounts/{user_id}/thumbnail/{fax_id} (docs/api.md, "Operations") */
export const getThumbnail: ReadOperation = {
	value: 'getThumbnail',
	name: 'Get Thumbnail',
	action: 'Get the thumbnail of a fax',
	description: 'Download a small picture (JPEG) of a fax',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	fields: [faxIdField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/thumbnail/${call.pathId(faxIdField)}`;
		const { binary } = await downloadFile(call, {
			path,
			name: `fax-${faxId}`,
			noun: 'picture',
			typeOf: pictureType,
		});
		return [{ json: { faxId }, binary }];
	},
};

/** The type of a picture, as the header tells it. Pages and error objects come with types of their own. */
function pictureType(contentType: string): FileType | undefined {
	const [, subtype = ''] = /^image\/([a-z0-9][^;\s]*)/i.exec(contentType) ?? [];
	if (subtype === '' && /^text\/|json|xml/i.test(contentType)) return undefined;
	const mimeType = `image/${subtype.toLowerCase() || 'jpeg'}`;
	const [, name = ''] = /\/([a-z0-9]+)/.exec(mimeType) ?? [];
	return { mimeType, extension: name === 'jpeg' ? 'jpg' : name };
}
