import { recordAt } from '../../../shared/http/answers';
import { GET, toItems, type ReadOperation } from '../../operation/operation';

/** GET /auth/token (docs/contributing/api.md, "Operations") */
export const get: ReadOperation = {
	...GET,
	action: 'Get access token',
	description: 'Read which kind of token the credential uses, its scopes and when it expires',
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
