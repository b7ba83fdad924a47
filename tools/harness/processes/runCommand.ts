import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';

const TAIL_LENGTH = 4_000;

/**
 * Runs a program until it exits. execa isn't used, because it's an ES module, and Jest can load those only since Node 24.9.
 *
 * @returns the program's standard output
 * @throws Error with the end of the output if the program fails
 */
export async function runCommand(
	file: string,
	args: string[],
	options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
	const shell = process.platform === 'win32' && file === 'npm';
	const running = promisify(execFile)(file, args, { ...options, shell, maxBuffer: Infinity });
	const kill = () => running.child.kill('SIGKILL');
	process.once('exit', kill);
	try {
		return (await running).stdout;
	} catch (error) {
		const { code, stdout = '', stderr = '' } = error as ExecFileException;
		const tail = (stdout + stderr).slice(-TAIL_LENGTH);
		throw new Error(`"${[file, ...args].join(' ')}" failed with ${code ?? 'a signal'}:\n${tail}`);
	} finally {
		process.removeListener('exit', kill);
	}
}
