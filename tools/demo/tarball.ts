import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip as unzip } from 'node:zlib';
import type { Progress } from '../harness/progress';
import { packPackage } from '../harness/n8n/packedPackage';
import { runCommand } from '../harness/processes/runCommand';
import { cacheFolder, projectRoot } from '../harness/folders';

const gunzip = promisify(unzip);

/** Everything that affects the packed package. */
const sources = [
	'credentials',
	'gulpfile.js',
	'icons',
	'index.js',
	'nodes',
	'package.json',
	'README.md',
	'tools/build',
	'tsconfig.json',
];

/**
 * Builds and packs this package, unless that was already done for the current sources. If the environment variable
 * `PACKAGE_TARBALL` names a tarball, that one is used instead.
 *
 * @returns path of the tarball
 */
export async function ensureTarball(progress: Progress): Promise<string> {
	const given = process.env['PACKAGE_TARBALL'];
	if (given !== undefined && given !== '') return given;

	const tarball = join(cacheFolder, 'demo-package', `${await hashSources()}.tgz`);
	if (await isWhole(tarball)) return tarball;

	progress('building the package');
	await runCommand('npm', ['run', '--silent', 'build'], { cwd: projectRoot });
	await mkdir(join(tarball, '..'), { recursive: true });
	const packed = await packPackage();
	await rename(packed, tarball);
	await rmdir(dirname(packed));
	return tarball;
}

/** Whether the tarball exists and isn't truncated. */
async function isWhole(tarball: string): Promise<boolean> {
	const unzipped = readFile(tarball).then(gunzip);
	return (await unzipped.catch(() => undefined)) !== undefined;
}

async function hashSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of sources) {
		const within = await readdir(join(projectRoot, source), { recursive: true }).catch(() => ['']);
		for (const path of within.sort().map((name) => join(source, name))) {
			// A folder can't be read, but the files in it are in the list, too.
			const content = await readFile(join(projectRoot, path)).catch(() => '');
			hash.update(`${path}\n`).update(content);
		}
	}
	return hash.digest('hex').slice(0, 16);
}
