/** `npm run build`: compiles the package into dist/. */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';

// Nothing of an earlier build may be packed.
rmSync('dist', { recursive: true, force: true });
// Icons stand beside nodes/ and credentials/, so that both refer to one file.
cpSync('icons', 'dist/icons', { recursive: true });
// Codex files and output schemas belong to the node in whose folder they lie.
cpSync('nodes', 'dist/nodes', {
	recursive: true,
	filter: (source) => statSync(source).isDirectory() || source.endsWith('.json'),
});
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
process.exitCode = spawnSync(process.execPath, [tsc], { stdio: 'inherit' }).status ?? 1;
