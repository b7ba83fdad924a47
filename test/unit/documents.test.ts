import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import type { INodeProperties } from 'n8n-workflow';

import { projectRoot as root } from '../../tools/harness/folders';
import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { resources } from '../../nodes/FaxPlus/resources';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import manifest from '../../package.json';
import { markdownFilesIn, readMarkdown } from '../support/markdown';
import { useFolder } from './support/folder';

const pages = markdownFilesIn(root).map((path) => ({ ...readMarkdown(path), name: relative(root, path) }));
const pageNamed = (wanted: string) => pages.find(({ name }) => name === wanted) ?? readMarkdown(wanted);
const readme = pageNamed('README.md');

function filesIn(place: string): string[] {
	const path = join(root, place);
	return statSync(path).isDirectory()
		? readdirSync(path).flatMap((name) => filesIn(join(place, name)))
		: [place];
}

/** Returns the text of a file, or of all files in a folder and its subfolders. */
function textOf(place: string): string {
	return filesIn(place)
		.map((file) => readFileSync(join(root, file), 'utf8'))
		.join('\n');
}

/** Returns the names of fields and of the entries below them, as the editor shows them. */
function everyName(fields: readonly INodeProperties[]): string[] {
	return fields.flatMap(({ displayName, options = [] }) => [
		displayName,
		...options.flatMap((option) => {
			if ('values' in option) return everyName(option.values);
			return 'type' in option ? everyName([option]) : [];
		}),
	]);
}

describe("the project's pages", () => {
	const links = pages.flatMap(({ name, path, targets }) => targets.map((target) => ({ name, path, target })));
	const isExternal = (target: string): boolean => /^[a-z]+:/i.test(target);

	/** Returns whether a link's target is in the project. The target is a file or a folder, optionally with a heading. */
	function isThere({ path, target }: (typeof links)[number]): boolean {
		const [to = '', anchor] = target.split('#');
		const file = to === '' ? path : join(dirname(path), to);
		if (!existsSync(file)) return false;
		return anchor === undefined || (file.endsWith('.md') && readMarkdown(file).anchors.has(anchor));
	}

	it('link to files, pictures and headings that exist, and to other sites by full https addresses', () => {
		const inner = links.filter(({ target }) => !isExternal(target));
		expect(inner.filter((link) => !isThere(link))).toEqual([]);
		expect(inner.length).toBeGreaterThan(50);
		// The test doesn't request external links, because tests don't use the network.
		const outer = links.map(({ target }) => target).filter(isExternal);
		expect(outer.filter((target) => !/^https:\/\/[\w.-]+\.[a-z]+(\/|$)/.test(target))).toEqual([]);
	});

	it('name npm scripts that exist, and show every picture', () => {
		const named = pages
			.flatMap(({ inlineCode, shellLines }) => [...inlineCode, ...shellLines])
			.flatMap((code) => [...code.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name));
		expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
		expect(named).toContain('bench');

		const shown = pages.flatMap((page) => page.pictures.map((picture) => join(dirname(page.path), picture)));
		const pictures = filesIn('docs/pictures').filter((name) => /\.(png|webp|gif)$/.test(name));
		expect(pictures.filter((name) => !shown.includes(join(root, name)))).toEqual([]);
	});

	it('name operations that exist', () => {
		const operations = resources.flatMap(({ name, operations: all }) =>
			all.map((operation) => `${name.replace(/ \(.*\)$/, '')}: ${operation.name}`),
		);
		const isOfResource = (name: string): boolean =>
			resources.some((resource) => name.startsWith(`${resource.name}: `));
		const named = pages.flatMap(({ path }) => {
			const text = readFileSync(path, 'utf8').replace(/\s+/g, ' ');
			return [...text.matchAll(/\*\*([\w ]+: [\w ]+)\*\*/g)].map(([, name = '']) => name);
		});
		expect(named.filter(isOfResource).filter((name) => !operations.includes(name))).toEqual([]);
		expect(named.filter(isOfResource).length).toBeGreaterThan(20);
	});

	it('and messages name a field with its unit, as its panel does', () => {
		const nodes = [new FaxPlus(), new FaxPlusTrigger(), new FaxPlusPollingTrigger()];
		const names = everyName(nodes.flatMap(({ description }) => description.properties));
		const short = names.flatMap((name) => /^(.+) \(\w+\)$/.exec(name)?.[1] ?? []);
		const shortened = new Set(short.filter((name) => !names.includes(name)));
		expect([...shortened]).toContain('Wait Limit');
		const texts = [...pages.map(({ path }) => readFileSync(path, 'utf8')), textOf('nodes')];
		const named = texts.flatMap((text) => [...text.matchAll(/(?:\*\*|")([A-Z][\w ]+)(?:\*\*|")/g)]);
		expect(named.map(([, name = '']) => name).filter((name) => shortened.has(name))).toEqual([]);
	});

	it('name source files that exist', () => {
		const files = ['nodes', 'credentials', 'tools', 'test'].flatMap(filesIn);
		const named = pages.flatMap(({ inlineCode }) =>
			inlineCode.filter((code) => /^[\w./-]+\.m?ts$/.test(code)),
		);
		expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
		expect(named.length).toBeGreaterThan(5);
	});

	it('can all be reached from the README or CONTRIBUTING', () => {
		const linked = [readme, pageNamed('CONTRIBUTING.md')].flatMap(({ targets }) => targets);
		const found = linked.map((target) => target.split('#')[0]);
		const documents = pages.map(({ name }) => name).filter((name) => name.startsWith('docs/'));
		expect(documents.filter((name) => !found.includes(name))).toEqual([]);
	});
});

