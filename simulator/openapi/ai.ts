import { flag, json, listOf, object, operation, path, text } from './schema';
import type { Paths } from './schema';

const read = ['fax:all:read', 'fax:ai:read'];
const edit = ['fax:all:edit', 'fax:ai:edit'];
const faxOfUser = [path('user_id'), path('fax_id')];

const customField = object({ id: text, name: text, instructions: text, enabled: flag });

const fieldValues = { type: 'object', additionalProperties: text };
const extraction = json(object({ status: text, data: { ...fieldValues, type: ['object', 'null'] } }));
const ocr = json(object({ status: text, data: { type: ['string', 'null'] } }));

/** Fax AI: fields and text of faxes, credits, and the fields that are looked for. */
export const ai: Paths = {
	'/accounts/{user_id}/faxes/{fax_id}/ai/field-extraction': {
		get: operation({
			operationId: 'getFieldExtraction',
			scopes: read,
			parameters: faxOfUser,
			success: { '200': extraction },
		}),
		post: operation({
			operationId: 'requestFieldExtraction',
			scopes: edit,
			parameters: faxOfUser,
			success: { '200': extraction, '202': extraction },
		}),
		patch: operation({
			operationId: 'correctFieldExtraction',
			scopes: edit,
			parameters: faxOfUser,
			body: object({ data: fieldValues }),
			success: { '200': extraction },
		}),
	},
	'/accounts/{user_id}/faxes/{fax_id}/ai/ocr': {
		get: operation({
			operationId: 'getOcr',
			scopes: read,
			parameters: faxOfUser,
			success: { '200': ocr },
		}),
		post: operation({
			operationId: 'requestOcr',
			scopes: edit,
			parameters: faxOfUser,
			success: { '200': ocr, '202': ocr },
		}),
	},
	'/accounts/self/ai/credits': {
		get: operation({
			operationId: 'getAiCredits',
			scopes: ['fax:all:read', 'fax:ai:read'],
			success: {
				'200': json(
					object({
						credits_remaining: { type: 'integer' },
						usage: listOf(object({ feature: text, credits_used: { type: 'integer' } })),
						reload_at: { type: ['string', 'null'] },
					}),
				),
			},
		}),
	},
	'/accounts/self/ai/custom-fields': {
		get: operation({
			operationId: 'listCustomFields',
			scopes: ['fax:all:read', 'fax:ai_settings:read'],
			success: { '200': json(object({ records: listOf(customField) })) },
		}),
		post: operation({
			operationId: 'createCustomField',
			scopes: ['fax:all:edit', 'fax:ai_settings:edit'],
			admin: true,
			body: object({ name: text, instructions: text, enabled: flag }, ['name', 'instructions']),
			success: { '200': json(customField) },
		}),
	},
	'/accounts/self/ai/custom-fields/{field_id}': {
		patch: operation({
			operationId: 'updateCustomField',
			scopes: ['fax:all:edit', 'fax:ai_settings:edit'],
			admin: true,
			parameters: [path('field_id')],
			body: {
				...object({ name: text, instructions: text, enabled: flag }, []),
				minProperties: 1,
			},
			success: { '200': json(customField) },
		}),
	},
};
