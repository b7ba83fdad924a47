import { binary, json, object, operation, path, query, text } from './schema';
import type { Paths } from './schema';

const read = ['fax:all:read', 'fax:fax:read'];
const format = query('format', { type: 'string', enum: ['pdf', 'tiff'] });
const uploaded = json(object({ path: text }));

/** Files to be sent, and those of faxes: documents, reports and thumbnails. */
export const files: Paths = {
	'/accounts/{user_id}/files': {
		post: operation({
			operationId: 'uploadFile',
			scopes: ['fax:all:edit', 'fax:file:edit'],
			parameters: [path('user_id'), format],
			body: { type: 'object' },
			bodyType: 'multipart/form-data',
			success: { '200': uploaded, '201': uploaded },
		}),
	},
	'/accounts/{user_id}/files/{fax_id}': {
		get: operation({
			operationId: 'getFile',
			scopes: read,
			parameters: [path('user_id'), path('fax_id'), format],
			success: { '200': binary('application/pdf', 'image/tiff') },
		}),
	},
	'/accounts/{user_id}/report/{fax_id}': {
		get: operation({
			operationId: 'getFaxReport',
			scopes: read,
			parameters: [path('user_id'), path('fax_id')],
			success: { '200': binary('application/pdf') },
		}),
	},
	'/accounts/{user_id}/thumbnail/{fax_id}': {
		get: operation({
			operationId: 'getThumbnail',
			scopes: read,
			parameters: [path('user_id'), path('fax_id')],
			success: { '200': binary('image/jpeg') },
		}),
	},
};
