import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../tools/harness/folders';

const FOLDER = join(projectRoot, 'icons');

const files = readdirSync(FOLDER);

function schemeOf(file: string): 'light' | 'dark' {
	return file.endsWith('.dark.svg') ? 'dark' : 'light';
}

describe('The icons', () => {
	it('come in pairs, for light and dark backgrounds', () => {
		const light = files.filter((file) => schemeOf(file) === 'light');
		expect(light.length).toBeGreaterThan(1);
		expect(files).toEqual(light.flatMap((file) => [file.replace('.svg', '.dark.svg'), file]).sort());
	});

	it.each(files)('%s is a small drawing without text, fonts or external content', (file) => {
		const source = readFileSync(join(FOLDER, file), 'utf8');
		expect(source.length).toBeLessThan(1000);
		expect([...new Set(source.match(/<[a-z]+/g))].sort()).toEqual(
			expect.arrayContaining(['<path', '<rect', '<svg']),
		);
		expect(source).not.toMatch(/<(text|image|style|script|use|filter)|href|url\(/);
	});
});
