import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { N8n } from './n8n';

const MEGABYTE = 1024 * 1024;
const CHECK_MS = 100;
/**
 * Number of checks for the report, which together take five minutes. A process with thousands of open requests is slow to
 * write it.
 */
const CHECKS = 3_000;

/** Memory of a process after a garbage collection, in megabytes. */
export interface Memory {
	/** The used part of the JavaScript heap. */
	heap: number;
	/** Buffers and other memory outside of the heap. */
	external: number;
	/** Resident memory, as the operating system reports it. */
	resident: number;
}

/** Makes n8n processes report their memory use. */
export class HeldMemory {
	private constructor(private readonly folder: string) {}

	/** Creates a temporary folder for the reports. `stop` removes the folder. */
	static async start(): Promise<HeldMemory> {
		return new HeldMemory(await mkdtemp(join(tmpdir(), 'held-memory-')));
	}

	/** Environment variables that an n8n process needs so that it can report its memory. */
	get env(): Record<string, string> {
		return {
			NODE_OPTIONS: `--require ${join(__dirname, 'collectGarbage.js')}`,
			MEMORY_FOLDER: this.folder,
		};
	}

	/**
	 * Collects the garbage of a process.
	 *
	 * @returns the memory that the process uses afterwards
	 * @throws Error if the process doesn't report its memory within five minutes
	 */
	async of({ pid }: N8n): Promise<Memory> {
		const file = join(this.folder, `${pid}.json`);
		await rm(file, { force: true });
		process.kill(pid, 'SIGUSR2');
		for (let check = 0; check < CHECKS; check++) {
			const text = await readFile(file, 'utf8').catch(() => undefined);
			if (text !== undefined) {
				const { heapUsed, external, rss } = JSON.parse(text) as NodeJS.MemoryUsage;
				return { heap: heapUsed / MEGABYTE, external: external / MEGABYTE, resident: rss / MEGABYTE };
			}
			await pause(CHECK_MS);
		}
		throw new Error(`Process ${pid} does not tell its memory`);
	}

	async stop(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}
}