it.each([
	...manifest.n8n.credentials.map((file) => file.replace(/^dist/, '.').replace(/js$/, 'ts')),
	...manifest.n8n.nodes.map((file) => `${file.replace(/^dist/, '.')}on`),
])('the help links in %s lead to headings of the README', (file) => {
	const found = textOf(file).match(/https:\/\/github\.com[^\s'"]+/g) ?? [];
	expect(found.length).toBeGreaterThan(0);
	for (const link of found) {
		const [page, anchor = ''] = link.split('#');
		expect(page).toBe(manifest.homepage.replace(/#.*/, ''));
		expect([...readme.anchors]).toContain(anchor);
	}
});

describe('the README', () => {
	const repository = 'https://github.com/n8n-nodes-faxplus/n8n-nodes-faxplus.git';
	const clone = [`git clone ${repository}`, 'cd n8n-nodes-faxplus'];
	/** Commands that this test can't run, and the files that do. */
	const runElsewhere = {
		'npm start': ['test/n8n', 'tools/demo/start.mjs'],
		'npm test': ['.github/workflows/ci.yml', 'run: npm test'],
	} as const;

	it('counts as many actions for a first workflow as the test that runs them', () => {
		const [, allowed] = /MOST_ACTIONS = (\d+)/.exec(textOf('test/browser/editor/firstFax.ts')) ?? [];
		expect(textOf('README.md')).toContain(`at most ${String(allowed)} clicks and entries`);
	});

	it('contains only commands that a test runs', () => {
		const commands = [
			...readme.shellLines,
			...readme.inlineCode.filter((code) => /^(cd|curl|docker|git|node|npm|npx) /.test(code)),
		];
		expect([...new Set(commands)].sort()).toEqual([...clone, ...Object.keys(runElsewhere)].sort());
		for (const [place, words] of Object.values(runElsewhere)) expect(textOf(place)).toContain(words);
	});

	const folder = useFolder();

	it('tells readers to clone a project that starts the demo', async () => {
		// Git clones this checkout instead of the public repository, so that the test needs no network.
		const config = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: `url.${root}.insteadOf` };
		const env = { ...process.env, ...config, GIT_CONFIG_VALUE_0: repository };
		const script = [...clone, 'cat package.json', 'test -e tools/demo/start.mjs'].join('\n');
		const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd: folder(), env });
		expect(JSON.parse(stdout)).toMatchObject({ scripts: { start: 'node tools/demo/start.mjs' } });
	});
});

describe('what comments say about Fax.Plus', () => {
	const files = ['nodes', 'credentials', 'tools/simulator']
		.flatMap(filesIn)
		.filter((file) => file.endsWith('.ts'));

	it('is in docs/contributing/api.md, under the heading that they name', () => {
		const headings = [...textOf('docs/contributing/api.md').matchAll(/^## (.+)$/gm)].map(
			([, heading]) => heading,
		);
		const citations = files.flatMap((file) => {
			// Each comment becomes one line, because a quoted heading may wrap to the next line.
			const text = textOf(file).replace(/\n\s*(\*|\/\/)\s?/g, ' ');
			const cited = text.match(/docs\/contributing\/api\.md((?:[,;]?(?: and)? "[^"]+")*)/g) ?? [];
			return [...cited.join().matchAll(/"([^"]+)"/g)].map(([, heading]) => ({ file, heading }));
		});
		expect(citations.filter(({ heading }) => !headings.includes(heading))).toEqual([]);
		expect(citations.length).toBeGreaterThan(10);
	});

	it('cites only rules and steps that the project describes', () => {
		const stray = /\b[Rr]ules? \d|\bsteps? \d|in the API description/;
		expect(files.filter((file) => stray.test(textOf(file)))).toEqual([]);
	});
});
