import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { dialPlansText } from '../../tools/build/dialPlans';
import { documents, documentText } from '../../tools/build/fieldTables';
import { operationsText, outputSchema, versionText } from '../../tools/build/generated';
import { projectRoot } from '../../tools/harness/folders';
import manifest from '../../package.json';
import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import type { Output } from '../../nodes/FaxPlus/fields/output';
import { resources } from '../../nodes/FaxPlus/resources';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

test('`npm run generate` creates the list of operations from the files', () => {
	expect(textOf('nodes/FaxPlus/resources/operations.ts')).toBe(operationsText());
});

test('the dialing rules of each country match the metadata of the installed library', () => {
	expect(textOf('nodes/shared/values/dialPlans.json')).toBe(dialPlansText());
});

test('errors name the current version', () => {
	expect(textOf('nodes/shared/version.ts')).toBe(versionText(manifest.version));
});

describe('the tables in the documents', () => {
	const nodes = {
		action: new FaxPlus().description,
		trigger: new FaxPlusTrigger().description,
		pollingTrigger: new FaxPlusPollingTrigger().description,
	};
	const tablesOf = (text: string) => documentText(text, nodes, resources);
	const marked = (name: string) => tablesOf(`<!-- ${name} -->\n\n<!-- /${name.split(':')[0] ?? ''} -->\n`);

	test.each(documents)('in %s show what the nodes show', (path) => {
		expect(textOf(path)).toBe(tablesOf(textOf(path)));
	});

	test('cover all operations, all resources and both triggers', () => {
		const markers = documents.flatMap((path) => textOf(path).match(/(?<=<!-- )\w+: \S+(?= -->)/g) ?? []);
		const ofResources = resources.flatMap(({ value }) => [`operations: ${value}`, `fields: ${value}`]);
		const others = [
			'operations: all',
			'fields: common',
			'fields: guards',
			'fields: trigger',
			'fields: pollingTrigger',
		];
		expect(markers.sort()).toEqual([...ofResources, ...others].sort());
	});

	test('have a row for each field that people fill in, and for each of its options', () => {
		expect(marked('fields: trigger')).toMatch(/^\| \*\*Events\*\* \(required\) \|/m);
		expect(marked('fields: fax')).toMatch(/^\| Options: \*\*Send At\*\* \| Send \|/m);
		expect(marked('operations: fax')).toMatch(
			/^\| \*\*Get\*\* \| .+ \| `fax:all:read` or `fax:fax:read` \|/m,
		);
	});

	test('refuse an unknown table name', () => {
		expect(() => marked('fields: letters')).toThrow('"fields: letters"');
	});
});

test('each file of operations belongs to a resource, so none is left out of the tables', () => {
	const files = operationsText().match(/^export const \w+(?=: Operations)/gm) ?? [];
	expect(files.map((line) => line.replace('export const ', ''))).toEqual(
		resources.map(({ value }) => value).sort(),
	);
});

test('a schema describes lists, nullable values and nested values', () => {
	const output: Output = {
		id: 'string?',
		numbers: 'string[]?',
		data: 'texts by name?',
		usage: [{ credits: 'integer' }],
	};
	expect(outputSchema({ output })).toEqual({
		type: 'object',
		properties: {
			id: { type: 'string', nullable: true },
			numbers: { type: 'array', items: { type: 'string' }, nullable: true },
			data: { type: 'object', additionalProperties: { type: 'string' }, nullable: true },
			usage: { type: 'array', items: { type: 'object', properties: { credits: { type: 'integer' } } } },
		},
		version: 1,
	});
});
