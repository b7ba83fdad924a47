import './environment';

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/** Root of the package, which contains package.json. */
export const packageRoot = resolve(__dirname, '../../..');

interface Manifest {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	scripts: Record<string, string>;
}

/** The content of package.json. */
export const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest;

/**
 * Makes sure that every source file was built since its last change, because these tests use the build.
 *
 * @throws if a file isn't built
 */
export function requireBuild(): void {
	const unbuilt = ['nodes', 'credentials'].flatMap(sourcesIn).filter((source) => !isBuilt(source));
	if (unbuilt.length === 0) return;
	const more = unbuilt.length > 3 ? ` and ${unbuilt.length - 3} more` : '';
	throw new Error(
		`The build is missing or older than ${unbuilt.slice(0, 3).join(', ')}${more}. Run "npm run build" before these tests.`,
	);
}

function sourcesIn(folder: string): string[] {
	return readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.ts$/.test(file) && !/\.d\.ts$/.test(file))
		.map((file) => join(folder, file));
}

function isBuilt(source: string): boolean {
	const built = join(packageRoot, 'dist', source.replace(/\.ts$/, '.js'));
	return existsSync(built) && statSync(built).mtimeMs >= statSync(join(packageRoot, source)).mtimeMs;
}

/** Suffix of the tool node type that n8n derives from each node that's usable as a tool. It runs the same code. */
const TOOL = /Tool$/;

/** The built package, as n8n holds it in memory. */
export interface LoadedPackage {
	nodeTypes: INodeTypes;
	credentialType(name: string): ICredentialType;
}

/** Loads the built package as n8n loads a package that a user has installed. */
export async function loadPackage(): Promise<LoadedPackage> {
	requireBuild();
	const loader = new PackageDirectoryLoader(packageRoot);
	await loader.loadAll();
	const byName = (type: string): INodeType | IVersionedNodeType => {
		const [packageName, nodeName = ''] = type.split('.');
		if (packageName !== manifest.name) throw new Error(`No such package: ${type}`);
		return loader.getNode(nodeName.replace(TOOL, '')).type;
	};
	return {
		nodeTypes: {
			getByName: byName,
			getByNameAndVersion: (type, version) => NodeHelpers.getVersionedNodeType(byName(type), version),
			getKnownTypes: () => loader.known.nodes,
		},
		credentialType: (name) => loader.getCredential(name).type,
	};
}
