import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '../../harness/folders';

const FOLDER = join(projectRoot, 'icons');
/** The smallest size at which n8n shows icons, and one at which details count, in pixels. */
const SMALL = 16;
const LARGE = 64;
/** The lightest and the darkest of n8n's backgrounds. */
const BACKGROUND = {
	light: { colour: '#ffffff', lightness: 0xff },
	dark: { colour: '#171717', lightness: 0x17 },
};

const files = readdirSync(FOLDER);

function schemeOf(file: string): 'light' | 'dark' {
	return file.endsWith('.dark.svg') ? 'dark' : 'light';
}

/** Lightness of each pixel at the smallest size, 0 to 255, on the background that the icon is made for. */
async function drawn(file: string): Promise<number[]> {
	const background = BACKGROUND[schemeOf(file)].colour;
	const image = sharp(join(FOLDER, file), { density: 300 }).resize(SMALL, SMALL).flatten({ background });
	return [...(await image.greyscale().raw().toBuffer())];
}

/** The mean difference of two pictures. */
function difference(one: number[], other: number[]): number {
	return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

describe('The icons', () => {
	it('come in pairs, for light and dark backgrounds', () => {
		const light = files.filter((file) => schemeOf(file) === 'light');
		expect(light.length).toBeGreaterThan(1);
		expect(files).toEqual(light.flatMap((file) => [file.replace('.svg', '.dark.svg'), file]).sort());
	});

	it.each(files)('%s is a small drawing without text, font or anything from elsewhere', (file) => {
		const source = readFileSync(join(FOLDER, file), 'utf8');
		expect(source.length).toBeLessThan(1000);
		expect([...new Set(source.match(/<[a-z]+/g))].sort()).toEqual(
			expect.arrayContaining(['<path', '<rect', '<svg']),
		);
		expect(source).not.toMatch(/<(text|image|style|script|use|filter)|href|url\(/);
	});

	it.each(files)('%s is square, and fills its square', async (file) => {
		const { width, height } = await sharp(join(FOLDER, file)).metadata();
		expect(width).toBe(height);
		const image = sharp(join(FOLDER, file)).resize(LARGE, LARGE);
		const { info } = await image
			.trim({ background: '#00000000', threshold: 1 })
			.toBuffer({ resolveWithObject: true });
		expect(Math.min(info.width, info.height)).toBeGreaterThanOrEqual(LARGE - 4);
	});

	it.each(files)('%s stands out from its background, also when it is small', async (file) => {
		const pixels = await drawn(file);
		const { lightness } = BACKGROUND[schemeOf(file)];
		const visible = pixels.filter((value) => Math.abs(value - lightness) > 80);
		expect(visible.length / pixels.length).toBeGreaterThan(0.3);
	});

	it.each(['light', 'dark'] as const)('can be told apart at the smallest size, %s', async (scheme) => {
		const icons = files.filter((file) => schemeOf(file) === scheme);
		const pictures = await Promise.all(icons.map(async (file) => await drawn(file)));
		const differences = pictures.flatMap((one, at) =>
			pictures.slice(at + 1).map((other) => difference(one, other)),
		);
		expect(Math.min(...differences)).toBeGreaterThan(5);
	});
});
