import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../folders';

/**
 * The versions that this package is tested with. n8n 3.0 is only available as a Docker image, so 2.41 takes its place, with
 * the defaults of 3.0 from `environment.ts`.
 */
export const n8nVersions = ['2.41', '3.0', '2.8'] as const;

export type N8nVersion = (typeof n8nVersions)[number];

/** The part of a version's package.json that's used here. */
interface VersionManifest {
	/** Settings of this project. `node` is the exact version for machines with another major version of Node.js. */
	config: { node: string };
	dependencies: { n8n: string };
}

/** The n8n release line that's installed for a version. */
export function lineOf(version: N8nVersion): Exclude<N8nVersion, '3.0'> {
	return version === '3.0' ? '2.41' : version;
}

/** The folder with the package.json and the lock file of an n8n version. */
export function versionFolder(version: N8nVersion): string {
	return join(projectRoot, 'tools', 'harness', 'n8n', 'versions', lineOf(version));
}

/** Reads the exact versions of n8n and Node.js. */
export function readVersionManifest(version: N8nVersion): VersionManifest {
	return JSON.parse(readFileSync(join(versionFolder(version), 'package.json'), 'utf8')) as VersionManifest;
}

/**
 * Converts text, such as the environment variable `N8N_VERSION`, into a version.
 *
 * @throws Error that lists the possible versions if it's none of them
 */
export function parseN8nVersion(text: string): N8nVersion {
	const version = n8nVersions.find((candidate) => candidate === text);
	if (version === undefined) {
		throw new Error(`Tests can't use n8n "${text}". Choose one of: ${n8nVersions.join(', ')}.`);
	}
	return version;
}

/** The version under test: `N8N_VERSION`, or the first version of the list. */
export function selectedN8nVersion(): N8nVersion {
	return parseN8nVersion(process.env['N8N_VERSION'] ?? n8nVersions[0]);
}
