import { seed } from '../../simulator';
import type { Fax } from '../../simulator/state';
import { useBench } from './support/bench';
import type { NodeResult } from './support/execution';
import { pauses } from './support/naps';
import { clinic } from './support/operationCases';

const bench = useBench();

/** Long enough for several naps of the node. */
async function nextMoment(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 50));
}

function extractionOf(faxId: string): Fax['extraction'] {
	const fax = clinic(bench().simulator).faxes.get(faxId);
	if (!fax) throw new Error(`No fax ${faxId}`);
	return fax.extraction;
}

async function read(faxId: string, options: Record<string, boolean | number>): Promise<NodeResult> {
	return await bench().run({ resource: 'fieldExtraction', operation: 'get', faxId, options });
}

const waiting = { waitUntilFinished: true };

/** Milliseconds that the node has asked to wait in all. */
function totalPause(): number {
	return pauses.reduce((sum, pause) => sum + pause, 0);
}

describe('reading a field extraction', () => {
	test('does not wait when that is switched off', async () => {
		const { items } = await read(seed.pendingFaxId, { waitUntilFinished: false });
		expect(items[0]?.json).toEqual({ faxId: seed.pendingFaxId, status: 'pending', data: null });
		expect(bench().simulator.requests).toHaveLength(1);
		expect(pauses).toEqual([]);
	});

	test('waits while it is pending, then puts out the data', async () => {
		const { items } = await read(seed.pendingFaxId, {});
		expect(items).toEqual([
			{
				json: {
					faxId: seed.pendingFaxId,
					status: 'finished',
					data: extractionOf(seed.pendingFaxId).data,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(bench().simulator.requests).toHaveLength(3);
		expect(totalPause()).toBe(10_000);
	});

	test('looks at the interval that is set', async () => {
		await read(seed.pendingFaxId, { ...waiting, pollingInterval: 12 });
		expect(bench().simulator.requests).toHaveLength(3);
		expect(totalPause()).toBe(24_000);
	});

	test('waits for nothing when it is finished', async () => {
		const { items } = await read(seed.faxId, waiting);
		expect(items[0]?.json).toMatchObject({ status: 'finished' });
		expect(pauses).toEqual([]);
	});

	test.each(['failed', 'content_filtering_policy'])(
		'ends the waiting at the status "%s", which waiting will not change',
		async (status) => {
			Object.assign(extractionOf(seed.pendingFaxId), { status, pendingReads: 1 });
			const { items, error } = await read(seed.pendingFaxId, waiting);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toEqual({ faxId: seed.pendingFaxId, status, data: null });
			expect(bench().simulator.requests).toHaveLength(2);
		},
	);

	test('waits at a status that it does not know', async () => {
		const extraction = extractionOf(seed.faxId);
		extraction.status = 'queued';
		let reads = 0;
		bench().simulator.latency = () => {
			if (++reads === 3) extraction.status = 'finished';
			return 0;
		};
		const { items } = await read(seed.faxId, waiting);
		expect(items[0]?.json).toMatchObject({ status: 'finished' });
		expect(totalPause()).toBe(10_000);
	});

	test('gives up at the limit, and says what to do', async () => {
		extractionOf(seed.pendingFaxId).pendingReads = Number.POSITIVE_INFINITY;
		const { error } = await read(seed.pendingFaxId, { ...waiting, waitLimit: 1 });
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message:
				'The extraction was still "pending" after 1 seconds. Raise "Wait Limit (Seconds)", or ask again later.',
			context: { itemIndex: 0 },
		});
		// No pause goes beyond the limit.
		for (const pause of pauses) expect(pause).toBeLessThanOrEqual(1_000);
	});

	test('survives a transient failure while it waits', async () => {
		let reads = 0;
		bench().simulator.latency = () => {
			if (++reads === 2) bench().simulator.fail({ times: 2, with: 503, retryAfter: '3' });
			return 0;
		};
		const { items, error } = await read(seed.pendingFaxId, waiting);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: 'finished' });
		// Twice the interval, and twice what the service asked for.
		expect(totalPause()).toBe(2 * 5_000 + 2 * 3_000);
	});

	test('ends the waiting itself when the execution is cancelled, however long the interval is', async () => {
		const { simulator } = bench();
		extractionOf(seed.pendingFaxId).pendingReads = Number.POSITIVE_INFINITY;
		let cancel = (): void => undefined;
		const cancelled = new Promise<void>((resolve) => (cancel = resolve));
		const running = bench().run(
			{
				resource: 'fieldExtraction',
				operation: 'get',
				faxId: seed.pendingFaxId,
				options: { ...waiting, pollingInterval: 600, waitLimit: 3600 },
			},
			{ cancel: cancelled },
		);
		while (pauses.length === 0) await nextMoment();
		cancel();
		expect((await running).status).toBe('canceled');
		await nextMoment();
		const asked = totalPause();
		expect(asked).toBeLessThan(600_000);
		await nextMoment();
		expect(totalPause()).toBe(asked);
		expect(simulator.requests).toHaveLength(1);
	});
});
