/**
 * `npm start` starts an n8n instance with this package, example workflows, and a Fax.Plus simulator. It works in a fresh
 * clone.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureDependencies } from '../harness/dependencies.mjs';

const started = Date.now();

function report(message) {
	console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${message}`);
}

ensureDependencies(join(dirname(fileURLToPath(import.meta.url)), '..', '..'), report);

// The packages that run TypeScript are installed only now.
const { register } = await import('tsx/cjs/api');
register();
createRequire(import.meta.url)('./main.ts').main(report);
