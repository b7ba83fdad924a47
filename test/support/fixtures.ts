import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder for each released version, with what it has left behind: it's made for a release, and doesn't change anymore. */
export const FIXTURES = join(__dirname, '..', 'fixtures');

/** What a version has left behind. */
export function fixtureOf(version: string, name: string): unknown {
	return JSON.parse(readFileSync(join(FIXTURES, version, `${name}.json`), 'utf8')) as unknown;
}

const { WRITE_FIXTURES: version } = process.env;

/** Writes such a file. Undefined unless a release is made. */
export const writing =
	version === undefined
		? undefined
		: (name: string, content: unknown): void => {
				mkdirSync(join(FIXTURES, version), { recursive: true });
				writeFileSync(join(FIXTURES, version, `${name}.json`), `${JSON.stringify(content, null, '\t')}\n`);
			};
