import { benchmarks } from '../benchmarks/all';
import type { soakNames } from '../soak/options';

export type BenchmarkName = keyof typeof benchmarks;

export const benchmarkNames = Object.keys(benchmarks) as BenchmarkName[];

/** Tests of the queue suite. They save their figures if `FIGURES=1` is set. */
const testNames = [
	'queueMode',
	'queueModeFaults',
	'regularMode',
	'forgedRequests',
	'forgedRequestsByDefault',
] as const;

/** A soak saves its results in its own format, from which two tables are made. */
type SoakName = (typeof soakNames)[keyof typeof soakNames];

export type FiguresName = BenchmarkName | (typeof testNames)[number] | SoakName | `${SoakName}Moments`;

/** Names of the runs that save a single table. */
export const savedNames = [...benchmarkNames, ...testNames];
