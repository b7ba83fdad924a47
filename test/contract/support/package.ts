import './environment';

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/** Root of the package, where package.json is. */
export const packageRoot = resolve(__dirname, '../../..');

interface Manifest {
	name: string;
	version: string;
	n8n: { nodes: string[]; credentials: string[] };
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	scripts: Record<string, string>;
}

/** package.json as it is. */
export const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest;

/** Throws unless every node and credential that package.json names has been built. */
export function requireBuild(): void {
	const missing = [...manifest.n8n.nodes, ...manifest.n8n.credentials].filter(
		(file) => !existsSync(join(packageRoot, file)),
	);
	if (missing.length > 0) {
		throw new Error(
			`The package is not built: ${missing.join(', ')} missing. Run "npm run build" before these tests.`,
		);
	}
}

/** n8n makes a second node type of each that is usable as a tool, with the same code. */
const TOOL = /Tool$/;

/** The built package as n8n holds it in memory. */
export interface LoadedPackage {
	nodeTypes: INodeTypes;
	credentialType(name: string): ICredentialType;
}

/** Loads the built package the way n8n loads one that a user installed. */
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
