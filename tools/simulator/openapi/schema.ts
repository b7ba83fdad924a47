export type Schema = Record<string, unknown>;

export interface Response {
	description: string;
	content?: Record<string, { schema?: Schema }>;
	/** Whether the body can be missing. */
	'x-optional-body'?: boolean;
}

export const text: Schema = { type: 'string' };
export const textOrNull: Schema = { type: ['string', 'null'] };
export const number: Schema = { type: 'number' };
export const integer: Schema = { type: 'integer' };
export const whole: Schema = { type: 'integer', minimum: 0 };
export const flag: Schema = { type: 'boolean' };
/** A time in UTC without an offset. */
export const time: Schema = matching('^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$');
export const timeOrNull: Schema = { ...time, type: ['string', 'null'] };
/** A time in UTC with its offset. */
export const zonedTime = matching('^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d [+]\\d{4}$');

export function matching(pattern: string): Schema {
	return { type: 'string', pattern };
}

export const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });

/** An object with only these properties. By default, all of them are required. */
export const object = (
	properties: Record<string, Schema>,
	required: string[] = Object.keys(properties),
): Schema => ({ type: 'object', properties, required, additionalProperties: false });

/** Several properties of the same type. */
export const each = (names: string, kind: Schema): Record<string, Schema> =>
	Object.fromEntries(names.split(' ').map((name) => [name, kind]));

export const listOf = (items: Schema): Schema => ({ type: 'array', items });

export const json = (schema: Schema): Response => ({
	description: 'Success',
	content: { 'application/json': { schema } },
});

/** A successful response with a JSON body. */
export const success = (schema: Schema): Record<string, Response> => ({ '200': json(schema) });

export const file = (...types: string[]): Record<string, Response> => ({
	'200': { description: 'The file', content: Object.fromEntries(types.map((type) => [type, {}])) },
});

export const empty: Response = { description: 'Success, without a body' };

/** A response without a documented body: either no body or an empty object. */
export const nothing: Record<string, Response> = { '204': empty, ...success(object({})) };
