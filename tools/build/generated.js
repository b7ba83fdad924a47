// This is plain CommonJS, because the build needs it before anything is compiled.
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const RESOURCES = join(__dirname, '../../nodes/FaxPlus/resources');

/** Matches the export of an operation in a file of nodes/FaxPlus/resources/<resource>. */
const OPERATION = /^export const (\w+): (?:Read|Write|Staged)Operation(?:<.+>)? = /m;

/** All operations by resource, sorted by the names of their files. */
function operationFiles() {
	const folders = readdirSync(RESOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	return folders
		.map(({ name: resource }) => {
			const files = readdirSync(join(RESOURCES, resource)).sort();
			const operations = files.flatMap((file) => {
				const [, exported] = OPERATION.exec(readOrEmpty(join(RESOURCES, resource, file))) ?? [];
				return exported === undefined ? [] : [{ file: file.replace(/\.ts$/, ''), exported }];
			});
			return { resource, operations };
		})
		.sort((one, other) => (one.resource < other.resource ? -1 : 1));
}

function readOrEmpty(path) {
	return path.endsWith('.ts') ? readFileSync(path, 'utf8') : '';
}

/** The text of nodes/shared/version.ts. */
function versionText(version) {
	return [
		'/** The version of this package, which errors and checks show. `npm run generate` writes this file. */',
		`export const PACKAGE = 'n8n-nodes-faxplus ${version}';`,
		'',
	].join('\n');
}

/** The text of nodes/FaxPlus/resources/operations.ts. */
function operationsText() {
	const found = operationFiles();
	const nameOf = (resource, { file }) => `${resource}${file[0].toUpperCase()}${file.slice(1)}`;
	const imports = found.flatMap(({ resource, operations }) =>
		operations.map(
			(one) => `import { ${one.exported} as ${nameOf(resource, one)} } from './${resource}/${one.file}';`,
		),
	);
	const lists = found.map(({ resource, operations }) =>
		[
			`export const ${resource}: Operations = {`,
			...operations.map((one) => `\t${one.file}: ${nameOf(resource, one)},`),
			'};',
		].join('\n'),
	);
	return [
		'// `npm run generate` writes this file. It lists every file in the folders next to it that exports an operation.',
		"import type { Operation } from '../operation/operation';",
		...imports,
		'',
		'/** The operations of a resource, by the names of their files. */',
		'type Operations = Readonly<Record<string, Operation>>;',
		'',
		lists.join('\n\n'),
		'',
	].join('\n');
}

/** The JSON Schema of a type from nodes/FaxPlus/fields/output.ts. */
function schemaOf(type) {
	if (typeof type === 'string') {
		const [, simple, list, orNull] = /^(.+?)(\[\])?(\?)?$/.exec(type);
		const one =
			simple === 'texts by name'
				? { type: 'object', additionalProperties: { type: 'string' } }
				: { type: simple };
		return { ...(list ? { type: 'array', items: one } : one), ...(orNull && { nullable: true }) };
	}
	if (Array.isArray(type)) return { type: 'array', items: schemaOf(type[0]) };
	const properties = Object.entries(type).map(([name, inner]) => [name, schemaOf(inner)]);
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** The schema that n8n's editor shows for an operation's items before the node has run. */
function outputSchema(operation) {
	return { ...schemaOf(operation.output), version: 1 };
}

/** The schemas of all outputs of the node, by the names under which the surface records them. */
function outputSchemas(resources) {
	const named = resources.flatMap(({ value, operations }) =>
		operations.flatMap(({ value: operation, output, checkOutput }) => [
			[`${value}/${operation}`, outputSchema({ output })],
			...(checkOutput ? [[`${value}/${operation} check`, outputSchema({ output: checkOutput })]] : []),
		]),
	);
	return Object.fromEntries(named);
}

module.exports = { operationsText, outputSchema, outputSchemas, versionText };
