import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

const parser = new MarkdownIt();
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.cache', '.git']);

/** A page of documentation, as its readers see it. */
export interface MarkdownPage {
	readonly path: string;
	/** Addresses of links and pictures, as they're written in the file. */
	readonly targets: readonly string[];
	/** Addresses of the pictures alone. */
	readonly pictures: readonly string[];
	/** Anchors of the page's headings. Links to them have these after the `#`. */
	readonly anchors: ReadonlySet<string>;
	/** Lines of shell code between fences. */
	readonly shellLines: readonly string[];
	/** Code within the text. */
	readonly inlineCode: readonly string[];
}

/** Returns the paths of all Markdown files in a folder and its subfolders, without those of other projects. */
export function markdownFilesIn(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : markdownFilesIn(path);
		return entry.name.endsWith('.md') ? [path] : [];
	});
}

/**
 * Reads a Markdown file.
 *
 * @throws if there's no such file
 */
export function readMarkdown(path: string): MarkdownPage {
	const blocks = parser.parse(readFileSync(path, 'utf8'), {});
	const pieces = blocks.flatMap(({ children }) => children ?? []);
	const pictures = attributes(pieces, 'src');
	const fences = blocks.filter(({ type }) => type === 'fence');
	return {
		path,
		pictures,
		targets: [...attributes(pieces, 'href'), ...pictures],
		anchors: new Set(anchorsOf(textsAfter(blocks, 'heading_open'))),
		shellLines: fences
			.filter(({ info }) => info === 'sh')
			.flatMap(({ content }) => content.trimEnd().split('\n')),
		inlineCode: pieces.filter(({ type }) => type === 'code_inline').map(({ content }) => content),
	};
}

/** Returns the values of an attribute from all tokens that have it. */
function attributes(pieces: readonly MarkdownIt.Token[], name: string): string[] {
	return pieces.flatMap((piece) => {
		const value = piece.attrGet(name);
		return value === null ? [] : [String(value)];
	});
}

/** Returns the text of all blocks of one type, without markup such as asterisks. */
function textsAfter(blocks: readonly MarkdownIt.Token[], type: string): string[] {
	return blocks.flatMap((block, index) =>
		block.type === type ? (blocks[index + 1]?.children ?? []).map(({ content }) => content).join('') : [],
	);
}

/**
 * Returns the anchors that GitHub gives to headings. It doesn't use github-slugger, which is an ES module that Jest can't
 * load. A link checker such as remark-validate-links would add 150 packages.
 */
function anchorsOf(headings: readonly string[]): string[] {
	const slugs = headings.map((heading) =>
		heading
			.toLowerCase()
			.replace(/[^\p{Letter}\p{Number} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
	return slugs.map((slug, index) => {
		const before = slugs.slice(0, index).filter((other) => other === slug).length;
		return before === 0 ? slug : `${slug}-${before}`;
	});
}
