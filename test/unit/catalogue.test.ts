import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';

/**
 * This file tests n8n's requirements for packages in its catalog. `contract/package.test.ts` tests those that need the
 * packed package.
 */
const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function sourcesIn(folder: string): string[] {
	const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
	return files.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));
}

test('the license is MIT and is in the repository', () => {
	expect(manifest.license).toBe('MIT');
	expect(read('LICENSE')).toMatch(/^MIT License/);
});

test.each(['Install', 'Credentials', 'Operations', 'Compatibility', 'Version history'])(
	'the README has the section %s',
	(section) => {
		expect(read('README.md')).toMatch(new RegExp(`^## ${section}$`, 'm'));
	},
);

test('the README links to example workflows that exist', () => {
	expect(read('README.md')).toContain('examples/README.md');
	expect(readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json'))).not.toEqual([]);
});

test('a workflow publishes with provenance, after the tests', () => {
	const workflow = read('.github/workflows/publish.yml');
	expect(workflow).toContain('npm publish --provenance');
	expect(workflow).toMatch(/id-token: write/);
	expect(workflow).toMatch(/needs: test/);
	expect(existsSync(join(root, '.github/workflows/nightly.yml'))).toBe(true);
});

test("n8n's linter runs in strict mode, and no shipped file turns off a rule", () => {
	expect(manifest.n8n.strict).toBe(true);
	const sources = [...sourcesIn('nodes'), ...sourcesIn('credentials')];
	expect(sources.length).toBeGreaterThan(100);
	expect(sources.filter((source) => /eslint-disable|@ts-(ignore|nocheck)/.test(read(source)))).toEqual([]);
});
