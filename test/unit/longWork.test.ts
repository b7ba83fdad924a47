import { sleep } from 'n8n-workflow';

import { LongWork } from '../../nodes/shared/async/longWork';
import { mapInOrder } from '../../nodes/shared/async/slots';

jest.mock('n8n-workflow', () => ({ ...jest.requireActual<object>('n8n-workflow'), sleep: jest.fn() }));

afterEach(() => {
	jest.restoreAllMocks();
});

test('ten items at once block n8n no longer than one time slice plus their own work', async () => {
	let clock = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => clock);
	let lastPause = 0;
	let longest = 0;
	jest.mocked(sleep).mockImplementation(async () => {
		await new Promise((resume) => setImmediate(resume));
		longest = Math.max(longest, clock - lastPause);
		lastPause = clock;
	});
	const work = new LongWork();
	await mapInOrder(Array<number>(500).fill(3), 10, async (milliseconds) => {
		await work.giveWay();
		clock += milliseconds;
	});
	expect(clock).toBe(500 * 3);
	expect(longest).toBeGreaterThan(0);
	expect(Math.max(longest, clock - lastPause)).toBeLessThanOrEqual(20 + 10 * 3);
});
