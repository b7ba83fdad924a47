import { N8n } from './support/n8n';
import { Service } from './support/service';

const MINUTE = 60_000;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9) });
});

afterEach(() => {
	jest.useRealTimers();
});

/** Lets time pass. */
function wait(milliseconds: number): void {
	jest.setSystemTime(Date.now() + milliseconds);
}

describe('what is new', () => {
	test('is not what was there when the workflow was activated', async () => {
		const service = new Service();
		service.add();
		const n8n = new N8n(service);
		await n8n.activate();
		wait(MINUTE);
		await n8n.poll();
		expect(n8n.executions).toEqual([]);
	});

	test('comes once, oldest first', async () => {
		const service = new Service();
		const n8n = new N8n(service);
		await n8n.activate();
		const ids = [];
		for (let minute = 0; minute < 3; minute++) {
			wait(MINUTE);
			ids.push(service.add().id);
		}
		await n8n.poll();
		wait(MINUTE);
		await n8n.poll();
		expect(n8n.executions).toEqual([ids]);
		expect(n8n.passed).toEqual(ids);
	});

	test('takes one request to find that there is nothing', async () => {
		const service = new Service();
		for (let count = 0; count < 60; count++) service.add({ end: Date.now() - count * MINUTE });
		const n8n = new N8n(service);
		await n8n.activate();
		wait(MINUTE);
		service.queries.length = 0;
		await n8n.poll();
		expect(service.queries).toHaveLength(1);
	});
});
