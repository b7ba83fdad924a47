import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guardGroup } from '../../tools/harness/processes/guardGroup.js';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folders that are emptied at the start of each run. */
export const folders = {
	results: join(root, '.cache', 'test-results'),
	packed: join(root, '.cache', 'packed'),
	/** Data folders of n8n instances that were started once with the package; see `tools/harness/n8n/preparedFolder.ts`. */
	prepared: join(root, '.cache', 'prepared'),
};

const isWindows = process.platform === 'win32';

/**
 * The programs of a test run, whose output goes to the run's own output.
 *
 * Each program is a process group of its own, and a guard ends the group if a signal ends the run. Otherwise Jest's workers would
 * continue to the end of their tests. Windows has no process groups.
 */
export class Steps {
	/** Titles of the programs that failed, whether or not Jest wrote a result. */
	failed = [];
	/** Files with Jest's results, by the title of the program. */
	resultFiles = new Map();

	#started = Date.now();
	#running = new Set();
	#limit;

	/** @param limitMinutes time after which all running programs are killed, because they're probably hanging */
	constructor(limitMinutes) {
		this.#limit = setTimeout(() => {
			this.#say(`ended after ${limitMinutes} minutes`);
			for (const child of this.#running) kill(child);
		}, limitMinutes * 60_000);
	}

	/**
	 * Runs a program until it exits.
	 *
	 * @param resultFile where Jest writes its results
	 * @returns whether the program succeeded
	 */
	async run(title, [program, ...parameters], env = {}, resultFile = undefined) {
		if (resultFile !== undefined) this.resultFiles.set(title, resultFile);
		this.#say(`${title} ...`);
		const begun = Date.now();
		const child = spawn(program, parameters, {
			cwd: root,
			env: { ...process.env, FORCE_COLOR: '0', ...env },
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: isWindows && program === 'npm',
			detached: !isWindows,
		});
		this.#running.add(child);
		const dismissGuard = child.pid === undefined || isWindows ? undefined : guardGroup(child.pid);
		const code = await new Promise((resolve) => {
			child.once('error', resolve);
			child.once('exit', resolve);
		});
		this.#running.delete(child);
		dismissGuard?.();
		if (code !== 0) this.failed.push(title);
		this.#say(`${title}: ${code === 0 ? 'passed' : 'FAILED'} (${Math.round((Date.now() - begun) / 1000)} s)`);
		return code === 0;
	}

	end() {
		clearTimeout(this.#limit);
	}

	#say(message) {
		console.log(`${String(Math.round((Date.now() - this.#started) / 1000)).padStart(5)} s  ${message}`);
	}
}

function kill(child) {
	if (isWindows) child.kill('SIGKILL');
	else process.kill(-child.pid, 'SIGKILL');
}
