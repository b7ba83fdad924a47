import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** Font families that are there in each picture once the fonts are loaded. */
export const SANS = 'DejaVu Sans';
export const MONO = 'DejaVu Sans Mono';

const FOLDER = join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf', 'DejaVuSansMono.ttf'];

let loaded: Promise<unknown> | undefined;

/** Makes the fonts known to all pictures that this process draws from now on, as the machine may have none. */
export async function loadFonts(): Promise<void> {
	await (loaded ??= Promise.all(
		FILES.map(
			async (file) =>
				await sharp({ text: { text: 'a', font: SANS, fontfile: join(FOLDER, file) } }).toBuffer(),
		),
	));
}

/** Text as it stands in SVG. */
export function escaped(text: string): string {
	const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
	return text.replace(/\p{Cc}/gu, '').replace(/[&<>]/g, (character) => entities[character] ?? '');
}
