import { benchmarks } from '../benchmarks/all';
import type { soakNames } from '../soak/options';

export type BenchmarkName = keyof typeof benchmarks;

export const benchmarkNames = Object.keys(benchmarks) as BenchmarkName[];

/** Tests of the queue suite, which keep their figures where `FIGURES=1` asks them to. */
const testNames = [
	'queueMode',
	'queueModeFaults',
	'regularMode',
	'forgedRequests',
	'forgedRequestsByDefault',
] as const;

/** A soak leaves a form of its own, which makes two tables. */
type SoakName = (typeof soakNames)[keyof typeof soakNames];

export type FiguresName = BenchmarkName | (typeof testNames)[number] | SoakName | `${SoakName}Moments`;

/** What leaves its table in a file of its name. */
export const savedNames = [...benchmarkNames, ...testNames];
