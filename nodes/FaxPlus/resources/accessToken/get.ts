import { recordAt } from '../../../shared/http/answers';
import { GET, toItems, type ReadOperation } from '../../operation/operation';

/** GET /auth/token (docs/contributing/api.md, "Operations") */
export const get: ReadOperation = {
	...GET,
	action: 'Get access token',
	description: "Read the type, the scopes and the expiry date of the credential's token",
	scopes: [],
	output: {
		token_type: 'string',
		scopes: 'string[]',
		id: 'string',
		name: 'string',
		preview: 'string',
		created_date: 'integer',
		expiration_date: 'integer',
		last_used: 'integer',
	},
	fields: [],
	async execute(call) {
		return toItems([await recordAt(call, '/auth/token')]);
	},
};
