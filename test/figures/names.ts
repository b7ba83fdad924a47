/** Benchmarks, as `npm run bench` knows them. */
export const benchmarkNames = [
	'verification',
	'startUp',
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

/** The soak leaves a form of its own, which makes two tables. */
const soakNames = ['soak', 'soakMoments'] as const;

export type BenchmarkName = (typeof benchmarkNames)[number];
export type FiguresName = BenchmarkName | (typeof testNames)[number] | (typeof soakNames)[number];

/** All that `npm run figures` puts into the documents. */
export const figuresNames: readonly FiguresName[] = [...benchmarkNames, ...testNames, ...soakNames];
