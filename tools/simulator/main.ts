import { parseArgs } from 'node:util';

import { WATCHED_SPEED } from './faxing/sender';
import { startSimulator } from './simulator';

/** Runs the simulator on its own: `npm run simulator -- --port 4010`. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
	const simulator = await startSimulator({ port: Number(values.port), sending: WATCHED_SPEED });
	console.log(`Simulator: page ${simulator.origin}/, API ${simulator.baseUrl}, OAuth ${simulator.authUrl}`);
	const stop = (): void => void simulator.stop();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

void main();
