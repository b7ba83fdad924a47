import { LongWork } from '../../nodes/shared/async/longWork';
import { mapInOrder } from '../../nodes/shared/async/slots';

afterEach(() => {
	jest.restoreAllMocks();
});

test('ten items at once hold n8n up no longer than a stretch and their own work', async () => {
	let clock = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => clock);
	let lastTurn = 0;
	let longest = 0;
	let isOver = false;
	const turn = (): void => {
		longest = Math.max(longest, clock - lastTurn);
		lastTurn = clock;
		if (!isOver) setImmediate(turn);
	};
	setImmediate(turn);
	const work = new LongWork();
	await mapInOrder(Array<number>(500).fill(3), 10, async (milliseconds) => {
		await work.giveWay();
		clock += milliseconds;
	});
	isOver = true;
	turn();
	expect(longest).toBeGreaterThan(0);
	expect(longest).toBeLessThanOrEqual(20 + 10 * 3);
});
