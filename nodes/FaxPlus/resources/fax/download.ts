import { formatField, outputFieldField } from '../../../shared/editor/commonFields';
import { markAsRead, markAsReadField } from '../../../shared/faxes/marking';
import { documentRequest } from '../../../shared/files/documents';
import { faxIdField, userIdField } from '../../fields/common';
import type { ReadOperation } from '../../operation/operation';

/** GET /accounts/{user_id}/files/{fax_id} (docs/contributing/api.md, "Files"). It then marks the fax as read, if the user wants. */
export const download: ReadOperation = {
	value: 'download',
	name: 'Download',
	action: 'Download pages of fax',
	description: 'Download the pages of a received or sent fax, as a PDF or TIFF file',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	output: { id: 'string', format: 'string' },
	fields: [faxIdField, formatField, outputFieldField, markAsReadField],
	async execute(call, marks) {
		const faxId = call.id(faxIdField);
		const format = call.choice(formatField);
		const fax = { userId: call.userId(), faxId };
		const isMarked = call.isOn(markAsReadField);
		const { type, binary } = await call.downloadFile(documentRequest(fax, format));
		if (isMarked) await markAsRead(call.context, marks, fax);
		return [{ json: { id: faxId, format: type.extension }, binary }];
	},
};
