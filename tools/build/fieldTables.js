// The tables of fields and operations in the docs, generated from the nodes' descriptions. This is plain CommonJS, because
// the build runs it.

const documents = ['README.md', 'docs/receive.md', 'docs/operations.md', 'docs/agents.md'];

/** Number of resources that must share a field before it appears only once, in the table of common fields. */
const COMMON = 4;

const BLOCK = /(<!-- (fields|operations): (\S+) -->\n\n)[^]*?(<!-- \/\2 -->)/g;

/** A document with the tables inserted between its markers, such as `<!-- fields: trigger -->` and `<!-- /fields -->`. */
function documentText(document, nodes, resources) {
	const tables = tablesOf(nodes, resources);
	return document.replace(BLOCK, (_all, before, kind, name, after) => {
		const table = tables[`${kind}: ${name}`];
		if (table === undefined) throw new Error(`There is no table "${kind}: ${name}"`);
		return `${before}${table}\n\n${after}`;
	});
}

/** All tables, by the text of their markers. */
function tablesOf({ action, trigger, pollingTrigger }, resources) {
	const rows = resources.map((resource) => rowsOf(action.properties, resource));
	const isCommon = (row) =>
		rows.filter((some) => some.some((other) => other.key === row.key)).length >= COMMON;
	const own = resources.map((resource, at) => [
		[`operations: ${resource.value}`, operationTable(resource)],
		[
			`fields: ${resource.value}`,
			fieldTable(
				rows[at].filter((row) => !isCommon(row)),
				resource,
			),
		],
	]);
	const common = new Map(
		rows
			.flat()
			.filter(isCommon)
			.map((row) => [row.key, row]),
	);
	return Object.fromEntries([
		...own.flat(),
		['operations: all', resourceTable(resources)],
		['fields: guards', fieldTable(guardsOf(action))],
		['fields: common', fieldTable([...common.values()])],
		['fields: trigger', fieldTable(merged(trigger.properties.flatMap((field) => fieldsOf(field))))],
		[
			'fields: pollingTrigger',
			fieldTable(merged(pollingTrigger.properties.flatMap((field) => fieldsOf(field)))),
		],
	]);
}

/** The guards of "Send", without the name of their collection. */
function guardsOf({ properties }) {
	const guards = properties.find(({ name, type }) => name === 'guards' && type === 'collection');
	return fieldsOf(guards).map((row) => ({ ...row, name: row.name.replace(`${guards.displayName}: `, '') }));
}

/** The fields of a resource, each with the operations that have it. */
function rowsOf(properties, resource) {
	return merged(
		resource.operations.flatMap(({ value, name }) =>
			properties
				.filter(({ displayOptions: { show = {} } = {} }) => isShown(show, resource.value, value))
				.flatMap((field) => fieldsOf(field, name)),
		),
	);
}

function isShown(show, resource, operation) {
	return Boolean(show.resource?.includes(resource) && show.operation?.includes(operation) && !show['@tool']);
}

/** A row for a field that people fill in, or one for each entry if it's a collection. */
function fieldsOf(field, operation) {
	if (field.type === 'hidden' || field.type === 'notice') return [];
	const entries =
		field.type === 'collection' ? field.options.map((entry) => [`${field.displayName}: `, entry]) : [];
	const all = entries.length > 0 ? entries : [['', field]];
	return all.map(([place, one]) => {
		const name = `${place}**${one.displayName}**${one.required ? ' (required)' : ''}`;
		const text = descriptionOf(one, place);
		return { key: `${name}|${text}`, name, text, operations: operation === undefined ? [] : [operation] };
	});
}

/** Merges rows that have the same name and text. */
function merged(rows) {
	const byKey = new Map();
	for (const row of rows) {
		const known = byKey.get(row.key);
		byKey.set(row.key, known ? { ...row, operations: [...known.operations, ...row.operations] } : row);
	}
	return [...byKey.values()];
}

/** The field's description in the panel, its choices if there are only a few, and its default. */
function descriptionOf(field, place) {
	const { description = '', type, options = [] } = field;
	const isList = type === 'options' || type === 'multiOptions';
	const choices = isList && options.length < 9 ? options.map(({ name }) => name).join(', ') : '';
	const parts =
		type === 'fixedCollection' ? options[0].values.map((value) => value.displayName).join(', ') : '';
	const preset = presetOf(field, place);
	return [
		sentence(description.replace(/<[^>]+>/g, '')),
		choices === '' ? '' : `Choices: ${choices}.`,
		parts === '' ? '' : `Fields: ${parts}.`,
		preset === undefined ? '' : `Default: ${preset}.`,
	]
		.filter((text) => text !== '')
		.join(' ');
}

/**
 * The default, if it's useful to know. An entry of a collection gets its default only when it's added. So guards, filters
 * and switches don't show one.
 */
function presetOf({ type, default: preset, options }, place) {
	const isAdded = place !== '';
	if (isAdded && (place !== 'Options: ' || type !== 'number')) return undefined;
	if (type === 'boolean') return preset ? 'on' : 'off';
	if (type === 'options') return options.find(({ value, name }) => value === preset && name !== '')?.name;
	if (type === 'number' && preset !== '') return preset.toLocaleString('en');
	return type === 'string' && preset !== '' ? `\`${preset}\`` : undefined;
}

function sentence(text) {
	const trimmed = text.trim();
	return trimmed === '' || trimmed.endsWith('.') ? trimmed : `${trimmed}.`;
}

function listed(names) {
	return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** All operations by resource, for the README. */
function resourceTable(resources) {
	const rows = resources.flatMap(({ name, operations }) =>
		operations.map((operation, at) => [
			at === 0 ? `**${name.replace(/ \(.*\)$/, '')}**` : '',
			operation.name,
			sentence(operation.description),
		]),
	);
	return tableText([['Resource', 'Operation', 'What it does'], ...rows]);
}

/** The operations of a resource with their scopes. A personal access token needs one of the scopes. */
function operationTable({ operations }) {
	const rows = operations.map(({ name, description, scopes }) => [
		`**${name}**`,
		sentence(description),
		scopesText(scopes),
	]);
	return tableText([['Operation', 'What it does', 'Scopes'], ...rows]);
}

function scopesText(scopes) {
	if (scopes.length === 0) return 'None';
	const isWord = (scope) => !scope.startsWith('and ');
	const marked = (text) => text.replace(/\bfax:[\w:]+/g, '`$&`').replace(' with ', ' and ');
	const [words, more] = [scopes.filter(isWord), scopes.filter((scope) => !isWord(scope))];
	return sentence([marked(listed(words)), ...more.map((text) => marked(text))].join(', ')).replace(/\.$/, '');
}

function fieldTable(rows, resource) {
	if (rows.length === 0) return 'No fields of its own.';
	const all = resource?.operations.length ?? 1;
	if (all === 1) return tableText([['Field', 'Description'], ...rows.map(({ name, text }) => [name, text])]);
	return tableText([
		['Field', 'Operations', 'Description'],
		...rows.map(({ name, text, operations }) => [
			name,
			operations.length === all ? 'All' : operations.join(', '),
			text,
		]),
	]);
}

/** A table in Markdown. Its columns aren't padded, so that a longer cell doesn't change other lines. */
function tableText(rows) {
	const lineOf = (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	const [head, ...others] = rows;
	return [lineOf(head), `| ${head.map(() => '---').join(' | ')} |`, ...others.map(lineOf)].join('\n');
}

module.exports = { documents, documentText };
