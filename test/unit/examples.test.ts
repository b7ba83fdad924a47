import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INode } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { resources } from '../../nodes/FaxPlus/resources';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import { projectRoot } from '../../tools/harness/folders';
import type { WorkflowDraft } from '../../tools/harness/n8n';

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

interface Note extends Box {
	content: string;
}

const folder = join(projectRoot, 'examples');
const FILES = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** The part of a 1280 × 800 window that n8n's editor leaves for nodes, without sidebar, header, and log panel. */
const CANVAS = { left: 42, top: 65, width: 1238, height: 698 };
/** When a workflow opens, n8n fits it into the window with 20% padding, and never enlarges it. */
const FIT = { padding: 0.2, maxZoom: 1 };
/** The part of the window that n8n's checklist covers when a published workflow opens for the first time. */
const CHECKLIST: Box = { left: 58, top: 78, right: 418, bottom: 419 };

/** Text sizes in n8n's sticky notes, by the prefix of a line. */
const SIZES = { '# ': 36, '## ': 24, '### ': 16, '': 14 };
const LINE_HEIGHT = 1.35;
const PARAGRAPH_GAP = 8;
const NOTE_PADDING = 18;
/** Average width of a letter relative to the font size, for English text in n8n's font. */
const LETTER_WIDTH = 0.5;
/** Smallest size, in pixels, at which people can read a sentence on a screen. */
const READABLE_PX = 10;

const NODE_SIZE = 96;

function readExample(file: string): WorkflowDraft {
	return JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowDraft;
}

function boxesOf(file: string): { nodes: Box[]; note: Note } {
	const { nodes } = readExample(file);
	const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
	const [note] = nodes.filter(isNote);
	if (!note) throw new Error(`${file} has no note`);
	const { content, width, height } = note.parameters as { content: string; width: number; height: number };
	return {
		nodes: nodes.filter((node) => !isNote(node)).map((node) => boxAt(node, NODE_SIZE, NODE_SIZE)),
		note: { content, ...boxAt(note, width, height) },
	};
}

function boxAt({ position: [left, top] }: INode, width: number, height: number): Box {
	return { left, top, right: left + width, bottom: top + height };
}

function around(boxes: Box[]): Box {
	return {
		left: Math.min(...boxes.map(({ left }) => left)),
		top: Math.min(...boxes.map(({ top }) => top)),
		right: Math.max(...boxes.map(({ right }) => right)),
		bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
	};
}

/** Returns the zoom and position of a workflow in n8n's editor just after it was opened. */
function fit({ left, top, right, bottom }: Box): { zoom: number; onScreen: (box: Box) => Box } {
	const room = 1 + FIT.padding;
	const zoom = Math.min(
		FIT.maxZoom,
		CANVAS.width / ((right - left) * room),
		CANVAS.height / ((bottom - top) * room),
	);
	const x = (value: number) => CANVAS.left + CANVAS.width / 2 + (value - (left + right) / 2) * zoom;
	const y = (value: number) => CANVAS.top + CANVAS.height / 2 + (value - (top + bottom) / 2) * zoom;
	return {
		zoom,
		onScreen: (box) => ({
			left: x(box.left),
			top: y(box.top),
			right: x(box.right),
			bottom: y(box.bottom),
		}),
	};
}

