import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Contains a folder for each released version, with the data that it leaves in n8n. A folder is written when its version is
 * released, and never changes.
 */
const FIXTURES = join(__dirname, '..', 'fixtures');

/** Returns the released versions that leave this kind of data. */
export function versionsWith(name: string): string[] {
	return readdirSync(FIXTURES).filter((version) => existsSync(fileOf(version, name)));
}

/** Returns data that a version leaves in n8n. */
export function fixtureOf(version: string, name: string): unknown {
	return JSON.parse(readFileSync(fileOf(version, name), 'utf8')) as unknown;
}

function fileOf(version: string, name: string): string {
	return join(FIXTURES, version, `${name}.json`);
}

const { WRITE_FIXTURES: version } = process.env;

/** Writes data of this version. It's undefined unless a release is being prepared. */
export const writing =
	version === undefined
		? undefined
		: (name: string, content: unknown): void => {
				mkdirSync(join(FIXTURES, version), { recursive: true });
				writeFileSync(fileOf(version, name), `${JSON.stringify(content, null, '\t')}\n`);
			};
