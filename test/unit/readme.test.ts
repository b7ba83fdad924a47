import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readMarkdown } from '../support/markdown';

const root = join(__dirname, '..', '..');
const repository = 'https://github.com/n8n-nodes-faxplus/n8n-nodes-faxplus.git';
const clone = [`git clone ${repository}`, 'cd n8n-nodes-faxplus'];

/**
 * Where each other command of the README is run: a file or folder, and the words there that run it. Both are commands that this test
 * cannot run itself: `npm start` installs n8n, so the test of the demo runs the script behind it, and `npm test` runs this test.
 */
const runElsewhere: Readonly<Record<string, readonly [place: string, words: string]>> = {
	'npm start': ['test/n8n', 'demo/start.mjs'],
	'npm test': ['.github/workflows/ci.yml', 'run: npm test'],
};

const readme = readMarkdown(join(root, 'README.md'));
const commands = [
	...readme.shellLines,
	...readme.inlineCode.filter((code) => /^(cd|curl|docker|git|node|npm|npx) /.test(code)),
];

/** What a file holds, or all files of a folder and the folders in it. */
function textOf(place: string): string {
	const path = join(root, place);
	if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8');
	return readdirSync(path)
		.map((name) => textOf(join(place, name)))
		.join('\n');
}

describe('the README', () => {
	it('is about a thousand words long', () => {
		expect(readme.words).toBeGreaterThan(800);
		expect(readme.words).toBeLessThan(1_200);
	});

	it('allows as many actions for a first workflow as the test that counts them', () => {
		const [, allowed] = /MOST_ACTIONS = (\d+)/.exec(textOf('test/browser/firstFax.test.ts')) ?? [];

		expect(textOf('README.md')).toContain(`at most ${String(allowed)} clicks and entries`);
	});

	it('holds no command that no test runs', () => {
		expect([...new Set(commands)].sort()).toEqual([...clone, ...Object.keys(runElsewhere)].sort());
		for (const [place, words] of Object.values(runElsewhere)) {
			expect(textOf(place)).toContain(words);
		}
	});

	it('clones a project that starts the demo', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'readme-'));
		// The clone is of this checkout, so that no network is needed.
		const env = {
			...process.env,
			GIT_CONFIG_COUNT: '1',
			GIT_CONFIG_KEY_0: `url.${root}.insteadOf`,
			GIT_CONFIG_VALUE_0: repository,
		};
		try {
			const script = [...clone, 'pwd'].join('\n');
			const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd: folder, env });
			const cloned = stdout.trim();
			const { scripts } = JSON.parse(await readFile(join(cloned, 'package.json'), 'utf8')) as {
				scripts: Record<string, string>;
			};

			expect(scripts['start']).toBe('node demo/start.mjs');
			expect(existsSync(join(cloned, 'demo', 'start.mjs'))).toBe(true);
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});
