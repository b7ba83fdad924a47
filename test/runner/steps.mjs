import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Emptied at the beginning of a run. */
export const folders = {
	results: join(root, '.cache', 'test-results'),
	packed: join(root, '.cache', 'packed'),
	/** In which an n8n with the package was started once; see `harness/n8n/preparedFolder.ts`. */
	prepared: join(root, '.cache', 'prepared'),
};

/** The programs of a run, which print where it prints. */
export class Steps {
	/** Titles of those that failed, and of which no result of Jest tells it. */
	failed = [];
	/** Results of Jest, by the title. */
	resultFiles = new Map();

	#started = Date.now();
	#running = new Set();
	#limit;

	/** @param limitMinutes after which all that still runs is ended, as it hangs */
	constructor(limitMinutes) {
		this.#limit = setTimeout(() => {
			this.#say(`ended after ${limitMinutes} minutes`);
			for (const child of this.#running) child.kill('SIGKILL');
		}, limitMinutes * 60_000);
	}

	/**
	 * Runs a program to its end.
	 *
	 * @param resultFile where Jest writes its results
	 * @returns whether it went well
	 */
	async run(title, [program, ...parameters], env = {}, resultFile = undefined) {
		if (resultFile !== undefined) this.resultFiles.set(title, resultFile);
		this.#say(`${title} ...`);
		const begun = Date.now();
		const child = spawn(program, parameters, {
			cwd: root,
			env: { ...process.env, FORCE_COLOR: '0', ...env },
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: process.platform === 'win32' && program === 'npm',
		});
		this.#running.add(child);
		const code = await new Promise((resolve) => {
			child.once('error', resolve);
			child.once('exit', resolve);
		});
		this.#running.delete(child);
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
