import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { dialPlansText } from '../../tools/build/dialPlans';
import { operationsText, outputSchema, readmeText } from '../../tools/build/generated';
import { projectRoot } from '../../tools/harness/folders';
import type { Output } from '../../nodes/FaxPlus/output';
import { resources } from '../../nodes/FaxPlus/resources';

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

test('the list of operations is what `npm run generate` makes of the files', () => {
	expect(textOf('nodes/FaxPlus/resources/operations.ts')).toBe(operationsText());
});

test('so is how numbers are dialled in each country, of the metadata of the installed library', () => {
	expect(textOf('nodes/shared/values/dialPlans.json')).toBe(dialPlansText());
});

test('so is the table in the README', () => {
	const readme = textOf('README.md');
	expect(readme).toBe(readmeText(readme, resources));
	expect(readme).toContain('| Custom Field     | Get Many, Create, Update ');
});

test('an operation of a new resource would be in no table without its resource', () => {
	const files = operationsText().match(/^export const \w+(?=: Operations)/gm) ?? [];
	expect(files.map((line) => line.replace('export const ', ''))).toEqual(
		resources.map(({ value }) => value).sort(),
	);
});

test('a schema tells lists, what may be null, and what is within', () => {
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
