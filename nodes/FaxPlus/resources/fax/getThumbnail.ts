import type { INodeExecutionData } from 'n8n-workflow';

import { ServiceFault } from '../../../shared/service/faults';
import { faxIdField, userIdField } from '../../fields';
import type { Operation } from '../../operation';

/** GET /accounts/{user_id}/thumbnail/{fax_id} */
export const getThumbnail: Operation = {
	value: 'getThumbnail',
	name: 'Get Thumbnail',
	action: 'Get the thumbnail of a fax',
	description: 'Download a small picture (JPEG) of a fax',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	fields: [
		faxIdField,
		userIdField,
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name of the output binary field to put the file in',
		},
	],
	async execute(call) {
		const faxId = call.text('faxId');
		const path = `/accounts/${call.userId()}/thumbnail/${call.id('faxId', 'Fax ID')}`;
		const property = call.requiredText('binaryPropertyName', 'Put Output File in Field');
		return await call.download<INodeExecutionData[]>({ path }, async (stream, contentType) => {
			const file = await call.context.helpers.prepareBinaryData(
				stream,
				`fax-${faxId}.jpg`,
				pictureType(contentType),
			);
			return [{ json: { faxId }, binary: { [property]: file } }];
		});
	},
};

/** The type of the picture. Pages and error objects would come with types of their own. */
function pictureType(contentType = ''): string {
	if (/^image\//i.test(contentType)) return contentType.split(';')[0]?.trim() ?? contentType;
	if (!/^text\/|json|xml/i.test(contentType)) return 'image/jpeg';
	throw new ServiceFault(
		'The answer is not a picture, so it does not come from the service. Check the Base URL in the credential',
		'refused',
		200,
		'unexpected_answer',
	);
}
