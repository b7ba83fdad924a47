import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import manifest from '../../package.json';
import { markdownFilesIn, readMarkdown, type MarkdownPage } from '../support/markdown';

const root = join(__dirname, '..', '..');
const readmeUrl = manifest.homepage.replace(/#.*/, '');
const pages = markdownFilesIn(root).map(readMarkdown);
const readme = readMarkdown(join(root, 'README.md'));

/** Links that name a scheme, such as https. */
function isExternal(target: string): boolean {
	return /^[a-z]+:/i.test(target);
}

/** Whether what a link on a page leads to is in the project: a file or folder, and in a page the heading. */
function isThere(page: MarkdownPage, target: string): boolean {
	const [path = '', anchor] = target.split('#');
	const file = path === '' ? page.path : join(dirname(page.path), path);
	if (!existsSync(file)) return false;
	return anchor === undefined || (file.endsWith('.md') && readMarkdown(file).anchors.has(anchor));
}

/** Links on pages, as "page: link". */
function linksThat(matches: (page: MarkdownPage, target: string) => boolean): string[] {
	return pages.flatMap((page) =>
		page.targets
			.filter((target) => matches(page, target))
			.map((target) => `${relative(root, page.path)}: ${target}`),
	);
}

describe('the pages of the project', () => {
	it('link to files, pictures and headings that are there', () => {
		expect(linksThat((page, target) => !isExternal(target) && !isThere(page, target))).toEqual([]);
		expect(linksThat((_page, target) => !isExternal(target)).length).toBeGreaterThan(50);
	});

	// Whether somebody answers there is not asked: tests use no network.
	it('link to other sites by whole https addresses', () => {
		expect(
			linksThat((_page, target) => isExternal(target) && !/^https:\/\/[\w.-]+\.[a-z]+(\/|$)/.test(target)),
		).toEqual([]);
	});

	it('name npm scripts that exist', () => {
		const named = pages.flatMap(({ inlineCode, shellLines }) =>
			[...inlineCode, ...shellLines].flatMap((code) =>
				[...code.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name),
			),
		);

		expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
		expect(named).toContain('bench');
	});
});

describe('a page of docs', () => {
	const docs = pages.filter(({ path }) => dirname(path) === join(root, 'docs'));

	it.each(docs.map((page) => [relative(root, page.path), page] as const))(
		'%s begins with a paragraph that says for whom it is, and what is in it',
		(_path, { firstParagraph = '' }) => {
			expect(firstParagraph).toMatch(/^For [a-z]/);
			expect(firstParagraph.split(/\s+/).length).toBeGreaterThan(20);
		},
	);

	it('is one that the README or CONTRIBUTING links to', () => {
		const linked = [readme, readMarkdown(join(root, 'CONTRIBUTING.md'))].flatMap(({ targets }) => targets);
		const unknown = docs
			.map(({ path }) => relative(root, path))
			.filter((path) => !linked.some((target) => target.split('#')[0] === path));

		expect(unknown).toEqual([]);
	});
});

describe("a picture's file", () => {
	it('is one that a page shows', () => {
		const shown = pages.flatMap(({ path, pictures }) =>
			pictures.map((picture) => join(dirname(path), picture)),
		);
		const folder = join(root, 'docs', 'pictures');
		const pictures = readdirSync(folder).filter((name) => /\.(png|webp|gif)$/.test(name));

		expect(pictures.filter((name) => !shown.includes(join(folder, name)))).toEqual([]);
	});
});

describe("n8n's help links", () => {
	const files = [
		...manifest.n8n.credentials.map((file) => file.replace(/^dist/, '.').replace(/js$/, 'ts')),
		...manifest.n8n.nodes.map((file) => `${file.replace(/^dist/, '.')}on`),
	];

	it.each(files)('of %s lead to headings of the README', (file) => {
		const links = readFileSync(join(root, file), 'utf8').matchAll(/https:\/\/github\.com[^\s'"]+/g);
		const found = [...links].map(([link]) => link);

		expect(found.length).toBeGreaterThan(0);
		for (const link of found) {
			const [page, anchor = ''] = link.split('#');
			expect(page).toBe(readmeUrl);
			expect([...readme.anchors]).toContain(anchor);
		}
	});
});
