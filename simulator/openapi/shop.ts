import { json, listOf, object, operation, path, query, text } from './schema';
import type { Paths } from './schema';

const numberOffer = object({
	type: text,
	currency: text,
	availability: text,
	item: object({
		id: text,
		country: text,
		number: text,
		country_code: text,
		geographic_area: object({ area_code: text, geographic_area: text, city: text }),
	}),
	price: { type: 'number' },
	monthly_fee: { type: 'number' },
	number_of_months: { type: 'integer' },
});

const country = { ...path('country_code'), schema: { type: 'string', pattern: '^[A-Z]{2}$' } };

/** The number shop. */
export const shop: Paths = {
	'/shop/balance': {
		get: operation({
			operationId: 'getBalance',
			scopes: ['fax:all:read', 'fax:shop:read'],
			success: { '200': json(object({ amount: { type: 'number' }, currency: text })) },
		}),
	},
	'/shop/numbers/countries': {
		get: operation({
			operationId: 'listCountries',
			scopes: ['fax:all:read', 'fax:shop:read'],
			success: {
				'200': json(
					object({
						countries: listOf(object({ iso: text, name: text, is_available: { type: 'boolean' } })),
					}),
				),
			},
		}),
	},
	'/shop/numbers/countries/{country_code}/areas': {
		get: operation({
			operationId: 'listAreas',
			scopes: ['fax:all:read', 'fax:shop:read'],
			parameters: [country],
			success: {
				'200': json(object({ areas: listOf(object({ calling_code: text, city: text, state: text })) })),
			},
		}),
	},
	'/shop/numbers/countries/{country_code}/areas/{calling_code}/numbers': {
		get: operation({
			operationId: 'searchNumbers',
			scopes: ['fax:all:read', 'fax:shop:read'],
			parameters: [
				country,
				path('calling_code'),
				query('channel', { type: 'string', enum: ['random', 'custom'] }),
				query('contains', { type: 'string', pattern: '^[0-9]*$' }),
			],
			success: { '200': json(object({ numbers: listOf(numberOffer) })) },
		}),
	},
	'/shop/numbers/purchase': {
		post: operation({
			operationId: 'purchaseNumber',
			scopes: ['fax:all:edit', 'fax:shop:edit'],
			body: object({ item_id: text }),
			success: { '200': json(object({ number: text })) },
		}),
	},
};
