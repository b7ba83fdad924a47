import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../until';
import { guardGroup } from './guardGroup';

const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 120_000;

interface ServerProcessOptions {
	cwd: string;
	/** Environment of the server. The default is this process's environment. */
	env?: NodeJS.ProcessEnv;
	/** Name of a file that receives all output, in addition to `log`. */
	logFile?: string;
}

/** A server in its own process group, with everything that it prints. */
export class ServerProcess {
	private output = '';

	/** Resolves when the process has exited. */
	readonly exited: Promise<unknown>;

	private constructor(
		private readonly child: ChildProcess,
		readonly pid: number,
		logFile: string,
	) {
		const collect = (text: string) => {
			this.output += text;
			appendFileSync(logFile, text);
		};
		child.stdout?.setEncoding('utf8').on('data', collect);
		child.stderr?.setEncoding('utf8').on('data', collect);
		this.exited = once(child, 'exit').then(guardGroup(pid));
	}

	static async start(
		file: string,
		args: string[],
		{ cwd, env = process.env, logFile = 'server.log' }: ServerProcessOptions,
	): Promise<ServerProcess> {
		const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
		await once(child, 'spawn');
		if (child.pid === undefined) throw new Error(`${file} has no process id`);
		return new ServerProcess(child, child.pid, join(cwd, logFile));
	}

	/** All output so far, including standard error. */
	get log(): string {
		return this.output;
	}

	/** How the process ended, as an exit code or the name of a signal. */
	get end(): string {
		return String(this.child.exitCode ?? this.child.signalCode);
	}

	get isRunning(): boolean {
		return this.child.exitCode === null && this.child.signalCode === null;
	}

	/**
	 * Waits until the output contains a match.
	 *
	 * @throws Error with the end of the output if there's no match in time or the process ends
	 */
	async waitForLog(pattern: RegExp): Promise<void> {
		const problem = () => this.describe(`printed no ${String(pattern)}`);
		const check = () => {
			const isThere = this.output.search(pattern) >= 0;
			if (!isThere && !this.isRunning) throw new Error(problem());
			return isThere || undefined;
		};
		await until(check, START_LIMIT_MS, problem);
	}

	/** Signals the process to end, waits for that, and kills what it left behind. */
	async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
		if (this.isRunning) this.child.kill(signal);
		const graceful = await Promise.race([
			this.exited.then(() => true),
			sleep(STOP_LIMIT_MS, false, { ref: false }),
		]);
		this.signalGroup('SIGKILL');
		await this.exited;
		if (!graceful)
			throw new Error(this.describe(`did not end within ${STOP_LIMIT_MS / 1000} s of ${signal}`));
	}

	/** Kills the process and its children at once, as a crash of the machine would. */
	async kill(): Promise<void> {
		this.signalGroup('SIGKILL');
		await this.exited;
	}

	/** A message about this process, with the end of its output. */
	describe(problem: string): string {
		const state = this.isRunning ? 'running' : `ended with ${this.end}`;
		return `Process ${this.pid} (${state}) ${problem}. Its last output:\n${this.output.slice(-4_000)}`;
	}

	private signalGroup(signal: NodeJS.Signals): void {
		try {
			process.kill(-this.pid, signal);
		} catch {
			// The process group no longer exists.
		}
	}
}
