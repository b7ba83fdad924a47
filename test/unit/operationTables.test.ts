import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '../../nodes/FaxPlus/operation';
import { resources } from '../../nodes/FaxPlus/resources';

const root = join(__dirname, '..', '..');

/** Rows of the table under a heading, as the texts of their cells; an empty first cell stands for the one above. */
function tableUnder(heading: string, page: string): string[][] {
	const text = readFileSync(join(root, page), 'utf8');
	const section = text.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
	const [, , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
	let above = '';
	return lines.map((line) => {
		const [first = '', ...others] = line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim());
		above = first === '' ? above : first;
		return [above, ...others];
	});
}

/** Its name without what is added in parentheses. */
function shortName({ name }: Resource): string {
	return name.replace(/ \(.*\)$/, '');
}

describe('the table of calls in docs/operations.md', () => {
	const scopesByOperation = new Map<string, string>(
		tableUnder('## Calls and scopes', 'docs/operations.md').flatMap(
			([resource = '', operations = '', , scopes = '']) =>
				operations
					.replaceAll(' (admin)', '')
					.split(', ')
					.map((operation) => [`${resource}: ${operation}`, scopes] as const),
		),
	);
	const operations = resources.flatMap((resource) =>
		resource.operations.map((operation) => ({
			title: `${shortName(resource)}: ${operation.name}`,
			...operation,
		})),
	);

	it('names all operations, and no other', () => {
		expect([...scopesByOperation.keys()].sort()).toEqual(operations.map(({ title }) => title).sort());
	});

	it.each(operations)('names the scopes of $title', ({ title, scopes }) => {
		// Others are sentences, which the table words in its own way.
		const plain = scopes.filter((scope) => /^[\w:]+$/.test(scope));

		expect(plain.filter((scope) => !scopesByOperation.get(title)?.includes(`\`${scope}\``))).toEqual([]);
	});
});

describe('the table of operations in the README', () => {
	it('names all resources, and no other', () => {
		const named = tableUnder('## Operations', 'README.md').flatMap(([resource = '']) => resource.split(', '));

		expect([...new Set(named)].sort()).toEqual(resources.map(shortName).sort());
	});
});
