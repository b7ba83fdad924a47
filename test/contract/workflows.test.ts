import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { lineOf, n8nVersions, readVersionManifest } from '../../tools/harness/n8n/versions';
import { packageRoot } from './support/package';

const folder = join(packageRoot, '.github', 'workflows');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const everything = [...texts.values()].join('\n');

function workflow(name: string): string {
	return texts.get(name) ?? '';
}

/** Returns all matches of a pattern's only group in a string. */
function found(text: string, pattern: RegExp): Array<string | undefined> {
	return [...text.matchAll(pattern)].map(([, value]) => value);
}

describe("Other people's actions", () => {
	it('are pinned to a reviewed commit, with the version next to it', () => {
		const uses = found(everything, /\buses: (?!\.\/)(.*)/g);
		expect(uses.length).toBeGreaterThan(0);
		for (const action of uses) expect(action).toMatch(/^[\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('leave no credentials in the checked out folder', () => {
		const checkouts = found(everything, /uses: actions\/checkout@.*\n((?:\s+.*\n){2})/g);
		expect(checkouts.length).toBe(found(everything, /(checkout@)/g).length);
		for (const options of checkouts) expect(options).toMatch(/^\s+with:\n\s+persist-credentials: false\n$/);
	});
});

describe('The nightly run', () => {
	it('runs all suites, including long files, with every supported n8n version', () => {
		const nightly = workflow('nightly.yml');
		expect(found(nightly, /- n8n: '(.*)'/g)).toEqual([...n8nVersions]);
		expect(found(nightly, /run: (npm test.*)/g)).toEqual([
			'npm test -- --strict --long --n8n ${{ matrix.n8n }}',
		]);
	});
});

describe('A release', () => {
	it('waits for the whole nightly run', () => {
		expect(workflow('nightly.yml')).toMatch(/^on:\n(?: .*\n)*  workflow_call:\n/m);
		const publish = workflow('publish.yml');
		expect(found(publish, /^  (.*):\n    uses: \.\/\.github\/workflows\/nightly\.yml$/gm)).toEqual(['test']);
		expect(found(publish, /^  build:\n    needs: (.*)$/gm)).toEqual(['test']);
		expect(found(publish, /^  publish:\n    needs: (.*)$/gm)).toEqual(['build']);
	});

	it('builds only what is on main, and publishes it with provenance', () => {
		const publish = workflow('publish.yml');
		const build = publish.indexOf('  build:');
		const onMain = publish.indexOf('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
		expect(onMain).toBeGreaterThan(build);
		expect(publish.indexOf('npm pack')).toBeGreaterThan(onMain);
		expect(found(publish, /(npm publish .*--provenance)/g)).toHaveLength(1);
	});

	it('runs no code of the repository or of its dependencies where it may publish, and waits for a person there', () => {
		const jobs = workflow('publish.yml')
			.split(/^ {2}(?=\w+:$)/m)
			.filter((job) => / write$/m.test(job));
		expect(jobs.map((job) => job.split(':')[0])).toEqual(['publish', 'release']);
		for (const job of jobs) expect(job).not.toMatch(/checkout|npm (ci|install|run|test|pack)|npx/);
		expect(jobs[0]).toMatch(/^ {4}environment: npm$/m);
	});

	it('is the only job that npm trusts', () => {
		for (const text of texts.values()) expect(text).toMatch(/^permissions:\n  contents: read\n\n/m);
		expect(found(everything, /(id-token): write/g)).toHaveLength(1);
		expect(workflow('publish.yml')).toMatch(/^  publish:\n(?:    .*\n)*?      id-token: write$/m);
	});
});

describe('Updates', () => {
	interface Rule {
		matchFileNames?: string[];
		allowedVersions?: string;
	}
	const { packageRules } = JSON.parse(readFileSync(join(packageRoot, 'renovate.json'), 'utf8')) as {
		packageRules: Rule[];
	};

	it.each(n8nVersions.filter((version) => lineOf(version) !== n8nVersions[0]))(
		'keep n8n %s on its line',
		(version) => {
			const rule = packageRules.find(({ matchFileNames }) =>
				matchFileNames?.includes(`tools/harness/n8n/versions/${version}/**`),
			);
			expect(rule?.allowedVersions).toBe(`~${version}.0`);
			expect(readVersionManifest(version).dependencies.n8n.startsWith(`${version}.`)).toBe(true);
		},
	);
});
