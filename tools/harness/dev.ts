import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { seed, startSimulator, WATCHED_SPEED } from '../simulator';
import { projectRoot } from './folders';
import { N8n, owner } from './n8n';
import { accessTokenDraft } from './n8n/credentials';

/** Where an n8n has the package's compiled files, below its user folder. */
const DIST = join('.n8n', 'nodes', 'node_modules', 'n8n-nodes-faxplus', 'dist');

/**
 * `npm run dev`, once the package is built: an n8n that loads the nodes anew whenever a source file is saved, and the faxing
 * service in miniature. Ctrl-C ends both, and nothing is kept.
 */
async function main(): Promise<void> {
	const simulator = await startSimulator({ sending: WATCHED_SPEED });
	const n8n = await N8n.start({ hasEditor: true, env: { N8N_DEV_RELOAD: 'true' } });
	simulator.deliverySettings.ca = n8n.front.certificate;
	await n8n.api.createCredential(accessTokenDraft(simulator, seed.ownerToken, 'Fax.Plus account'));
	const compiler = spawn(
		process.execPath,
		[require.resolve('typescript/bin/tsc'), '--watch', '--preserveWatchOutput']
			// Straight into that n8n, because it looks for changes there.
			.concat('--outDir', join(n8n.userFolder, DIST)),
		{ cwd: projectRoot, stdio: 'inherit' },
	);
	console.log(`n8n: ${n8n.url} (${owner.email}, ${owner.password}). The service: ${simulator.origin}`);
	await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
	compiler.kill();
	await n8n.stop();
	await simulator.stop();
}

void main();
