import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';

import { runCommand } from '../../tools/harness/processes/runCommand';
import { manifest, packageRoot, requireBuild } from './support/package';

interface Packed {
	filename: string;
	files: Array<{ path: string; size: number }>;
}

interface ScanResult {
	passed: boolean;
	message: string;
	details: string;
}

let folder: string;
/** The package's folder after its installation. */
let unpacked: string;
let files: string[];

beforeAll(async () => {
	requireBuild();
	folder = await mkdtemp(join(tmpdir(), 'faxplus-packed-'));
	const report = await run(
		'npm',
		['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
		packageRoot,
	);
	const [packed] = JSON.parse(report) as [Packed];
	files = packed.files.map(({ path }) => path);
	await run('tar', ['-xzf', packed.filename], folder);
	unpacked = join(folder, 'package');
	// n8n provides the peer dependency in a parent folder of an installed package. So does this test.
	await symlink(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
	await rm(folder, { recursive: true });
});

/**
 * Returns the output of a program. It runs without Jest's variables, because linters behave differently in a test
 * environment.
 */
async function run(program: string, parameters: string[], cwd: string): Promise<string> {
	const env = { ...process.env };
	delete env['NODE_ENV'];
	return await runCommand(program, parameters, { cwd, env });
}

/** Returns the package's files with this extension. */
function filesEndingWith(ending: string): string[] {
	return files.filter((file) => file.endsWith(ending));
}

describe('the packed package', () => {
	test('contains only what users need', () => {
		const notices = 'dist/THIRD_PARTY_NOTICES.txt';
		const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'index.js', 'package.json', notices];
		const others = files.filter((file) => !documents.includes(file));
		for (const file of others) {
			expect(file).toMatch(/^dist\/(nodes|credentials|icons)\/[^.].*\.(js|json|svg)$/);
			expect(file).not.toMatch(/test|spec|\.map$|\.d\.ts$/);
		}
		expect(files).toEqual(
			expect.arrayContaining(['LICENSE', 'README.md', 'index.js', 'package.json', notices]),
		);
	});

	test('contains every node and credential in its manifest, and no others', () => {
		expect(filesEndingWith('.node.js').sort()).toEqual([...manifest.n8n.nodes].sort());
		expect(filesEndingWith('.credentials.js').sort()).toEqual([...manifest.n8n.credentials].sort());
	});

	test("contains a codex file for each node, under n8n's name of the node", async () => {
		const loader = await loaded();
		for (const file of manifest.n8n.nodes) {
			const codexFile = `${file}on`;
			expect(files).toContain(codexFile);
			const codex = JSON.parse(await readFile(join(unpacked, codexFile), 'utf8')) as {
				node: string;
				resources: unknown;
			};
			const name = Object.entries(loader.nodeTypes).find(([, { sourcePath }]) => sourcePath === file)?.[0];
			expect(codex.node).toBe(`${manifest.name}.${name ?? ''}`);
			expect(codex.resources).toBeDefined();
		}
	});

	test('contains the light and dark icon of every node and credential', async () => {
		const { nodeTypes, credentialTypes } = await loaded();
		const icons = [
			...Object.values(nodeTypes).map(({ type }) => type.description),
			...Object.values(credentialTypes).map(({ type }) => type),
		].map(({ iconUrl }) => iconUrl as { light: string; dark: string } | undefined);
		expect(icons.length).toBe(manifest.n8n.nodes.length + manifest.n8n.credentials.length);
		for (const icon of icons) {
			for (const url of [icon?.light ?? '', icon?.dark ?? '']) {
				const file = url.replace(`icons/${manifest.name}/`, '');
				expect(files).toContain(file);
				expect(await readFile(join(unpacked, file), 'utf8')).toContain('<svg');
			}
			expect(icon?.light).not.toBe(icon?.dark);
		}
	});

	test('only requires its own files, n8n-workflow and node:crypto at run time', async () => {
		const scripts = filesEndingWith('.js');
		expect(scripts.length).toBeGreaterThan(manifest.n8n.nodes.length);
		for (const script of scripts) {
			const source = await readFile(join(unpacked, script), 'utf8');
			for (const wanted of required(source)) {
				if (!wanted.startsWith('.')) {
					expect(['n8n-workflow', 'node:crypto']).toContain(wanted);
					continue;
				}
				const target = resolve(unpacked, dirname(script), wanted);
				const isThere = [`${target}.js`, join(target, 'index.js'), target].some((file) => existsSync(file));
				expect([script, wanted, isThere]).toEqual([script, wanted, true]);
				expect(relative(unpacked, target)).not.toMatch(/^\.\./);
			}
		}
	});
});

describe('the manifest', () => {
	test('has no runtime dependency, and n8n-workflow as the only peer', () => {
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		for (const name of [
			'dependencies',
			'optionalDependencies',
			'bundleDependencies',
			'bundledDependencies',
			'overrides',
			'resolutions',
		]) {
			expect(manifest).not.toHaveProperty(name);
		}
	});

	test('runs nothing during installation', () => {
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']) {
			expect(manifest.scripts).not.toHaveProperty(script);
		}
	});

	test("meets n8n's rules for a community package", () => {
		expect(manifest).toMatchObject({
			license: 'MIT',
			keywords: expect.arrayContaining(['n8n-community-node-package']) as unknown,
			files: ['dist'],
			repository: { type: 'git' },
			author: { name: expect.any(String) as unknown, email: expect.stringContaining('@') as unknown },
			n8n: { n8nNodesApiVersion: 1 },
		});
	});
});

test("n8n's scanner passes the source and the packed package, and would refuse one that reads the environment", async () => {
	const [node = ''] = manifest.n8n.nodes;
	const spoilt = join(folder, 'spoilt');
	await cp(join(unpacked, 'package.json'), join(spoilt, 'package.json'));
	await cp(join(unpacked, node), join(spoilt, node));
	await appendFile(join(spoilt, node), 'process.env.HOME;\n');

	const script = join(__dirname, 'support/scan.mjs');
	const inputs = [`source=${packageRoot}`, `package=${unpacked}`, `package=${spoilt}`];
	const results = JSON.parse(await run(process.execPath, [script, ...inputs], packageRoot)) as ScanResult[];
	const clean = { passed: true, message: '', details: '' };
	expect(results).toEqual([
		clean,
		clean,
		expect.objectContaining({ passed: false, details: expect.stringContaining("'process'") as unknown }),
	]);
});

/** Returns the package in memory, as n8n loads it after installation. */
async function loaded(): Promise<PackageDirectoryLoader> {
	const loader = new PackageDirectoryLoader(unpacked);
	await loader.loadAll();
	return loader;
}

/** Returns the names of the modules that a script loads. */
function required(source: string): string[] {
	const calls = source.matchAll(/\b(?:require|import)\(\s*(["'`])(.*?)\1\s*\)/g);
	const found = [...calls].map(([, , name = '']) => name);
	for (const name of found) expect(builtinModules).not.toContain(name);
	return found;
}
