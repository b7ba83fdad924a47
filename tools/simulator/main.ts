import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { WATCHED_SPEED } from './faxing/sender';
import { reportedSettings } from './reportedSettings';
import { startSimulator } from './simulator';

/** Runs the simulator by itself: `npm run simulator -- --port 4010`, as a service that was reported: `--as report.md`. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { port: { type: 'string', default: '0' }, as: { type: 'string' } },
	});
	const settings = values.as === undefined ? {} : reportedSettings(readFileSync(values.as, 'utf8'));
	const simulator = await startSimulator({ port: Number(values.port), sending: WATCHED_SPEED, ...settings });
	console.log(
		`Faxing service: page ${simulator.origin}/, API ${simulator.baseUrl}, OAuth ${simulator.authUrl}`,
	);
	if (values.as !== undefined) console.log(`As reported: ${JSON.stringify(settings)}`);
	const stop = (): void => void simulator.stop();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

void main();