function overlap(a: Box, b: Box): boolean {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns the lines of a note that aren't empty, with the size of their text. */
function linesOf(content: string): Array<{ text: string; size: number }> {
	return content
		.split('\n')
		.filter((line) => line !== '')
		.map((text) => ({ text, size: SIZES[(/^#{1,3} /.exec(text)?.[0] ?? '') as keyof typeof SIZES] }));
}

/** Estimates the height of a note's text. */
function heightOf({ content, left, right }: Note): number {
	const heights = linesOf(content).map(({ text, size }) => {
		const rows = Math.ceil((text.length * size * LETTER_WIDTH) / (right - left - 2 * NOTE_PADDING));
		return rows * size * LINE_HEIGHT + PARAGRAPH_GAP;
	});
	return NOTE_PADDING + heights.reduce((sum, height) => sum + height, 0);
}

describe.each(FILES)('The note of %s', (file) => {
	const { nodes, note } = boxesOf(file);
	const { zoom, onScreen } = fit(around([...nodes, note]));

	it('fits in a window of 1280 pixels as soon as the workflow opens', () => {
		for (const { text, size } of linesOf(note.content)) {
			expect({ text, px: size * zoom >= READABLE_PX ? READABLE_PX : size * zoom }).toEqual({
				text,
				px: READABLE_PX,
			});
		}
	});

	it("shows its whole text, and covers neither nodes nor n8n's checklist", () => {
		expect(heightOf(note)).toBeLessThanOrEqual(note.bottom - note.top);
		expect(nodes.filter((node) => overlap(node, note))).toEqual([]);
		expect(overlap(onScreen(note), CHECKLIST)).toBe(false);
	});
});

const descriptions = {
	faxPlus: new FaxPlus().description,
	faxPlusTool: new FaxPlus().description,
	faxPlusTrigger: new FaxPlusTrigger().description,
	faxPlusPollingTrigger: new FaxPlusPollingTrigger().description,
};

/** Returns the parameters that the editor would mark as wrong in a node of this package: missing ones and unknown ones. */
function parameterIssues(node: INode): string[] {
	const [, name] = /^n8n-nodes-faxplus\.(.+)$/.exec(node.type) ?? [];
	if (name === undefined) return [];
	const description = descriptions[name as keyof typeof descriptions];
	const { properties } = description;
	const missing = NodeHelpers.getNodeParametersIssues(properties, node, description)?.parameters ?? {};
	const resolved =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ?? {};
	const unknown = Object.keys(node.parameters).filter((parameter) => !(parameter in resolved));
	return [...Object.values(missing).flat(), ...unknown.map((parameter) => `${node.name}: "${parameter}"`)];
}

describe.each(FILES)('%s', (file) => {
	const { nodes } = readExample(file);
	const selected = nodes.flatMap(({ credentials = {} }) => Object.entries(credentials));

	it('sets every parameter, and only parameters that its nodes have', () => {
		expect(nodes.flatMap(parameterIssues)).toEqual([]);
	});

	it("contains nobody's secrets or IDs", () => {
		expect(selected.map(([, { id }]) => id)).toEqual(selected.map(() => null));
		expect(JSON.stringify(readExample(file))).not.toMatch(/instanceId|whsec_|alohi_pat_/);
	});

	it("selects no signing secret, because n8n won't start a workflow whose credential is missing", () => {
		expect(selected.map(([type]) => type)).not.toContain('faxPlusWebhookSecretApi');
	});
});

it.each(['06-ask-an-ai-agent.json', '11-what-did-they-fax-us.json'])(
	'The agent in %s has tools that only read or send within guards, and that report what went wrong',
	(file) => {
		const tools = readExample(file).nodes.filter(({ type }) => type === 'n8n-nodes-faxplus.faxPlusTool');
		expect(tools.length).toBeGreaterThan(2);
		for (const { parameters, onError } of tools) {
			expect(onError).toBe('continueRegularOutput');
			const { resource, operation, guards, source, requestIfMissing } = parameters;
			const [{ kind } = { kind: undefined }] = resources
				.filter(({ value }) => value === resource)
				.flatMap(({ operations }) => operations.filter(({ value }) => value === operation));
			if (operation === 'send') {
				expect(guards).toMatchObject({
					allowedDestinations: expect.stringMatching(/^\+[\d+, ]+$/) as string,
					...(source === 'url' && { allowedDocumentAddresses: expect.stringMatching(/./) as string }),
					maxRecipients: 1,
					refuseSameFax: true,
				});
			} else {
				// A read-only agent may read existing Fax AI results, but must not request missing ones.
				expect([kind, requestIfMissing]).toEqual(kind === 'staged' ? ['staged', false] : ['read', undefined]);
			}
		}
	},
);
