import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeOnce } from '../lock';
import { cacheFolder } from '../folders';
import { runCommand } from '../processes/runCommand';
import type { Progress } from '../progress';

/**
 * Finds Node.js with the same major version as `version`. It's either the one that runs this, or the exact version from npm.
 *
 * @param version exact version, such as `24.21.0`
 * @returns path of the Node.js program
 * @throws Error about what to install if npm has no Node.js for this platform
 */
export async function ensureNode(version: string, progress: Progress): Promise<string> {
	const major = version.split('.')[0];
	if (process.versions.node.split('.')[0] === major) return process.execPath;

	const folder = join(cacheFolder, 'node', version);
	const packageName = nodePackageName();
	const program = join(folder, 'node_modules', packageName, 'bin', nodeFileName());
	const make = async () => {
		progress(`installing Node ${version} (this n8n doesn't run on ${process.version})`);
		await mkdir(folder, { recursive: true });
		await install(folder, `${packageName}@${version}`);
	};
	await makeOnce(folder, () => existsSync(program), make, progress);
	if (!existsSync(program)) throw new Error(`${packageName}@${version} doesn't contain ${program}`);
	return program;
}

/**
 * Root folder of the given Node.js, if it contains C++ headers. With them, native modules can be built without a download.
 */
export function rootWithHeaders(nodeProgram: string): string | undefined {
	const folder = join(dirname(nodeProgram), '..');
	return existsSync(join(folder, 'include', 'node', 'node.h')) ? folder : undefined;
}

async function install(folder: string, specifier: string): Promise<void> {
	const flags = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
	try {
		await runCommand('npm', ['install', '--prefix', folder, ...flags, specifier], { cwd: folder });
	} catch (error) {
		const major = specifier.split('@')[1]?.split('.')[0] ?? '';
		throw new Error(
			`Can't install ${specifier} from npm. Check your network. If npm has none for this platform, ` +
				`run this with Node ${major}.`,
			{ cause: error },
		);
	}
}

function nodePackageName(): string {
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	return [prefix, platform, process.arch].join('-');
}

function nodeFileName(): string {
	return process.platform === 'win32' ? 'node.exe' : 'node';
}
