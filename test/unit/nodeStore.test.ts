import type { IExecuteFunctions } from 'n8n-workflow';

import { nodeStoreOf } from '../../nodes/shared/store/nodeStore';
import { useHeldDeadlines } from '../support/deadlines';

const letTimePass = useHeldDeadlines();

/** Returns a recording that waits for its result, and a function that ends it. */
function slowRecording(): { recording: Promise<string[]>; answer: () => void } {
	let answer = (): void => undefined;
	const answered = new Promise<{ new: string[]; processed: string[] }>((resolve) => {
		answer = () => {
			resolve({ new: [], processed: ['fax 1'] });
		};
	});
	const helpers = { checkProcessedAndRecord: async () => await answered };
	const recording = nodeStoreOf({ helpers } as unknown as IExecuteFunctions).record(['fax 1']);
	return { recording, answer };
}

describe("n8n's store", () => {
	it("is believed even if it answers slowly, so that a known fax doesn't start the workflow again", async () => {
		const { recording, answer } = slowRecording();
		letTimePass(25_000);
		answer();
		expect(await recording).toEqual([]);
	});

	it('times out after half a minute, because everything else waits for it', async () => {
		const { recording } = slowRecording();
		letTimePass(30_000);
		await expect(recording).rejects.toThrow('in time');
	});
});
