import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { makeOnce } from '../lock';
import { cacheFolder, projectRoot } from '../folders';
import { runCommand } from '../processes/runCommand';
import type { Progress } from '../progress';
import { ensureNode, rootWithHeaders } from './nodeRuntime';
import { lineOf, readVersionManifest, versionFolder, type N8nVersion } from './versions';

/** An n8n installation that can be started. */
export interface Installation {
	/** The version under test. For 3.0, n8n 2.41 is installed. */
	version: N8nVersion;
	/** The exact n8n version, such as `2.41.1`. */
	exactVersion: string;
	/** The Node.js program that this n8n version needs. */
	nodeProgram: string;
	/** n8n's command line script, which `nodeProgram` runs. */
	script: string;
}

const LOCKED_FILES = ['package.json', 'pnpm-lock.yaml'];
const STAMP = '.installed';
const REPORT_EVERY_MS = 20_000;

/**
 * Installs an n8n version into the cache folder from its committed lock file, unless it's already there. Several processes can
 * call this at once.
 *
 * @param progress called at steps that take long
 */
export async function ensureN8n(
	version: N8nVersion,
	progress: Progress = () => undefined,
): Promise<Installation> {
	const manifest = readVersionManifest(version);
	const nodeProgram = await ensureNode(manifest.config.node, progress);
	const folder = join(cacheFolder, 'n8n', lineOf(version));
	const stamp = stampOf(version);
	const make = async () => {
		progress(`installing n8n ${version}, ${reasonToInstall(folder)} (2 GB, takes some minutes, only once)`);
		await install(version, folder, nodeProgram, progress);
		await writeFile(join(folder, STAMP), stamp);
	};
	await makeOnce(folder, () => isInstalled(folder, stamp), make, progress);
	return {
		version,
		exactVersion: manifest.dependencies.n8n,
		nodeProgram,
		script: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

function isInstalled(folder: string, stamp: string): boolean {
	const file = join(folder, STAMP);
	return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Why n8n is being installed. It's shown because the user may already have waited for an earlier installation. */
function reasonToInstall(folder: string): string {
	if (!existsSync(folder)) return "because there's none yet";
	return existsSync(join(folder, STAMP))
		? 'because this version of the project needs other packages'
		: "because the last installation didn't finish";
}

/**
 * Hash of what an installation depends on: the lock file, and the manifest, which names the Node.js version for native modules.
 */
function stampOf(version: N8nVersion): string {
	const hash = createHash('sha256');
	for (const name of LOCKED_FILES) hash.update(readFileSync(join(versionFolder(version), name)));
	return `${hash.digest('hex')}\n`;
}

async function install(
	version: N8nVersion,
	folder: string,
	nodeProgram: string,
	progress: Progress,
): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	for (const name of LOCKED_FILES) await copyFile(join(versionFolder(version), name), join(folder, name));

	const started = Date.now();
	const timer = setInterval(() => {
		progress(`still installing n8n ${version} (${secondsSince(started)} s)`);
	}, REPORT_EVERY_MS);
	try {
		await runCommand(nodeProgram, [pnpmScript(), ...pnpmArguments], {
			cwd: folder,
			env: environmentFor(nodeProgram),
		});
	} catch (error) {
		throw new Error(
			`Can't install n8n ${version}. If npm can't be reached, check your network and proxy. Then try again: ` +
				'what was downloaded is kept.',
			{ cause: error },
		);
	} finally {
		clearInterval(timer);
	}
	progress(`installed n8n ${version} in ${secondsSince(started)} s`);
}

const pnpmArguments = ['install', '--frozen-lockfile', '--ignore-workspace', '--reporter', 'append-only'];

function pnpmScript(): string {
	return join(projectRoot, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
}

/** Install scripts of native modules must find the Node.js that will later load these modules, and its headers. */
function environmentFor(nodeProgram: string): NodeJS.ProcessEnv {
	const headers = rootWithHeaders(nodeProgram);
	return {
		...withInstallScripts(process.env),
		PATH: [dirname(nodeProgram), process.env['PATH']].join(delimiter),
		CI: 'true',
		...(headers === undefined ? {} : { npm_config_nodedir: headers }),
	};
}

/** Drops `ignore-scripts`, which `npm run` passes on from this project. n8n's native modules need their install scripts. */
function withInstallScripts(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const entries = Object.entries(environment);
	return Object.fromEntries(entries.filter(([name]) => !/^npm_config_ignore_scripts$/i.test(name)));
}

function secondsSince(started: number): number {
	return Math.round((Date.now() - started) / 1000);
}
