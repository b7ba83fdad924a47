import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { N8n } from '../../tools/harness/n8n';

const MEGABYTE = 1024 * 1024;
const LOOK_MS = 100;
/** Five minutes: a process that has thousands of requests under way answers late. */
const LOOKS = 3_000;

/** In megabytes. */
export interface Memory {
	/** What is left of the heap after the garbage was collected. */
	heap: number;
	/** Buffers and the like, which are outside of the heap, after that too. */
	external: number;
	/** What the system has given and not got back, after that too. */
	resident: number;
}

/** Makes processes of n8n tell what memory they hold. */
export class HeldMemory {
	private constructor(private readonly folder: string) {}

	/** Takes a folder for what they tell; `stop` removes it. */
	static async start(): Promise<HeldMemory> {
		return new HeldMemory(await mkdtemp(join(tmpdir(), 'held-memory-')));
	}

	/** The environment that a process of n8n needs for it. */
	get env(): Record<string, string> {
		return {
			NODE_OPTIONS: `--require ${join(__dirname, 'collectGarbage.js')}`,
			MEMORY_FOLDER: this.folder,
		};
	}

	/**
	 * Collects the garbage of a process.
	 *
	 * @returns what it holds then
	 * @throws Error when it does not tell within five minutes
	 */
	async of({ pid }: N8n): Promise<Memory> {
		const file = join(this.folder, `${pid}.json`);
		await rm(file, { force: true });
		process.kill(pid, 'SIGUSR2');
		for (let look = 0; look < LOOKS; look++) {
			const text = await readFile(file, 'utf8').catch(() => undefined);
			if (text !== undefined) {
				const { heapUsed, external, rss } = JSON.parse(text) as NodeJS.MemoryUsage;
				return { heap: heapUsed / MEGABYTE, external: external / MEGABYTE, resident: rss / MEGABYTE };
			}
			await pause(LOOK_MS);
		}
		throw new Error(`Process ${pid} does not tell its memory`);
	}

	/** Removes the folder. */
	async stop(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}
}
