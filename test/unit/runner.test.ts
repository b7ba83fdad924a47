import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const STEPS = pathToFileURL(join(__dirname, '..', 'runner', 'steps.mjs')).href;

/** A command that behaves like Jest: its worker keeps running for minutes after the command has finished. */
const WORKER = "console.log('at work'); setTimeout(() => undefined, 900_000)";
const STEP = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WORKER)}], { stdio: 'inherit' })`;

const RUN = `
	import { Steps } from ${JSON.stringify(STEPS)};
	await new Steps(15).run('step', [process.execPath, '-e', ${JSON.stringify(STEP)}]);
`;

it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
	"Ending only a test run's own process with %s ends everything that its steps started",
	async (signal) => {
		const run = spawn(process.execPath, ['--input-type=module', '--eval', RUN], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let output = '';
		for await (const chunk of run.stdout) {
			output += String(chunk);
			// The output ends only when the last process that could write to it has exited.
			if (output.includes('at work') && !run.killed) run.kill(signal);
		}
		expect(output).toMatch(/step \.\.\.\nat work\n$/);
		if (run.signalCode === null) await once(run, 'exit');
		expect(run.signalCode).toBe(signal);
	},
);
