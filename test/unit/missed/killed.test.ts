import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import type { Service } from '../polling/support/service';
import { active, N8n, type Settings } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

describe.each([0, 2])(
	'With %i workers and a full store, after a kill during any call of a check',
	(workers) => {
		it.each([
			['', 300],
			[', and Remember Deliveries was raised before', 2_000],
		])(
			'no delivered fax starts the workflow again, and the missed fax starts it once%s',
			async (_what, room) => {
				const options = { rememberDeliveries: 300 };
				const settings: Settings = { workers, fields: { options } };
				const { service, n8n } = await active(settings);
				for (let count = 0; count < 75; count++) {
					wait(DAY / 15);
					const fax = service.add();
					// The other faxes belong to another member, so the lists don't show them.
					for (const id of [fax.id, ...['a', 'b', 'c', 'd', 'e'].map((of) => `${of} ${count}`)])
						n8n.deliver({ ...fax, id });
					await n8n.work();
				}
				const missed = service.add();
				options.rememberDeliveries = room;
				const check = async (one: N8n) => {
					await one.checksFor(30 * MINUTE);
				};
				for await (const { calls, killed } of killedDuring(check, service, settings, n8n)) {
					killed.restartWorkers();
					await killed.checksFor(15 * MINUTE);
					for (const items of killed.killed) await killed.retry(items);
					await killed.checksFor(15 * MINUTE);
					expect([calls, ...killed.passed]).toEqual([calls, missed.id]);
				}
			},
		);
	},
);

describe.each(['signature', 'service'] as const)(
	'After a kill during any store call of an execution that a delivery started, verified by: %s',
	(confirmedBy) => {
		it.each([0, 2])(
			'its fax starts the workflow, by itself or with Retry, with %i workers',
			async (workers) => {
				const settings: Settings = { workers };
				const { service, n8n } = await active(settings);
				// After this check, it's known that lists and deliveries agree.
				await n8n.receive(service.add());
				await n8n.checksFor(HOUR);
				const fax = service.add();
				let kills = 0;
				const delivery = async (one: N8n) => {
					await one.receive(fax, confirmedBy);
				};
				for await (const { calls, killed } of killedDuring(delivery, service, settings, n8n)) {
					kills += 1;
					killed.restartWorkers();
					await killed.checksFor(HOUR);
					if (killed.passed.length === 0) for (const items of killed.killed) await killed.retry(items);
					await killed.checksFor(HOUR);
					expect([calls, ...killed.passed]).toEqual([calls, fax.id]);
				}
				expect(kills).toBeGreaterThan(0);
			},
		);
	},
);

it.each(['signature', 'service'] as const)(
	'After a kill during any store call of a check, Retry starts no fax again whose delivery started the workflow, verified by: %s',
	async (confirmedBy) => {
		const settings: Settings = {};
		const { service, n8n } = await active(settings);
		const delivered = service.add();
		await n8n.receive(delivered, confirmedBy);
		const missed = service.add();
		let kills = 0;
		const check = async (one: N8n) => {
			await one.checksFor(30 * MINUTE);
		};
		for await (const { calls, killed } of killedDuring(check, service, settings, n8n)) {
			kills += 1;
			for (const items of killed.killed) await killed.retry(items);
			await killed.checksFor(HOUR);
			expect([calls, ...killed.passed]).toEqual([calls, missed.id]);
		}
		expect(kills).toBeGreaterThan(0);
	},
);

/**
 * Kills n8n during the first store call of some work, then a copy of it during the second call, and so on, until the work ends
 * before the kill. Each killed instance has been restarted, and the clock stands where it stood at first.
 */
async function* killedDuring(
	work: (n8n: N8n) => Promise<unknown>,
	service: Service,
	settings: Settings,
	n8n: N8n,
): AsyncGenerator<{ calls: number; killed: N8n }> {
	const now = Date.now();
	for (let calls = 0; ; calls++) {
		jest.setSystemTime(now);
		const killed = restarted(service, settings, n8n);
		await killed.activate();
		killed.storeFates.push(...Array.from({ length: calls }, () => 'well' as const), 'killed');
		await work(killed);
		killed.storeFates.length = 0;
		if (killed.killed.length === 0) return;
		await killed.restart();
		yield { calls, killed };
	}
}

/** Returns another n8n instance with a copy of this instance's database. */
function restarted(service: Service, settings: Settings, { store, staticData }: N8n): N8n {
	const n8n = new N8n(service, settings);
	n8n.store = [...store];
	n8n.staticData = structuredClone(staticData);
	return n8n;
}
