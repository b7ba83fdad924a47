import { keepRunning, type Mortal } from '../../tools/demo/keepRunning';

/** Returns an n8n instance that exits the given number of times, and then keeps running. */
function ending(times: number, stop: AbortController, restart: () => Promise<void>): Mortal {
	let left = times;
	return {
		restart,
		ended: async () => {
			if (left === 0) stop.abort();
			left -= 1;
			return await Promise.resolve('SIGKILL');
		},
	};
}

describe("The demo's n8n", () => {
	it('restarts whenever it has ended, and the terminal says so', async () => {
		const stop = new AbortController();
		const restart = jest.fn(async () => Promise.resolve());
		const progress: string[] = [];
		await keepRunning(ending(2, stop, restart), (line) => progress.push(line), stop.signal);
		expect(restart).toHaveBeenCalledTimes(2);
		expect(progress.filter((line) => line.includes('SIGKILL'))).toHaveLength(2);
		expect(progress.at(-1)).toContain('"Replay"');
	});

	it("ends the demo with its output when it can't restart", async () => {
		const stop = new AbortController();
		const reason = new Error('no space left on device');
		const n8n = ending(1, stop, async () => Promise.reject(reason));
		await expect(keepRunning(n8n, () => undefined, stop.signal)).rejects.toMatchObject({
			message: "n8n stopped and doesn't start again.",
			cause: reason,
		});
	});

	it('may be stopped with the demo during a restart without a failure', async () => {
		const stop = new AbortController();
		const n8n = ending(1, stop, async () => {
			stop.abort();
			await Promise.reject(new Error('ended while it was starting'));
		});
		await expect(keepRunning(n8n, () => undefined, stop.signal)).resolves.toBeUndefined();
	});
});
