import type { Simulator } from '../../tools/simulator';

/**
 * Starts a bench before the tests of a file and stops it after them. The tests fail if the simulator returned something
 * that its own OpenAPI description doesn't allow.
 */
export function useStarted<Bench extends { simulator: Simulator; stop: () => Promise<void> }>(
	start: () => Promise<Bench>,
): () => Bench {
	let bench: Bench | undefined;

	beforeAll(async () => {
		bench = await start();
	});
	afterAll(async () => {
		await bench?.stop();
		expect(bench?.simulator.violations).toEqual([]);
	});

	return () => {
		if (!bench) throw new Error('The bench is there only while tests run');
		return bench;
	};
}
