import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

import { cacheFolder } from '../../harness/folders';
import type { FiguresName } from './names';

export interface Machine {
	cores: number;
	memoryGiB: number;
	os: string;
	/** How many programs wanted a processor, a minute's mean; what was measured may be one of them. */
	load?: number;
}

/** The machine at present. */
export function thisMachine(): Machine {
	return {
		cores: availableParallelism(),
		memoryGiB: Math.round(totalmem() / 1024 ** 3),
		os: `${type()} ${release()}`,
		load: Number((loadavg()[0] ?? 0).toFixed(1)),
	};
}

/** One line of a table: its cells by the heads of their columns. */
export type Row = Record<string, string | number>;

/** What a run has measured. */
export interface Figures {
	name: string;
	/** ISO 8601. */
	date: string;
	machine: Machine;
	/** What it ran on, such as `{ n8n: '2.41.1', node: '24.21.0' }`. */
	versions: Record<string, string>;
	/** The size of the run. */
	options: Record<string, string | number>;
	rows: Row[];
}

const folder = join(cacheFolder, 'figures');

/** Keeps what a run has measured, over what an earlier one of the same name did, for `npm run figures`. */
export function saveFigures(
	name: FiguresName,
	measured: Pick<Figures, 'options' | 'rows' | 'versions'> & { machine?: Machine },
): void {
	const figures: Figures = { name, date: new Date().toISOString(), machine: thisMachine(), ...measured };
	mkdirSync(folder, { recursive: true });
	writeFileSync(fileOf(name), `${JSON.stringify(figures, null, '\t')}\n`);
}

/** What the last run of this name has left; undefined where there was none in this folder. */
export function readJson(name: FiguresName): unknown {
	try {
		return JSON.parse(readFileSync(fileOf(name), 'utf8')) as unknown;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

function fileOf(name: FiguresName): string {
	return join(folder, `${name}.json`);
}
