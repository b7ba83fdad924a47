import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../folders';

/** What this package is tested with. n8n 3.0 comes as a Docker image only: 2.41 with its defaults stands for it, see `environment.ts`. */
export const n8nVersions = ['2.41', '3.0', '2.8'] as const;

export type N8nVersion = (typeof n8nVersions)[number];

/** The part of a version's package.json that the set-up reads. */
interface VersionManifest {
	/** `node` is the exact Node version for machines whose own Node is of another major version. */
	config: { node: string };
	dependencies: { n8n: string };
}

/** The n8n line that is installed for a version. */
export function lineOf(version: N8nVersion): Exclude<N8nVersion, '3.0'> {
	return version === '3.0' ? '2.41' : version;
}

/** The folder with the package.json and the lock file of one n8n version. */
export function versionFolder(version: N8nVersion): string {
	return join(projectRoot, 'tools', 'harness', 'n8n', 'versions', lineOf(version));
}

/** Reads which n8n and which Node belong to a version. */
export function readVersionManifest(version: N8nVersion): VersionManifest {
	return JSON.parse(readFileSync(join(versionFolder(version), 'package.json'), 'utf8')) as VersionManifest;
}

/**
 * Turns text, such as the environment variable `N8N_VERSION`, into a version.
 *
 * @throws Error that names the versions there are, when the text is none of them
 */
export function parseN8nVersion(text: string): N8nVersion {
	const version = n8nVersions.find((candidate) => candidate === text);
	if (version === undefined) {
		throw new Error(`There is no n8n "${text}" to test with. Choose one of: ${n8nVersions.join(', ')}.`);
	}
	return version;
}

/** The version under test: `N8N_VERSION`, or the newest. */
export function selectedN8nVersion(): N8nVersion {
	return parseN8nVersion(process.env['N8N_VERSION'] ?? n8nVersions[0]);
}
