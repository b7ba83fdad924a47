import type { INodeProperties } from 'n8n-workflow';

import { ServiceFault } from '../../../shared/service/faults';
import { faxIdField, userIdField } from '../../fields';
import type { ReadOperation } from '../../operation';

const outputFieldField: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'The name of the output binary field to put the file in',
};

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
	fields: [faxIdField, userIdField, outputFieldField],
	async execute(call) {
		const faxId = call.id(faxIdField);
		const path = `/accounts/${call.userId()}/thumbnail/${call.pathId(faxIdField)}`;
		const property = call.requiredText(outputFieldField);
		const file = await call.download({ path }, async (stream, contentType) => {
			const type = pictureType(contentType);
			const name = `fax-${faxId}.${extensionOf(type)}`;
			return await call.context.helpers.prepareBinaryData(stream, name, type);
		});
		if (file.bytes === 0) throw notAPicture('The service answered without a picture');
		return [{ json: { faxId }, binary: { [property]: file } }];
	},
};

/** The type of the picture. Pages and error objects would come with types of their own. */
function pictureType(contentType = ''): string {
	if (/^image\//i.test(contentType)) return contentType.split(';')[0]?.trim().toLowerCase() ?? contentType;
	if (!/^text\/|json|xml/i.test(contentType)) return 'image/jpeg';
	throw notAPicture('The answer is not a picture, so it does not come from the service');
}

/** What files of a type end in, such as jpg for image/jpeg and svg for image/svg+xml. */
function extensionOf(type: string): string {
	const subtype = /^image\/([a-z0-9]+)/.exec(type)?.[1] ?? 'jpeg';
	return subtype === 'jpeg' ? 'jpg' : subtype;
}

function notAPicture(message: string): ServiceFault {
	return new ServiceFault(message, 'refused', 200, 'unexpected_answer');
}
