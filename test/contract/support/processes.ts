import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Runs a program to its end, as a person would: not in an environment for tests, in which linters behave differently.
 *
 * @returns what it wrote to its standard output
 * @throws when it fails, with what it wrote to its standard error
 */
export async function run(program: string, parameters: string[], cwd: string): Promise<string> {
	const env = { ...process.env };
	delete env['NODE_ENV'];
	const { stdout } = await execute(program, parameters, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
	return stdout;
}
