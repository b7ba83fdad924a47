const { isDeepStrictEqual } = require('node:util');

/** The file that records the surface. Lines are only ever added to it. */
const SURFACE = 'docs/contributing/surface.txt';

/** Types of fields that may be empty. A workflow that left one empty stops running if the field becomes required. */
const FILLED_IN = ['string', 'resourceLocator', 'dateTime', 'multiOptions', 'json'];

/** Properties that decide how n8n runs a node. */
const ROLES = ['polling', 'usableAsTool'];

/** Conditions that name the operations for which a field is shown. */
const PLACE = ['resource', 'operation'];

/**
 * Everything that saved workflows, expressions and credentials depend on, as sorted lines.
 *
 * @param {object} parts
 * @param {object[]} parts.nodes node descriptions
 * @param {object[]} parts.credentials credential types
 * @param {Record<string, object>} parts.outputs the JSON Schema of each kind of output, by its name
 */
function surfaceLines({ nodes, credentials, outputs }) {
	const lines = [
		...nodes.flatMap(linesOfNode),
		...credentials.flatMap(({ name, extends: parents = [], properties }) => [
			`credential ${name}`,
			...parents.map((parent) => `credential ${name} extends ${parent}`),
			...linesOfFields(`credential ${name}`, properties),
		]),
		...Object.entries(outputs).flatMap(([name, schema]) => linesOfOutput(`output ${name}`, schema)),
	];
	return [...new Set(lines)].sort();
}

function linesOfNode(node) {
	const { name, version, credentials = [], inputs, outputs, webhooks = [], properties } = node;
	const facts = [
		...[version].flat().map((one) => `version ${one}`),
		...credentials.flatMap((one) =>
			placesOf(one).flatMap((place) => {
				const line = `credential ${one.name}${place}`;
				return one.required ? [line] : [line, `${line} may be missing`];
			}),
		),
		...webhooks.map((one) => `webhook ${one.httpMethod} ${one.path}`),
		...inputs.map((type, at) => `input ${at} ${type}`),
		...outputs.map((type, at) => `output ${at} ${type}`),
		...ROLES.filter((role) => node[role]),
	];
	return [...facts.map((fact) => `node ${name} ${fact}`), ...linesOfFields(`node ${name}`, properties)];
}

/** Lines for each field, for each value that it offers, and for each field inside it. */
function linesOfFields(owner, fields) {
	return fields
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) => placesOf(field).flatMap((place) => linesOfField(`${owner}${place}`, field)));
}

function linesOfField(owner, field) {
	const where = `${owner} field ${field.name}`;
	const { options = [], modes = [], type, typeOptions } = field;
	// The text for a model may change, because no workflow depends on it.
	const preset = field.name === 'toolDescription' ? 'text' : JSON.stringify(field.default);
	return [
		`${where} (${type}${typeOptions?.multipleValues ? '[]' : ''}) = ${preset}`,
		...(FILLED_IN.includes(type) && !field.required ? [`${where} may be empty`] : []),
		...modes.map(({ name }) => `${where} mode ${name}`),
		...options.flatMap((one) => linesOfOption(where, field, one)),
	];
}

/**
 * The lines of an option. In a list it's a value, in a collection it's a field, and in a fixed collection it's a group of fields.
 */
function linesOfOption(where, field, option) {
	if ('value' in option) return [`${where} value ${JSON.stringify(option.value)}`];
	if (field.type === 'fixedCollection')
		return [`${where}.${option.name} group`, ...linesOfFields(`${where}.${option.name}`, option.values)];
	return linesOfFields(where, [option]);
}

/** The operations that show a field, and the other conditions under which it's shown. */
function placesOf({ displayOptions = {} }) {
	const { show = {}, hide = {} } = displayOptions;
	const { resource = [''], operation = [''] } = show;
	const others = Object.entries({ ...show, ...withPrefix('not ', hide) }).filter(
		([key]) => !PLACE.includes(key),
	);
	const condition = others.map(([key, values]) => ` if ${key} ${JSON.stringify(values)}`).sort();
	return resource.flatMap((one) =>
		operation.map((two) => `${one && ` ${one}`}${two && `/${two}`}${condition.join('')}`),
	);
}

function withPrefix(prefix, record) {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [prefix + key, value]));
}

/** Expressions use the names of output keys. A key may get more types of values, so only its name is recorded. */
function linesOfOutput(where, { type, properties, items }) {
	if (type === 'array' && items) return linesOfOutput(`${where}[]`, items);
	return Object.entries(properties ?? {}).flatMap(([key, inner]) => [
		`${where} ${key}`,
		...linesOfOutput(`${where} ${key}.`, inner).map((line) => line.replace('. ', '.')),
	]);
}

/**
 * Compares the surface with the recorded one.
 *
 * @returns {string | undefined} what to do and which lines are missing or changed, or undefined if all lines are there
 */
function breakage(recorded, lines) {
	const there = new Set(lines);
	const gone = recorded.filter((line) => !there.has(line));
	if (gone.length === 0) return undefined;
	return [
		'Saved workflows depend on what is gone or changed:',
		...gone.map((line) => `- ${line}`),
		'Put it back. If it has to change, add a version of the node and leave the old one as it is: docs/contributing/versions.md. If it was never released, delete its line from docs/contributing/surface.txt.',
	].join('\n');
}

/**
 * The text of the surface's file, with new lines added.
 *
 * @throws {Error} if a recorded line is gone
 */
function surfaceText(text, lines) {
	const recorded = linesIn(text);
	const problem = breakage(recorded, lines);
	if (problem !== undefined) throw new Error(problem);
	return isDeepStrictEqual(recorded, lines) ? text : `${lines.join('\n')}\n`;
}

function linesIn(text) {
	return text.split('\n').filter((line) => line !== '');
}

module.exports = { SURFACE, breakage, linesIn, surfaceLines, surfaceText };
