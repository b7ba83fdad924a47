import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

import { cacheFolder } from '../../harness/folders';
import type { FiguresName } from './names';

export interface Machine {
	cores: number;
	memoryGiB: number;
	os: string;
	/** Load average of the last minute. The measured program may be part of it. */
	load?: number;
}

/** This machine and its current load. */
export function thisMachine(): Machine {
	return {
		cores: availableParallelism(),
		memoryGiB: Math.round(totalmem() / 1024 ** 3),
		os: `${type()} ${release()}`,
		load: Number((loadavg()[0] ?? 0).toFixed(1)),
	};
}

/** One row of a table. Its keys are the column headings. */
export type Row = Record<string, string | number>;

/** The measurements of a run. */
export interface Figures {
	name: string;
	/** Date in ISO 8601 format. */
	date: string;
	machine: Machine;
	/** Versions of the software that the run used, such as `{ n8n: '2.41.1', node: '24.21.0' }`. */
	versions: Record<string, string>;
	/** Settings of the run, such as the number of rounds. */
	options: Record<string, string | number>;
	rows: Row[];
}

const folder = join(cacheFolder, 'figures');

/** Saves the measurements of a run for `npm run figures`. They replace those of an earlier run with the same name. */
export function saveFigures(
	name: FiguresName,
	measured: Pick<Figures, 'options' | 'rows' | 'versions'> & { machine?: Machine },
): void {
	const figures: Figures = { name, date: new Date().toISOString(), machine: thisMachine(), ...measured };
	mkdirSync(folder, { recursive: true });
	writeFileSync(fileOf(name), `${JSON.stringify(figures, null, '\t')}\n`);
}

/** The measurements of the last run with this name, or undefined if this folder has none. */
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
