import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Progress } from '../harness/progress';

/** Renames a file that can't be read, and reports this. A new file can then be created without losing the old one. */
export async function setAside(path: string, progress: Progress): Promise<void> {
	let kept = `${path}.damaged`;
	for (let copy = 2; existsSync(kept); copy += 1) kept = `${path}.damaged-${copy}`;
	await rename(path, kept);
	progress(`can't read ${path}. It's now ${kept}, and there's a new one in its place`);
}

/** The object in a JSON file, or undefined if the file doesn't exist. A file with any other content is set aside. */
export async function readObject(
	file: string,
	progress: Progress,
): Promise<Record<string, unknown> | undefined> {
	if (!existsSync(file)) return undefined;
	try {
		const value: unknown = JSON.parse(await readFile(file, 'utf8'));
		if (isObject(value)) return value;
	} catch {
		// The file isn't valid JSON, so it's set aside below.
	}
	await setAside(file, progress);
	return undefined;
}

/** Writes a file so that it has either its old or its new content after a crash. */
export async function writeWhole(file: string, text: string): Promise<void> {
	await writeFile(`${file}.new`, text);
	await rename(`${file}.new`, file);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
