import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'pictures');
const MARGIN = 20;

interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * Takes a picture for the README when `PICTURES` is `1`; otherwise the files stay as they are.
 *
 * @param area in CSS pixels, may be larger than the window; without it, what the window shows
 */
export async function takePicture(page: Page, name: string, area?: Area): Promise<void> {
	if (process.env['PICTURES'] !== '1') return;
	await mkdir(FOLDER, { recursive: true });
	await page.mouse.move(0, 0);
	await page.evaluate('document.fonts.ready.then(() => undefined)');
	const clip = area && { clip: area, fullPage: true };
	const picture = await page.screenshot({ animations: 'disabled', ...clip });
	await sharp(picture)
		.png({ compressionLevel: 9 })
		.toFile(join(FOLDER, `${name}.png`));
}

/** Where an element is on its page, with what hangs over at its sides. */
export async function areaOf(element: Locator): Promise<Area> {
	const { x, y, width, height } = await boxOf(element);
	return { x: x - MARGIN, y, width: width + 2 * MARGIN, height };
}

/** A page from its top down to an element that is the last to be shown. */
export async function areaDownTo(element: Locator): Promise<Area> {
	const { y, height } = await boxOf(element);
	return { x: 0, y: 0, width: element.page().viewportSize()?.width ?? 0, height: y + height + MARGIN };
}

async function boxOf(element: Locator): Promise<Area> {
	const box = await element.boundingBox();
	if (!box) throw new Error('There is nothing to be seen of what the picture is to show');
	return box;
}
