import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { makeOnce } from '../lock';
import { cacheFolder, projectRoot } from '../folders';
import { runCommand } from '../processes/runCommand';
import type { Progress } from '../progress';
import { ensureNode, headersFolder } from './nodeRuntime';
import { lineOf, readVersionManifest, versionFolder, type N8nVersion } from './versions';

/** An n8n that is ready to be started. */
export interface Installation {
	/** Which n8n this stands for. */
	version: N8nVersion;
	/** The exact n8n version, for instance `2.41.1`. */
	exactVersion: string;
	/** The node program that this n8n needs. */
	nodeProgram: string;
	/** n8n's command line script, to be run by `nodeProgram`. */
	script: string;
}

const LOCKED_FILES = ['package.json', 'pnpm-lock.yaml'];
const STAMP = '.installed';
const REPORT_EVERY_MS = 20_000;

/**
 * Installs an n8n version into the cache folder, from its committed lock file, unless it is there already.
 * Several processes may call this at once.
 *
 * @param progress told about steps that take long
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
		progress(`installing n8n ${version}, ${reasonToInstall(folder)} (2 GB; takes minutes, once)`);
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

/** Why an n8n that is not installed as it should be is not: a person may have waited for one before. */
function reasonToInstall(folder: string): string {
	if (!existsSync(folder)) return 'as there is none yet';
	return existsSync(join(folder, STAMP))
		? 'as this version of the project needs others of its packages'
		: 'as the last attempt did not come to its end';
}

/** What an installation depends on: the lock file, and the Node that its native modules were built for, which the manifest names. */
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
			`n8n ${version} could not be installed. If npm could not be reached, check the network and the proxy, then start ` +
				'again: what has been downloaded is kept.',
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

/** Install scripts of native modules have to find the Node that will load them, and its headers. */
function environmentFor(nodeProgram: string): NodeJS.ProcessEnv {
	const headers = headersFolder(nodeProgram);
	return {
		...withoutNpmSettings(process.env),
		PATH: [dirname(nodeProgram), process.env['PATH']].join(delimiter),
		CI: 'true',
		...(headers === undefined ? {} : { npm_config_nodedir: headers }),
	};
}

/** Under `npm run`, npm hands its own settings of this project to every child, `ignore-scripts` among them. */
function withoutNpmSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const entries = Object.entries(environment);
	return Object.fromEntries(entries.filter(([name]) => !/^npm_config_ignore_scripts$/i.test(name)));
}

function secondsSince(started: number): number {
	return Math.round((Date.now() - started) / 1000);
}
