import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'pictures');
const MARGIN = 16;

/**
 * Takes a picture for the README when `PICTURES` is `1`; otherwise the files stay as they are.
 *
 * @param end the last thing that is to be in the picture; without it, what the window shows
 */
export async function takePicture(page: Page, name: string, end?: Locator): Promise<void> {
	if (process.env['PICTURES'] !== '1') return;
	await mkdir(FOLDER, { recursive: true });
	await page.mouse.move(0, 0);
	await page.evaluate('document.fonts.ready.then(() => undefined)');
	const size = end && { clip: await areaDownTo(page, end), fullPage: true };
	const picture = await page.screenshot({ animations: 'disabled', ...size });
	await sharp(picture)
		.png({ compressionLevel: 9 })
		.toFile(join(FOLDER, `${name}.png`));
}

async function areaDownTo(page: Page, end: Locator) {
	const box = await end.boundingBox();
	const height = box ? box.y + box.height + MARGIN : 0;
	return { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height };
}
