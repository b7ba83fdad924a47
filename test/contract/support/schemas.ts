import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from './package';

/** The output of a node as n8n's editor knows it before the first run. */
export interface OutputSchema {
	type?: string | string[];
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
	additionalProperties?: OutputSchema;
	version?: number;
}

export const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['version'] });

/** Returns the names of the properties at every depth, such as `usage[].feature`. */
export function declaredPaths(schema: OutputSchema, at = ''): string[] {
	if (schema.items) return declaredPaths(schema.items, `${at}[]`);
	return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
		const path = at === '' ? name : `${at}.${name}`;
		return [path, ...declaredPaths(property, path)];
	});
}

/**
 * Expects that an item has all properties of one of the package's schemas, and no others. `isBeside` allows additional
 * ones.
 */
export function expectDeclared(file: string, item: unknown, isNextTo?: (path: string) => boolean): void {
	const schema = JSON.parse(readFileSync(join(packageRoot, 'dist/nodes', file), 'utf8')) as OutputSchema;
	const validate = ajv.compile(schema as object);
	expect(validate(item) ? [] : validate.errors).toEqual([]);
	const present = presentPaths(item, schema).filter((path) => !isNextTo?.(path));
	expect(present.sort()).toEqual(declaredPaths(schema).sort());
}

/** Returns the names of a value's properties at every depth, except inside properties that the schema leaves open. */
export function presentPaths(value: unknown, schema: OutputSchema | undefined, at = ''): string[] {
	if (schema?.additionalProperties) return [];
	if (Array.isArray(value)) return value.flatMap((entry) => presentPaths(entry, schema?.items, `${at}[]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, property]) => {
		const path = at === '' ? name : `${at}.${name}`;
		return [path, ...presentPaths(property, schema?.properties?.[name], path)];
	});
}
