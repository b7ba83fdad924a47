import { recordAt } from '../../shared/http/answers';
import { GET, toItems, type ReadOperation, type Resource } from '../operation';

/** GET /auth/token (docs/api.md, "Operations") */
const get: ReadOperation = {
	...GET,
	action: 'Get access token',
	description: 'Read which kind of token the credential uses, its scopes and when it expires',
	scopes: [],
	fields: [],
	execute: async (call) => toItems([await recordAt(call, '/auth/token')]),
};

export const accessToken: Resource = { value: 'accessToken', name: 'Access Token', operations: [get] };
