import Ajv from 'ajv';

/** What n8n's editor knows of a node's output before it has run. */
export interface OutputSchema {
	type?: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	additionalProperties?: OutputSchema;
	version?: number;
}

export const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['version'] });

/** Names of the properties at every depth, such as `usage[].feature`. */
export function declaredPaths(schema: OutputSchema, at = ''): string[] {
	if (schema.items) return declaredPaths(schema.items, `${at}[]`);
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
		const path = at === '' ? name : `${at}.${name}`;
		return [path, ...declaredPaths(property, path)];
	});
}

/** The same of a value, but for properties that the schema leaves open. */
export function presentPaths(value: unknown, schema: OutputSchema | undefined, at = ''): string[] {
	if (schema?.additionalProperties) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => presentPaths(entry, schema?.items, `${at}[]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, property]) => {
		const path = at === '' ? name : `${at}.${name}`;
		return [path, ...presentPaths(property, schema?.properties?.[name], path)];
	});
}
