/** Benchmarks, as `npm run bench` knows them. */
export const benchmarkNames = [
	'verification',
	'startUp',
	'reads',
	'items',
	'manyItems',
	'lists',
	'thumbnails',
	'downloads',
	'sends',
	'largeFax',
	'polls',
	'refusals',
	'store',
	'deliveries',
	'deliveriesByDefault',
	'queueDeliveries',
	'eventFiles',
] as const;

/** Tests that keep their figures where `FIGURES=1` asks them to, and the soak. */
const testNames = [
	'queueMode',
	'regularMode',
	'forgedRequests',
	'forgedRequestsByDefault',
	'polling',
	'soak',
] as const;

export type BenchmarkName = (typeof benchmarkNames)[number];
export type FiguresName = BenchmarkName | (typeof testNames)[number];

/** All that `npm run figures` puts into the documents. */
export const figuresNames: readonly FiguresName[] = [...benchmarkNames, ...testNames];
