/** A JSON Schema. */
export type Schema = Record<string, unknown>;

interface Parameter {
	name: string;
	in: 'path' | 'query';
	required: boolean;
	schema: Schema;
}

interface Content {
	content?: Record<string, { schema?: Schema }>;
}

export type Response = Content & {
	description: string;
	/** Whether the body may be left out. */
	'x-optional-body'?: boolean;
};

export interface Operation {
	operationId: string;
	security: object[];
	/** Scopes of a personal access token, any of which permits the operation. */
	'x-scopes': string[];
	/** Whether it is for administrators. */
	'x-admin': boolean;
	parameters?: Parameter[];
	requestBody?: Content & { required: boolean };
	responses: Record<string, Response>;
}

export type Paths = Record<string, Record<string, Operation>>;

export const text: Schema = { type: 'string' };
export const whole: Schema = { type: 'integer', minimum: 0 };
export const flag: Schema = { type: 'boolean' };
/** A time in UTC. */
export const time: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' };
export const timeOrNull: Schema = { ...time, type: ['string', 'null'] };
/** A time in UTC that says so. */
export const zonedTime: Schema = {
	type: 'string',
	pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d [+]\\d{4}$',
};

/** An object with these properties and no others, all of them required unless said otherwise. */
export const object = (
	properties: Record<string, Schema>,
	required: string[] = Object.keys(properties),
): Schema => ({ type: 'object', properties, required, additionalProperties: false });

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

export const path = (name: string): Parameter => ({
	name,
	in: 'path',
	required: true,
	schema: { type: 'string', minLength: 1 },
});

export const query = (name: string, schema: Schema, required = false): Parameter => ({
	name,
	in: 'query',
	required,
	schema,
});

export const json = (schema: Schema): Response => ({
	description: 'Success',
	content: { 'application/json': { schema } },
});

export const binary = (...types: string[]): Response => ({
	description: 'The file',
	content: Object.fromEntries(types.map((type) => [type, {}])),
});

export const empty: Response = { description: 'Success, without a body' };

/** Where nothing is promised: no body, or an empty object. */
export const nothing: Record<string, Response> = { '204': empty, '200': json(object({})) };

const failure: Response = {
	description: 'Refusal or failure',
	content: { 'application/json': { schema: object({ error: text, description: text }) } },
};

interface OperationDescription {
	operationId: string;
	scopes?: string[];
	admin?: boolean;
	parameters?: Parameter[];
	body?: Schema;
	/** Content type of the body; JSON when left out. */
	bodyType?: string;
	success: Record<string, Response>;
}

export function operation({
	operationId,
	scopes,
	admin,
	parameters,
	body,
	bodyType = 'application/json',
	success,
}: OperationDescription): Operation {
	return {
		operationId,
		security: [{ bearer: [] }],
		'x-scopes': scopes ?? [],
		'x-admin': admin ?? false,
		...(parameters ? { parameters } : {}),
		...(body ? { requestBody: { required: true, content: { [bodyType]: { schema: body } } } } : {}),
		responses: { ...success, default: failure },
	};
}
