import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Progress } from '../harness/progress';

/** Gives what cannot be read another name, so that it can be made anew and nothing is lost, and tells so. */
export async function setAside(path: string, progress: Progress): Promise<void> {
	let kept = `${path}.damaged`;
	for (let copy = 2; existsSync(kept); copy += 1) kept = `${path}.damaged-${copy}`;
	await rename(path, kept);
	progress(`${path} cannot be read: it is kept as ${kept}, and made anew`);
}

/** The object in a JSON file; undefined where there is none. A file that holds anything else is set aside. */
export async function readObject(
	file: string,
	progress: Progress,
): Promise<Record<string, unknown> | undefined> {
	if (!existsSync(file)) return undefined;
	try {
		const value: unknown = JSON.parse(await readFile(file, 'utf8'));
		if (isObject(value)) return value;
	} catch {
		// Told below.
	}
	await setAside(file, progress);
	return undefined;
}

/** Writes a file so that a crash leaves it as it was, or as it is to be. */
export async function writeWhole(file: string, text: string): Promise<void> {
	await writeFile(`${file}.new`, text);
	await rename(`${file}.new`, file);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
