import { accounts } from './accounts';
import { ai } from './ai';
import { contacts } from './contacts';
import { faxes } from './faxes';
import { files } from './files';
import { numbers } from './numbers';
import { outbox } from './outbox';
import type { Paths } from './schema';
import { shop } from './shop';
import { webhooks } from './webhooks';

export type { Operation, Response } from './schema';

const paths: Paths = {
	...accounts,
	...contacts,
	...files,
	...outbox,
	...faxes,
	...ai,
	...numbers,
	...shop,
	...webhooks,
};

/**
 * The faxing service as an OpenAPI 3.1 description, written from docs/api.md. The simulator checks every request and
 * every answer against it. `x-scopes` lists the scopes of a personal access token, any of which permits the operation;
 * `x-admin` marks operations for administrators. Paths are relative to the base URL, which ends in /v3.
 */
export const description = {
	openapi: '3.1.0',
	info: { title: 'Faxing service', version: '3.5.0' },
	servers: [{ url: '/v3' }],
	components: {
		securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
	},
	paths,
};
