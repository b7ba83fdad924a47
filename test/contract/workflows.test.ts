import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { lineOf, n8nVersions, readVersionManifest } from '../../harness/n8n/versions';
import { packageRoot } from './support/package';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	uses?: string;
	needs?: string | string[];
	permissions?: Record<string, string>;
	strategy?: { matrix: { include: Array<{ n8n: string }> } };
	steps?: Step[];
}

interface Workflow {
	on: Record<string, unknown>;
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const folder = join(packageRoot, '.github', 'workflows');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

function workflow(name: string): Workflow {
	return parse(texts.get(name) ?? '') as Workflow;
}

/** The jobs of all workflows, or of one. */
function jobs(names = [...texts.keys()]): Job[] {
	return names.flatMap((name) => Object.values(workflow(name).jobs));
}

function steps(names?: string[]): Step[] {
	return jobs(names).flatMap((job) => job.steps ?? []);
}

describe('Actions of others', () => {
	const uses = [...texts.values()]
		.flatMap((text) => text.split('\n'))
		.filter((line) => /\buses:/.test(line) && !/uses: \.\//.test(line));

	it('are used as the commit that was looked at, with its version beside it', () => {
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('leave no credentials in the checked out folder', () => {
		const checkouts = steps().filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
		expect(checkouts.length).toBeGreaterThan(0);
		for (const checkout of checkouts) expect(checkout.with?.['persist-credentials']).toBe(false);
	});
});

describe('The nightly run', () => {
	it('runs all suites, long files too, with every n8n that the package promises to work in', () => {
		const [job] = jobs(['nightly.yml']);
		expect(job?.strategy?.matrix.include.map(({ n8n }) => n8n)).toEqual([...n8nVersions]);
		const tests = steps(['nightly.yml']).filter(({ run = '' }) => run.startsWith('npm test'));
		expect(tests.map(({ run }) => run)).toEqual(['npm test -- --strict --long --n8n ${{ matrix.n8n }}']);
	});
});

describe('A release', () => {
	const { publish, ...others } = workflow('publish.yml').jobs;

	it('waits for all of the nightly run', () => {
		expect(workflow('nightly.yml').on).toHaveProperty('workflow_call');
		const gates = Object.entries(others).filter(([, job]) => job.uses === './.github/workflows/nightly.yml');
		expect(gates.map(([name]) => name)).toEqual([publish?.needs].flat());
	});

	it('is the only job that npm trusts', () => {
		expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
		for (const name of texts.keys()) expect(workflow(name).permissions).toEqual({ contents: 'read' });
		expect(jobs().filter(({ permissions }) => permissions?.['id-token'])).toHaveLength(1);
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
				matchFileNames?.includes(`harness/n8n/versions/${version}/**`),
			);
			expect(rule?.allowedVersions).toBe(`~${version}.0`);
			expect(readVersionManifest(version).dependencies.n8n.startsWith(`${version}.`)).toBe(true);
		},
	);
});
