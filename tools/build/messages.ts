import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../..');
const SOURCES = ['nodes', 'credentials'];
const PAGE = path.join(ROOT, '.cache/messages.md');

/** Names of properties whose text people read, even if it's a single word. */
const LABELS = new Set(['displayName', 'name', 'description', 'hint', 'placeholder', 'action', 'message']);

/** A string with fewer words is a label and not a sentence. */
const SHORTEST_SENTENCE = 4;

/** Maximum number of words in an easy sentence. Longer sentences are reported as hard to read. */
const LONGEST_SENTENCE = 25;

interface Message {
	/** Path of the file, relative to the root of the repository. */
	file: string;
	line: number;
	/** What receives the text, such as `InputError` or `description`. */
	usedBy: string;
	text: string;
}

/** The sentences of a string, without labels. */
function sentencesIn(text: string): string[] {
	const sentences = text.split(/(?<=[.!?])\s+(?=\S)/);
	return sentences.filter((sentence) => wordsIn(sentence) >= SHORTEST_SENTENCE);
}

function wordsIn(text: string): number {
	return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

function sourceFiles(): ts.SourceFile[] {
	const files = SOURCES.flatMap((folder) =>
		fs
			.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => path.join(folder, file)),
	);
	return files
		.sort((one, other) => one.localeCompare(other))
		.map((file) => {
			const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
			return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		});
}

/** The text of a literal, a template, or a concatenation of both, and undefined for other code. Expressions appear in braces. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		const spans = node.templateSpans.map(
			({ expression, literal }) => `{${plain(expression)}}${literal.text}`,
		);
		return node.head.text + spans.join('');
	}
	if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
	const [left, right] = [textOf(node.left), textOf(node.right)];
	if (left === undefined && right === undefined) return undefined;
	return `${left ?? `{${plain(node.left)}}`}${right ?? `{${plain(node.right)}}`}`;
}

function plain(node: ts.Node): string {
	return node.getText().replace(/\s+/g, ' ');
}

/** Whether a literal is part of the code, such as a type or the name of an import. */
function isCode({ parent }: ts.Node): boolean {
	return (
		ts.isImportDeclaration(parent) ||
		ts.isExportDeclaration(parent) ||
		ts.isLiteralTypeNode(parent) ||
		ts.isElementAccessExpression(parent)
	);
}

/** The nearest name around a string: of a property, a called function, a variable or a function. */
function userOf(node: ts.Node): string {
	for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
		if (ts.isCallExpression(at) || ts.isNewExpression(at)) {
			if (ts.isIdentifier(at.expression)) return at.expression.text;
			if (ts.isPropertyAccessExpression(at.expression)) return at.expression.name.text;
		}
		if (ts.isPropertyAssignment(at) || ts.isVariableDeclaration(at)) return at.name.getText();
		if (ts.isFunctionDeclaration(at)) return at.name?.text ?? '';
	}
	return '';
}

function messagesIn(source: ts.SourceFile): Message[] {
	const messages: Message[] = [];
	const visit = (node: ts.Node): void => {
		const text = isCode(node) ? undefined : textOf(node);
		if (text === undefined) {
			ts.forEachChild(node, visit);
			return;
		}
		const usedBy = userOf(node);
		const { line } = source.getLineAndCharacterOfPosition(node.getStart());
		const isLabel = LABELS.has(usedBy) && /^[A-Z]/.test(text);
		if (isLabel || wordsIn(text) > 1) messages.push({ file: source.fileName, line: line + 1, usedBy, text });
		if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) visit(span.expression);
	};
	ts.forEachChild(source, visit);
	return messages;
}

function summaryOf(messages: Message[]): string {
	const words = messages.flatMap(({ text }) => sentencesIn(text)).map(wordsIn);
	const mean = words.reduce((sum, count) => sum + count, 0) / words.length;
	const long = words.filter((count) => count > LONGEST_SENTENCE).length;
	return `${messages.length} texts with ${words.length} sentences of ${mean.toFixed(1)} words. ${long} have more than ${LONGEST_SENTENCE} words.`;
}

function pageOf(messages: Message[]): string {
	const lines = [
		'# Texts that people read',
		'',
		`${summaryOf(messages)} What the code inserts stands in braces.`,
	];
	let last = '';
	for (const { file, line, usedBy, text } of messages) {
		if (file !== last) lines.push('', `## ${file}`, '');
		last = file;
		lines.push(`- ${line} ${usedBy}: ${text.replace(/\s+/g, ' ')}`);
	}
	return `${lines.join('\n')}\n`;
}

// Writes a page for a reviewer. The reviewer reads it as a newcomer would, and asks of each text what to do next.
const messages = sourceFiles().flatMap(messagesIn);
fs.mkdirSync(path.dirname(PAGE), { recursive: true });
fs.writeFileSync(PAGE, pageOf(messages));
console.log(`${summaryOf(messages)} They are in ${path.relative(ROOT, PAGE)}.`);
