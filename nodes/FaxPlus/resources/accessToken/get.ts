import { recordIn } from '../../../shared/service/answers';
import type { TokenInformation } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';

/** GET /auth/token (docs/api.md, "Operations") */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get the access token',
	description: 'Read which kind of token the credential uses, its scopes and when it expires',
	kind: 'read',
	scopes: [],
	fields: [],
	async execute(call) {
		return toItems([recordIn(await call.read<TokenInformation>({ path: '/auth/token' }))]);
	},
};
