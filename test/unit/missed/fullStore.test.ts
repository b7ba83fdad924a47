import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { active } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

describe('With a full n8n store', () => {
	it.each([
		['every 15 minutes', 15 * MINUTE],
		['every hour', HOUR],
		['every day', DAY],
	])('and workers, with checks %s, each fax starts the workflow once', async (_how, pause) => {
		const { service, n8n } = await active({
			workers: 2,
			fields: { options: { rememberDeliveries: 100 } },
		});
		const ids: string[] = [];
		let next = Date.now() + pause;
		for (let count = 0; count < 200; count++) {
			wait(70 * MINUTE);
			const fax = service.add();
			ids.push(fax.id);
			if (count < 150 || count % 5 !== 0) await n8n.receive(fax);
			for (; Date.now() >= next; next += pause) {
				await n8n.poll();
				await n8n.work();
			}
		}
		for (let count = 0; count < 10; count++) {
			wait(pause);
			await n8n.poll();
			await n8n.work();
		}
		expect([...n8n.passed].sort()).toEqual(ids.sort());
	});

	it.each([0, 2])(
		"and %i workers, a missed fax starts the workflow even if it's older than delivered ones",
		async (workers) => {
			const { service, n8n } = await active({ workers, fields: { options: { rememberDeliveries: 100 } } });
			for (let count = 0; count < 144; count++) {
				await n8n.receive(service.add());
				await n8n.checksFor(2 * HOUR);
			}
			n8n.passed.length = 0;
			const missed = service.add();
			wait(2 * MINUTE);
			const delivered = service.add();
			await n8n.receive(delivered);
			await n8n.checksFor(DAY);
			expect(n8n.failed).toEqual([]);
			expect([...n8n.passed].sort()).toEqual([missed.id, delivered.id].sort());
		},
	);

	it('a process reads the hours of several weeks once, and then only those with entries', async () => {
		const { service, n8n } = await active({ fields: { options: { rememberDeliveries: 100 } } });
		for (let count = 0; count < 110; count++) await n8n.receive(service.add());
		await n8n.checksFor(DAY);
		const asked: number[] = [];
		for (let round = 0; round < 3; round++) {
			service.add();
			const before = n8n.takenBack;
			await n8n.checksFor(HOUR);
			asked.push(n8n.takenBack - before);
		}
		expect(n8n.passed).toHaveLength(113);
		const [first = 0, ...later] = asked;
		expect(first).toBeGreaterThan(600);
		for (const count of later) expect(count).toBeLessThan(60);
	});

	// 60 faxes a day with 200 remembered deliveries are like 900 faxes a day with the default of 3,000.
	it.each([0, 2])(
		'and %i workers, no delivered fax starts the workflow again, however often n8n restarts',
		async (workers) => {
			const { service, n8n } = await active({ workers, fields: { options: { rememberDeliveries: 200 } } });
			for (let count = 0; count < 7 * 60; count++) {
				wait(DAY / 60);
				await n8n.receive(service.add());
			}
			n8n.passed.length = 0;
			for (let starts = 0; starts < 4; starts++) {
				await n8n.restart();
				await n8n.checksFor(2 * HOUR);
			}
			expect(n8n.passed).toEqual([]);
		},
	);
});

describe.each([0, 2])(
	'With %i workers, faxes that were missed while n8n was off start the workflow',
	(workers) => {
		/** Stops n8n for a day in which three faxes arrive. The last one is listed only an hour after n8n is back. */
		async function expectMissedPass({ service, n8n }: Awaited<ReturnType<typeof active>>): Promise<void> {
			n8n.passed.length = 0;
			const missed = [service.add(), service.add(), service.add({ listedFrom: Date.now() + DAY + HOUR })];
			wait(DAY);
			await n8n.restart();
			await n8n.checksFor(6 * HOUR);
			expect([...n8n.passed].sort()).toEqual(missed.map(({ id }) => id).sort());
		}

		it('after Remember Deliveries was raised, and again after three weeks without a fax', async () => {
			const options = { rememberDeliveries: 3_000 };
			const { service, n8n } = await active({ workers, fields: { options } });
			for (let count = 0; count < 10; count++) {
				await n8n.receive(service.add());
				await n8n.checksFor(12 * HOUR);
			}
			options.rememberDeliveries = 10_000;
			await n8n.activate();
			await expectMissedPass({ service, n8n });
			wait(21 * DAY);
			await n8n.poll();
			await expectMissedPass({ service, n8n });
		});

		it('with a full store, after three weeks without a fax', async () => {
			const { service, n8n } = await active({ workers, fields: { options: { rememberDeliveries: 100 } } });
			for (let count = 0; count < 100; count++) {
				await n8n.receive(service.add());
				await n8n.checksFor(HOUR);
			}
			wait(21 * DAY);
			await n8n.poll();
			await expectMissedPass({ service, n8n });
		});
	},
);
