import { runCommand } from '../../../harness/processes/runCommand';

/**
 * Runs a program to its end, as a person would: not in an environment for tests, in which linters behave differently.
 *
 * @returns what it wrote to its standard output
 * @throws when it fails, with the end of its output
 */
export async function run(program: string, parameters: string[], cwd: string): Promise<string> {
	const env = { ...process.env };
	delete env['NODE_ENV'];
	return await runCommand(program, parameters, { cwd, env });
}
