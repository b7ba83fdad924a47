import { soakNames } from '../soak/options';

/** Benchmarks, as `npm run bench` knows them. */
export const benchmarkNames = [
	'verification',
	'startUp',
	'idleTriggers',
	'reads',
	'items',
	'manyItems',
	'manyItemsHeld',
	'lists',
	'thumbnails',
	'downloads',
	'sends',
	'largeFax',
	'polls',
	'pollsByDefault',
	'refusals',
	'store',
	'deliveries',
	'deliveriesByDefault',
	'queueDeliveries',
	'eventFiles',
] as const;

/** Tests of the queue suite, which keep their figures where `FIGURES=1` asks them to. */
const testNames = [
	'queueMode',
	'regularMode',
	'forgedRequests',
	'forgedRequestsByDefault',
	'polling',
] as const;

/** A soak leaves a form of its own, which makes two tables. */
const soakTables = Object.values(soakNames).flatMap((name) => [name, `${name}Moments`] as const);

export type BenchmarkName = (typeof benchmarkNames)[number];
export type FiguresName = BenchmarkName | (typeof testNames)[number] | (typeof soakTables)[number];

/** What leaves its table in a file of its name. */
export const savedNames = [...benchmarkNames, ...testNames] as const;

/** All that `npm run figures` puts into the documents. */
export const figuresNames: readonly FiguresName[] = [...savedNames, ...soakTables];
