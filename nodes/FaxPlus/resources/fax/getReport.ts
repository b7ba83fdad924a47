import { outputFieldField } from '../../../shared/editor/commonFields';
import { reportRequest } from '../../../shared/files/documents';
import { faxIdField, userIdField } from '../../fields/common';
import type { ReadOperation } from '../../operation/operation';

/** GET /accounts/{user_id}/report/{fax_id} (docs/contributing/api.md, "Files") */
export const getReport: ReadOperation = {
	value: 'getReport',
	name: 'Get Report',
	action: 'Download confirmation report of fax',
	description: 'Download the confirmation report of a fax, as a PDF file',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	output: { id: 'string', format: 'string' },
	fields: [faxIdField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const { type, binary } = await call.downloadFile(reportRequest({ userId: call.userId(), faxId }));
		return [{ json: { id: faxId, format: type.extension }, binary }];
	},
};
