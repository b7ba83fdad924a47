import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, projectRoot } from '../folders';
import { runCommand } from '../processes/runCommand';

let packed: Promise<string> | undefined;

/**
 * Packs this package as `npm publish` would, once per process. The package must already be built. If the environment variable
 * `PACKAGE_TARBALL` names a tarball, that one is used instead.
 *
 * @returns path of the tarball
 */
export async function packPackage(): Promise<string> {
	packed ??= pack();
	return await packed;
}

/**
 * Installs a packed community package where n8n looks for it, as a user would do without the editor.
 *
 * @param nodesFolder `<user folder>/.n8n/nodes`
 */
export async function installCommunityPackage(nodesFolder: string, tarball: string): Promise<void> {
	await mkdir(nodesFolder, { recursive: true });
	// This works offline, because n8n itself provides the peer dependency n8n-workflow, and there are no other dependencies.
	const flags = ['--offline', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
	await runCommand('npm', ['install', '--prefix', nodesFolder, ...flags, tarball], { cwd: nodesFolder });
}

async function pack(): Promise<string> {
	const given = process.env['PACKAGE_TARBALL'];
	if (given !== undefined && given !== '') return given;

	await mkdir(cacheFolder, { recursive: true });
	const folder = await mkdtemp(join(cacheFolder, 'packed-'));
	const flags = ['--ignore-scripts', '--silent', '--pack-destination', folder];
	const fileName = await runCommand('npm', ['pack', ...flags], { cwd: projectRoot });
	return join(folder, fileName.trim());
}
