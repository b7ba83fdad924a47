import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { projectRoot } from '../../../tools/harness/folders';
import { until } from '../../../tools/harness/until';

/** Folder of the pictures in the docs. */
export const PICTURES_FOLDER = join(projectRoot, 'docs', 'pictures');

/** Whether the pictures are taken again, as in `npm run pictures`. Otherwise, only the text in them is checked. */
export const isWriting = process.env['PICTURES'] === '1';

/** Name of the file next to the pictures that contains their text. */
export const WORDS_FILE = 'pictures.json';

/** Screen pixels per CSS pixel, so that small text stays sharp. */
export const SCALE = 2;

/** Space around the subject of a picture, in CSS pixels. Negative numbers crop it. `sides` also sets the top. */
export interface Margin {
	sides: number;
	bottom: number;
}

/** Time for which a film shows its first frame and each of its last two, and time for all others together, in milliseconds. */
const STILL_MS = 2000;
const MOVING_MS = 3000;

/**
 * Elements of the editor that are hidden in pictures. Messages, tips and buttons of the canvas cover the subject. Places
 * for other nodes are cut off, and counts of items cover the names of outputs.
 */
const IN_THE_WAY = [
	'.el-notification',
	'[role=tooltip]',
	'[data-test-id=floating-node]',
	'[data-test-id=canvas-controls]',
	'[class*=_nodeButtonsWrapper_]',
	'[class*=_executionButtons_]',
	'.tab-bar-container',
	'.canvas-handle-plus',
	'[class*=_runDataLabel_]',
	'.vue-flow__edge-label[data-source-node-name="Download PDF"]',
	'.vue-flow__edge-label[data-source-node-name="File in Records"]',
].join();

/**
 * Matches strings that differ between runs: those with digits (except in the name n8n), secrets, and texts that depend on
 * which triggers are published.
 */
const CHANGES = /(?<!\bn)\d|\S{25}|^No endpoint is subscribed/;

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/** A picture's text, and the picture as a PNG if pictures are taken again. */
export interface Shot {
	picture: Buffer;
	words: string[];
}

/** Text in pictures, by their file names. */
export type Words = Record<string, string[]>;

/** Returns a picture of these parts and the space between them. All parts must be in the window. */
export async function shotOf(parts: Locator[], margin: Margin): Promise<Shot> {
	const page = pageOf(parts);
	const area = around(await boxesInWindow(parts));
	const style = `${IN_THE_WAY} { visibility: hidden !important; }`;
	const picture = await screenshot(page, { clip: within(page, area, margin), style });
	return { picture, words: await wordsIn(parts) };
}

/** Returns a picture of the visible part of a page, which must include these parts. */
export async function shotOfWindow(parts: Locator[]): Promise<Shot> {
	await boxesInWindow(parts);
	return { picture: await screenshot(pageOf(parts)), words: await wordsIn(parts) };
}

/** Writes a picture for the docs. */
export async function writePicture(file: string, { picture }: Shot): Promise<void> {
	await write(file, await sharp(picture).png({ compressionLevel: 9 }).toBuffer());
}

/**
 * Writes an animation as WebP.
 *
 * @param frames at least four frames of the same size. The first one and the last two stay long enough to be read
 */
export async function writeFilm(file: string, frames: Buffer[]): Promise<void> {
	const moving = Math.round(MOVING_MS / (frames.length - 3));
	const delay = frames.map((_, at) => (at === 0 || at >= frames.length - 2 ? STILL_MS : moving));
	const film = sharp(frames, { join: { animated: true } });
	await write(file, await film.webp({ delay, loop: 0, quality: 85 }).toBuffer());
}

/** Writes the text of all pictures. */
export async function writeWords(words: Words): Promise<void> {
	await write(WORDS_FILE, `${JSON.stringify(words, null, '\t')}\n`);
}

/** Returns the text of the pictures in the docs, as recorded when they were taken. */
export async function recordedWords(): Promise<Words> {
	return JSON.parse(await readFile(join(PICTURES_FOLDER, WORDS_FILE), 'utf8')) as Words;
}

/** Places a picture in the middle of a frame, as large as possible. Both sizes are in screen pixels. */
export async function framed({ picture }: Shot, frame: { width: number; height: number }): Promise<Buffer> {
	return await sharp(picture)
		.resize({ ...frame, fit: 'contain', background: '#fff' })
		.png()
		.toBuffer();
}

async function write(file: string, content: Buffer | string): Promise<void> {
	await writeFile(join(PICTURES_FOLDER, file), content);
}

async function screenshot(page: Page, options: { clip?: Area; style?: string } = {}): Promise<Buffer> {
	if (!isWriting) return Buffer.alloc(0);
	await page.mouse.move(0, 0);
	await page.evaluate('document.fonts.ready.then(() => undefined)');
	return await page.screenshot({ ...options, animations: 'disabled' });
}

/** Returns the lines of text in parts of a page, without duplicates and without lines that change in each run. */
async function wordsIn(parts: Locator[]): Promise<string[]> {
	const texts = await Promise.all(parts.map(async (part) => await part.innerText()));
	const lines = texts.flatMap((text) => text.split(/[\n\t]/)).map((line) => line.trim());
	return [...new Set(lines)].filter((line) => line !== '' && !CHANGES.test(line));
}

function pageOf([part]: Locator[]): Page {
	if (!part) throw new Error('A picture shows something');
	return part.page();
}

/** Waits until nothing moves, and returns the bounding boxes of these parts. */
async function boxesInWindow(parts: Locator[]): Promise<Area[]> {
	const { width, height } = windowOf(pageOf(parts));
	let before = '';
	return await until(async () => {
		const boxes = await Promise.all(parts.map(async (part) => await part.boundingBox()));
		const [last, now] = [before, JSON.stringify(boxes)];
		before = now;
		if (now !== last) return undefined;
		return boxes.map((box, at) => {
			if (!box || box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height) {
				throw new Error(`The window does not show all of ${String(parts[at])}: ${JSON.stringify(box)}`);
			}
			return box;
		});
	});
}

function around(boxes: Area[]): Area {
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	const right = Math.max(...boxes.map((box) => box.x + box.width));
	const bottom = Math.max(...boxes.map((box) => box.y + box.height));
	return { x, y, width: right - x, height: bottom - y };
}

/** Returns an area with its margin, limited to the window. */
function within(page: Page, area: Area, { sides, bottom }: Margin): Area {
	const window = windowOf(page);
	const x = Math.max(0, area.x - sides);
	const y = Math.max(0, area.y - sides);
	const right = Math.min(window.width, area.x + area.width + sides);
	const end = Math.min(window.height, area.y + area.height + bottom);
	return { x, y, width: right - x, height: end - y };
}

function windowOf(page: Page): { width: number; height: number } {
	const size = page.viewportSize();
	if (!size) throw new Error('The window has no fixed size');
	return size;
}
