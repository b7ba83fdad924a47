import { operations } from '../operations';
import type { OperationSketch } from './sketch';
import { json, matching, object, text, type Response, type Schema } from './schema';

export type { Response } from './schema';

export type Operation = ReturnType<typeof operation>;

const PATH_SCHEMAS: Record<string, Schema> = { country_code: matching('^[A-Z]{2}$') };

const failure: Response = {
	...json(object({ error: text, description: text })),
	description: 'Refusal or failure',
};

function operation(operationId: string, method: string, path: string, sketch: OperationSketch) {
	const { scopes, admin = false, query = {}, queryRequired: required = false, body, success } = sketch;
	const { bodyType = 'application/json' } = sketch;
	const kind = method === 'GET' ? 'read' : 'edit';
	const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
		...{ name, in: 'path', required: true },
		schema: PATH_SCHEMAS[name] ?? { type: 'string', minLength: 1 },
	}));
	const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required, schema }));
	return {
		operationId,
		security: [{ bearer: [] }],
		/** Scopes of a personal access token. Each of them permits the operation. */
		'x-scopes': scopes ? ['all', ...scopes].map((scope) => `fax:${scope}:${kind}`) : [],
		/** Whether only administrators may use the operation. */
		'x-admin': admin,
		parameters: [...inPath, ...inQuery],
		...(body ? { requestBody: { required: true, content: { [bodyType]: { schema: body } } } } : {}),
		responses: { ...success, default: failure } as Record<string, Response>,
	};
}

const paths: Record<string, Record<string, Operation>> = {};
for (const [id, { sketch }] of Object.entries(operations)) {
	const [method = '', path = ''] = sketch.at.split(' ');
	paths[path] = { ...paths[path], [method.toLowerCase()]: operation(id, method, path, sketch) };
}

/**
 * The Fax.Plus API as an OpenAPI 3.1 description, based on docs/contributing/api.md. The simulator checks every request and every
 * response against it. Paths are relative to the base URL, which ends in /v3.
 */
export const description = {
	openapi: '3.1.0',
	info: { title: 'Faxing service', version: '3.5.0' },
	servers: [{ url: '/v3' }],
	components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
	paths,
};
