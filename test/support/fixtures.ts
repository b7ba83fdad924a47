import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Contains a folder for each released version, with the data that it leaves in n8n. A folder is made for its release and
 * never changes.
 */
export const FIXTURES = join(__dirname, '..', 'fixtures');

/** Returns data that a version has left in n8n. */
export function fixtureOf(version: string, name: string): unknown {
	return JSON.parse(readFileSync(join(FIXTURES, version, `${name}.json`), 'utf8')) as unknown;
}

const { WRITE_FIXTURES: version } = process.env;

/** Writes data of this version. It's undefined, unless a release is being made. */
export const writing =
	version === undefined
		? undefined
		: (name: string, content: unknown): void => {
				mkdirSync(join(FIXTURES, version), { recursive: true });
				writeFileSync(join(FIXTURES, version, `${name}.json`), `${JSON.stringify(content, null, '\t')}\n`);
			};
