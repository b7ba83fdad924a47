/**
 * `npm start`: an n8n with this package, example workflows, and the faxing service in miniature, from a fresh clone on.
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

// Only now is there something that runs TypeScript.
const { register } = await import('tsx/cjs/api');
register();
createRequire(import.meta.url)('./main.ts').main(report);
