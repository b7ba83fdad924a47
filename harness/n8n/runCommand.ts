import { spawn } from 'node:child_process';

const TAIL_LENGTH = 4_000;

export interface CommandOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Called with every piece of output as it comes. */
	onOutput?: (text: string) => void;
}

/**
 * Runs a program to its end.
 *
 * @returns what it wrote to standard output
 * @throws Error with the end of its output when it fails
 */
export async function runCommand(file: string, args: string[], options: CommandOptions): Promise<string> {
	const child = spawn(file, args, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32' && file === 'npm',
	});
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	let standardOutput = '';
	let tail = '';
	const collect = (text: string) => {
		tail = (tail + text).slice(-TAIL_LENGTH);
		options.onOutput?.(text);
	};
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		standardOutput += text;
		collect(text);
	});
	child.stderr.setEncoding('utf8').on('data', collect);
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	process.removeListener('exit', kill);
	if (code !== 0) {
		throw new Error(`"${[file, ...args].join(' ')}" failed with exit code ${String(code)}:\n${tail}`);
	}
	return standardOutput;
}
