import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

function typeScriptIn(folder: string): string[] {
	return readdirSync(folder).flatMap((entry) => {
		const path = join(folder, entry);
		if (statSync(path).isDirectory()) return typeScriptIn(path);
		return path.endsWith('.ts') ? [path] : [];
	});
}

/** Comments as one line each, so that a citation may run over a line's end. */
function citationsIn(file: string): string[] {
	const text = readFileSync(file, 'utf8').replace(/\n\s*(\*|\/\/)\s?/g, ' ');
	return [...text.matchAll(/docs\/api\.md((?:[,;]?(?: and)? "[^"]+")*)/g)].flatMap(([, headings = '']) => {
		return [...headings.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading);
	});
}

const headings = new Set(
	[...readFileSync(join(root, 'docs', 'api.md'), 'utf8').matchAll(/^## (.+)$/gm)].map(
		([, heading = '']) => heading,
	),
);

const files = ['nodes', 'credentials', 'simulator'].flatMap((folder) => typeScriptIn(join(root, folder)));

describe('what comments say about the service can be looked up', () => {
	it('in docs/api.md, under the heading that they name', () => {
		const citations = files.flatMap((file) =>
			citationsIn(file).map((heading) => ({ file: file.slice(root.length + 1), heading })),
		);

		expect(citations.filter(({ heading }) => !headings.has(heading))).toEqual([]);
		expect(citations.length).toBeGreaterThan(10);
	});

	it('and none cites a rule or a step that stands nowhere in the project', () => {
		const strays = files.filter((file) =>
			/\b[Rr]ules? \d|\bsteps? \d|in the API description/.test(readFileSync(file, 'utf8')),
		);

		expect(strays.map((file) => file.slice(root.length + 1))).toEqual([]);
	});
});
