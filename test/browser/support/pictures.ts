import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const FOLDER = join(__dirname, '..', '..', '..', 'docs', 'pictures');
const WIDTH = 1200;

/** Takes a picture for the README when `PICTURES` is `1`; otherwise the files stay as they are. */
export async function takePicture(page: Page, name: string): Promise<void> {
	if (process.env['PICTURES'] !== '1') return;
	await mkdir(FOLDER, { recursive: true });
	await page.evaluate('document.fonts.ready.then(() => undefined)');
	await sharp(await page.screenshot({ animations: 'disabled' }))
		.resize({ width: WIDTH })
		.png({ palette: true, colours: 128 })
		.toFile(join(FOLDER, `${name}.png`));
}
