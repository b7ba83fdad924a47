import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { seed, startSimulator, WATCHED_SPEED } from '../simulator';
import { projectRoot } from './folders';
import { N8n, owner } from './n8n';
import { accessTokenDraft } from './n8n/credentials';

/** Folder with the package's compiled files, below n8n's user folder. */
const DIST = join('.n8n', 'nodes', 'node_modules', 'n8n-nodes-faxplus', 'dist');

/**
 * `npm run dev`, after a build: starts an n8n instance that reloads the nodes whenever a source file is saved, and a
 * Fax.Plus simulator. Ctrl-C stops both, and nothing is kept.
 */
async function main(): Promise<void> {
	const simulator = await startSimulator({ sending: WATCHED_SPEED });
	const n8n = await N8n.start({ hasEditor: true, env: { N8N_DEV_RELOAD: 'true' } });
	simulator.deliverySettings.ca = n8n.front.certificate;
	await n8n.api.createCredential(accessTokenDraft(simulator, seed.ownerToken, 'Fax.Plus account'));
	const compiler = spawn(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '--watch', '--preserveWatchOutput']
			// The compiler writes directly into this n8n instance, because n8n watches the files there.
			.concat('--outDir', join(n8n.userFolder, DIST)),
		{ cwd: projectRoot, stdio: 'inherit' },
	);
	console.log(`n8n: ${n8n.url} (${owner.email}, ${owner.password}). Simulator: ${simulator.origin}`);
	await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	compiler.kill();
	await n8n.stop();
	await simulator.stop();
}

void main();
