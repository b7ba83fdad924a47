import type { Handler } from '../handler';
import { ok } from '../handler';

export const getToken: Handler = ({ caller: { token } }) => {
	if (token.type === 'oauth') return ok({ token_type: 'oauth', scopes: token.scopes });
	return ok({
		token_type: 'pat',
		scopes: token.scopes,
		id: `tok_${token.name}`,
		name: token.name,
		preview: `${token.value.slice(0, 12)}…`,
		created_date: token.createdAt,
		expiration_date: token.expiresAt,
		last_used: token.lastUsedAt,
	});
};
