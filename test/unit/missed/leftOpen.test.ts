import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { Service } from '../polling/support/service';
import { active, N8n } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

describe.each([0, 2])('With %i workers, a fax', (workers) => {
	it.each(['signature', 'service'] as const)(
		'whose store answer is lost during a check starts the workflow once, by its late delivery (%s) or by Retry',
		async (by) => {
			const { service, n8n } = await active({ workers });
			const first = service.add();
			await n8n.receive(first);
			await n8n.checksFor(HOUR);
			const missed = service.add();
			wait(15 * MINUTE);
			await n8n.poll();
			n8n.storeFates.push('well', 'answer lost');
			await n8n.work();
			expect(n8n.failed.splice(0)).toEqual([expect.stringMatching(/retry this execution/i)]);
			await n8n.receive(missed, by);
			await n8n.retry();
			await n8n.checksFor(DAY);
			expect(n8n.failed).toEqual([]);
			expect(n8n.passed).toEqual([first.id, missed.id]);
		},
	);

	it('that failed in the store starts the workflow with a later check, even if nobody retries the execution', async () => {
		const { service, n8n } = await active({ workers });
		await n8n.receive(service.add());
		await n8n.checksFor(HOUR);
		n8n.passed.length = 0;
		const { id } = service.add();
		wait(15 * MINUTE);
		await n8n.poll();
		n8n.storeFates.push(...Array<'fails'>(8).fill('fails'));
		await n8n.work();
		n8n.storeFates.length = 0;
		expect(n8n.failed).toHaveLength(1);
		await n8n.checksFor(2 * HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it('that is missed a week after the last one starts the workflow with the next check, even after n8n restarts', async () => {
		const { service, n8n } = await active({ workers });
		for (let count = 0; count < 5; count++) {
			await n8n.receive(service.add());
			await n8n.checksFor(2 * HOUR);
		}
		await n8n.checksFor(6 * DAY);
		n8n.passed.length = 0;
		const missed = service.add();
		wait(10 * MINUTE);
		await n8n.restart();
		await n8n.checksFor(HOUR);
		expect(n8n.failed).toEqual([]);
		expect(n8n.passed).toEqual([missed.id]);
	});

	it('that was delivered is eventually no longer passed to executions', async () => {
		const { service, n8n } = await active({ workers });
		for (let count = 0; count < 20; count++) {
			await n8n.receive(service.add());
			await n8n.checksFor(HOUR);
		}
		await n8n.checksFor(6 * DAY);
		n8n.checks.length = 0;
		await n8n.checksFor(20 * DAY);
		expect(n8n.checks).toEqual([]);
	});

	it.each([10, 40])(
		"that is missed right after the first publish starts the workflow even if n8n's clock was %i minutes ahead",
		async (minutes) => {
			const service = new Service();
			const n8n = new N8n(service, { workers });
			await n8n.activate();
			n8n.register(minutes * MINUTE);
			wait(MINUTE);
			const { id } = service.add({ end: Date.now() - minutes * MINUTE });
			await n8n.checksFor(2 * HOUR);
			expect(n8n.passed).toEqual([id]);
		},
	);
});
