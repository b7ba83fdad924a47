import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { Service } from '../polling/support/service';
import { active, type Keys, N8n } from './support/n8n';

useFakeClock(Date.UTC(2026, 10, 23, 9));

describe.each([0, 2])('With %i workers, a fax without a delivery', (workers) => {
	it('starts the workflow once, with the second check', async () => {
		const { service, n8n } = await active({ workers });
		const { id } = service.add();
		await n8n.checksFor(30 * MINUTE);
		expect(n8n.passed).toEqual([id]);
		await n8n.checksFor(DAY);
		expect(n8n.passed).toEqual([id]);
		expect(n8n.failed).toEqual([]);
	});

	it('starts the workflow just as soon after checks that found nothing', async () => {
		const { service, n8n } = await active({ workers });
		await n8n.checksFor(15 * MINUTE);
		const { id } = service.add();
		await n8n.checksFor(30 * MINUTE);
		expect(n8n.passed).toEqual([id]);
	});

	it.each([
		{ keys: 'id', by: 'signature' },
		{ keys: 'id', by: 'service' },
		{ keys: 'hook id', by: 'signature' },
	] as const)(
		"starts the workflow, while those whose delivery the $by has confirmed don't start it again, if lists have their $keys",
		async ({ by, keys }) => {
			const { service, n8n } = await active({ workers, keys });
			const delivered = service.add();
			await n8n.receive(delivered, by);
			const missed = service.add();
			await n8n.checksFor(DAY);
			expect(n8n.passed).toEqual([delivered.id, missed.id]);
			expect(n8n.failed).toEqual([]);
		},
	);

	it('starts the workflow if lists show the signed deliveries, but not the one that Fax.Plus confirmed', async () => {
		const { service, n8n } = await active({ workers });
		const [signed, confirmed] = [service.add(), service.add({ listedFrom: Infinity })];
		await n8n.receive(signed);
		await n8n.receive(confirmed, 'service');
		const missed = service.add();
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([signed.id, confirmed.id, missed.id]);
	});

	it('starts the workflow if only the newest of many deliveries is signed', async () => {
		const { service, n8n } = await active({ workers });
		const ids = [];
		for (let count = 0; count <= 12; count++) {
			const fax = service.add();
			ids.push(fax.id);
			await n8n.receive(fax, count < 12 ? 'service' : 'signature');
		}
		const missed = service.add();
		await n8n.restart();
		n8n.restartWorkers();
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([...ids, missed.id]);
	});

	it('starts the workflow again if n8n ended during the execution and a person retries it, and no other fax does', async () => {
		const { service, n8n } = await active({ workers });
		await n8n.receive(service.add(), 'service');
		await n8n.restart();
		const { id } = service.add();
		// With workers, a second execution starts after 15 minutes, and ends without items. A user wouldn't retry that one.
		await n8n.checksFor(15 * MINUTE);
		expect(n8n.passed.slice(1)).toEqual([id]);
		await n8n.restart();
		n8n.restartWorkers();
		await n8n.retry();
		expect(n8n.passed.slice(1)).toEqual([id, id]);
		await n8n.checksFor(DAY);
		expect(n8n.passed.slice(1)).toEqual([id, id]);
	});

	it.each(['signature', 'service'] as const)(
		'that the %s has confirmed starts the workflow with Retry after a crash, and not with a later check',
		async (by) => {
			const { service, n8n } = await active({ workers });
			const [before, crashed] = [service.add(), service.add()];
			await n8n.receive(before, by);
			n8n.deliver(crashed, by);
			const items = n8n.crash();
			await n8n.restart();
			n8n.restartWorkers();
			await n8n.retry(items);
			await n8n.restart();
			await n8n.checksFor(3 * HOUR);
			expect(n8n.passed).toEqual([before.id, crashed.id]);
		},
	);

	it('starts the workflow even if lists show delivered faxes only after a night and a restart', async () => {
		const { service, n8n } = await active({ workers });
		const delivered = service.add();
		await n8n.receive(delivered);
		wait(11 * HOUR);
		const missed = service.add();
		await n8n.restart();
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([delivered.id, missed.id]);
	});

	it('waits, and is reported once a day, if lists show no delivered fax', async () => {
		const { service, n8n } = await active({ workers, keys: 'none' });
		const delivered = service.add();
		await n8n.receive(delivered);
		service.add();
		// The failure is reported only after lists have had time to catch up.
		await n8n.checksFor(15 * MINUTE);
		expect(n8n.failed).toEqual([]);
		await n8n.checksFor(12 * HOUR);
		expect(n8n.passed).toEqual([delivered.id]);
		expect(n8n.failed).toEqual([expect.stringContaining("it's unknown whether")]);
		expect(n8n.store).not.toContainEqual(expect.stringContaining('received success fax'));
	});

	it('waits if the workflow deletes each fax, is reported, and starts the workflow with Retry of that execution', async () => {
		const { service, n8n } = await active({ workers });
		const deleted = service.add();
		await n8n.receive(deleted);
		service.faxes.pop();
		const missed = service.add();
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([deleted.id]);
		expect(n8n.failed).toEqual([expect.stringContaining("it's unknown whether")]);
		await n8n.retry();
		expect(n8n.passed).toEqual([deleted.id, missed.id]);
		await n8n.checksFor(DAY);
		expect(n8n.passed).toEqual([deleted.id, missed.id]);
	});

	it('is reported if the same document was delivered to the same number and lists use other IDs', async () => {
		const { service, n8n } = await active({ workers, keys: 'none' });
		const same = { category: 'sent', file: 'uploads/referral.pdf' } as const;
		const delivered = service.add(same);
		await n8n.receive(delivered);
		service.add(same);
		await n8n.checksFor(HOUR);
		expect(n8n.passed).toEqual([delivered.id]);
		expect(n8n.failed).toEqual([expect.stringMatching(/unknown whether 2 faxes/)]);
	});

	it('waits for a day until a delivered fax is listed, and starts the workflow once', async () => {
		const { service, n8n } = await active({ workers });
		const unlisted = service.add({ listedFrom: Infinity });
		await n8n.receive(unlisted);
		const missed = service.add();
		await n8n.checksFor(DAY);
		expect(n8n.passed).toEqual([unlisted.id]);
		const delivered = service.add();
		await n8n.receive(delivered);
		await n8n.checksFor(2 * DAY);
		expect(n8n.passed).toEqual([unlisted.id, delivered.id, missed.id]);
	});

	it("doesn't make every check read the days in which it waits", async () => {
		const { service, n8n } = await active({ workers, keys: 'none' });
		await n8n.receive(service.add());
		service.add();
		const ofDay = async (): Promise<number> => {
			service.queries.length = 0;
			for (let hour = 0; hour < 24; hour++) {
				for (let count = 0; count < 6; count++) await n8n.receive(service.add());
				await n8n.checksFor(HOUR);
			}
			return service.queries.length;
		};
		const [first, , third] = [await ofDay(), await ofDay(), await ofDay()];
		expect(third).toBeLessThan(1.5 * first);
	});

	it("doesn't start the workflow if it began before the trigger was created", async () => {
		const { service, n8n } = await active({ workers });
		service.add({ start: Date.now() - 2 * MINUTE, end: Date.now() });
		await n8n.checksFor(2 * HOUR);
		expect(n8n.passed).toEqual([]);
	});

	it('starts the workflow even if all deliveries so far came after their fax was missed, because they show that IDs agree', async () => {
		const { service, n8n } = await active({ workers });
		const late = service.add();
		await n8n.checksFor(HOUR);
		await n8n.receive(late);
		const { id } = service.add();
		await n8n.checksFor(6 * HOUR);
		expect(n8n.passed).toEqual([late.id, id]);
	});
});

it("A fax from almost five days ago starts the workflow even if n8n's clock is hours ahead", async () => {
	const service = new Service();
	const n8n = new N8n(service);
	await n8n.activate();
	const ahead = 3 * HOUR;
	n8n.register(ahead);
	wait(MINUTE);
	const { id } = service.add({ end: Date.now() - ahead });
	wait(5 * DAY - 1.5 * HOUR);
	await n8n.checksFor(HOUR);
	expect(n8n.passed).toEqual([id]);
});

it('If all faxes were delivered and begun, a check sends at most two requests and starts nothing', async () => {
	const { service, n8n } = await active();
	for (let count = 0; count < 5; count++) n8n.deliver(service.add());
	await n8n.work();
	service.queries.length = 0;
	await n8n.checksFor(15 * MINUTE);
	expect(service.queries).toHaveLength(2);
	expect(n8n.checks).toEqual([]);
});

it('While Fax.Plus is unavailable, a check requests each list only four times', async () => {
	const { service, n8n } = await active();
	service.trouble = () => 'not available';
	service.queries.length = 0;
	await n8n.poll();
	expect(service.queries).toHaveLength(2 * 4);
});

it('After n8n restarts, one execution reports that everything was delivered', async () => {
	const { service, n8n } = await active();
	for (let count = 0; count < 24; count++) n8n.deliver(service.add());
	await n8n.work();
	await n8n.restart();
	await n8n.checksFor(4 * HOUR);
	expect(n8n.checks).toEqual([24]);
	expect(n8n.hints).toEqual([expect.stringContaining('24 faxes: all started the workflow before')]);
});

it("A fax past the limit of n8n's store doesn't start the workflow again, but is reported", async () => {
	const options = { rememberDeliveries: 100 };
	const { service, n8n } = await active({ fields: { options } });
	const delivered = [];
	for (let count = 0; count < 30; count++) {
		wait(10 * MINUTE);
		const fax = service.add();
		delivered.push(fax.id);
		n8n.deliver(fax);
		// These faxes belong to other members, so the lists don't show them.
		for (let other = 0; other < 20; other++)
			n8n.deliver(
				{ ...fax, id: `other ${count} ${other}`, file: `o${count} ${other}`, owner: 'b' },
				'signature',
			);
		await n8n.work();
	}
	await n8n.restart();
	await n8n.checksFor(4 * HOUR);
	expect(n8n.passed.filter((id) => !id.startsWith('other'))).toEqual(delivered);
	expect(n8n.failed).toEqual([expect.stringContaining('Remember Deliveries')]);
	expect(n8n.warnings.join()).toContain('Remember Deliveries');
});

it('Raising Remember Deliveries restarts nothing that was past the limit before, but reports it', async () => {
	const options = { rememberDeliveries: 100 };
	const { service, n8n } = await active({ fields: { options } });
	const delivered = [];
	for (let hours = 0; hours < 72; hours++) {
		const fax = service.add();
		delivered.push(fax.id);
		// The other faxes belong to another member, so the lists don't show them.
		for (const id of [fax.id, `other ${hours}`, `third ${hours}`])
			await n8n.receive({ ...fax, id, owner: id === fax.id ? fax.owner : 'b' });
		await n8n.checksFor(HOUR);
	}
	options.rememberDeliveries = 5_000;
	await n8n.activate();
	await n8n.restart();
	await n8n.checksFor(4 * HOUR);
	expect(n8n.passed.filter((id) => id.startsWith('fax'))).toEqual(delivered);
	expect(n8n.failed).toEqual([expect.stringContaining('Remember Deliveries')]);
});

it.each([0, 2])(
	'with %i workers, both of two faxes with one file to one number start the workflow',
	async (workers) => {
		const { service, n8n } = await active({ workers });
		const sameFile = { category: 'sent', file: 'uploads/referral.pdf' } as const;
		const ids = [];
		for (const by of ['signature', 'service', undefined, 'signature'] as const) {
			const fax = service.add(sameFile);
			if (by) await n8n.receive(fax, by);
			await n8n.checksFor(HOUR);
			ids.push(fax.id);
		}
		expect(n8n.passed).toEqual(ids);
	},
);

it.each<Keys>(['id', 'hook id'])(
	'A fax without a delivery starts the workflow after one with a late delivery, even after n8n restarts, if lists have its %s',
	async (keys) => {
		for (const isStarted of [true, false]) {
			const { service, n8n } = await active({ keys });
			const late = service.add();
			await n8n.checksFor(HOUR);
			if (isStarted) await n8n.restart();
			await n8n.checksFor(isStarted ? 30 * MINUTE : 0);
			await n8n.receive(late);
			const unlisted = service.add({ listedFrom: Infinity });
			await n8n.receive(unlisted);
			const { id } = service.add();
			await n8n.checksFor(DAY);
			expect(n8n.passed).toEqual([late.id, unlisted.id, id]);
			expect(n8n.failed).toEqual([]);
		}
	},
);

it('In the store, a fax takes at most three entries however it arrives, an hour two, and a check one', async () => {
	const { service, n8n } = await active();
	await n8n.receive(service.add());
	service.add();
	await n8n.checksFor(HOUR);
	const growths: number[] = [];
	for (const by of ['signature', 'service', undefined] as const) {
		await n8n.checksFor(HOUR);
		const { length } = n8n.store;
		const fax = service.add();
		if (by) await n8n.receive(fax, by);
		else await n8n.checksFor(HOUR);
		const hours = n8n.store.slice(length).filter((name) => name.startsWith('recording in hour'));
		expect(hours.length).toBeLessThanOrEqual(2);
		const checks = n8n.store.slice(length).filter((name) => name.endsWith(' decided'));
		growths.push(n8n.store.length - length - hours.length - checks.length);
	}
	expect(Math.max(...growths)).toBeLessThanOrEqual(3);
});

it.each<['signature' | 'service' | undefined, outcome: string, count: number]>([
	[undefined, 'any', 2],
	[undefined, 'success', 1],
	['signature', 'any', 2],
	['service', 'any', 2],
])(
	'each result of a fax that fails and then succeeds under one ID starts the workflow once (failure delivered by %s, Outcome %s)',
	async (by, outcome, count) => {
		const { service, n8n } = await active({ fields: { outcome } });
		const fax = service.add({ category: 'sent', status: 'failed_user_busy' });
		if (by) await n8n.receive(fax, by);
		await n8n.checksFor(HOUR);
		service.replace(fax, { status: 'success' });
		await n8n.checksFor(2 * HOUR);
		expect(n8n.passed).toEqual(Array<string>(count).fill(fax.id));
	},
);

it.each([
	['busy', 'failed_user_busy'],
	['received', 'success'],
])(
	'a fax that is "%s" in lists and "%s" in its delivery starts the workflow once',
	async (listed, status) => {
		const { service, n8n } = await active();
		const usual = service.add();
		n8n.deliver(usual);
		const fax = service.add({ status: listed });
		n8n.deliver({ ...fax, status });
		await n8n.checksFor(2 * HOUR);
		expect(n8n.passed).toEqual([usual.id, fax.id]);
	},
);

it.each([0, 2])(
	'with %i workers, all faxes from days without n8n start the workflow, even if there are more than start at once',
	async (workers) => {
		const { service, n8n } = await active({ workers });
		const ids: string[] = [];
		for (let count = 0; count < 800; count++) {
			wait(7 * MINUTE);
			ids.push(service.add().id);
		}
		await n8n.restart();
		await n8n.work();
		await n8n.checksFor(6 * HOUR);
		expect([...n8n.passed].sort()).toEqual(ids.sort());
	},
);

describe.each([0, 2])('With %i workers, when more faxes arrive than start at once', (workers) => {
	it("one without a delivery doesn't wait behind the delivered ones", async () => {
		const { service, n8n } = await active({ workers, fields: { options: { rememberDeliveries: 6_000 } } });
		for (let count = 0; count < 1_200; count++) {
			wait(2 * MINUTE);
			n8n.deliver(service.add());
			if (count % 300 === 0) await n8n.work();
		}
		await n8n.work();
		n8n.passed.length = 0;
		const { id } = service.add();
		await n8n.checksFor(4 * HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it("later ones don't wait behind too many from one second, even if n8n restarts", async () => {
		const { service, n8n } = await active({ workers, fields: { options: { rememberDeliveries: 6_000 } } });
		wait(MINUTE);
		for (let count = 0; count < 700; count++) service.add();
		wait(MINUTE);
		const { id } = service.add();
		for (let starts = 0; starts < 3; starts++) {
			await n8n.restart();
			await n8n.checksFor(15 * MINUTE);
		}
		expect(n8n.passed).toContain(id);
	});

	it('all start the workflow even if n8n restarts before each check', async () => {
		const { service, n8n } = await active({ workers });
		const ids = Array.from({ length: 1_300 }, (_none, count) => {
			// Some faxes end in the same second. Others are listed only after later ones have started the workflow.
			if (count % 3 === 0) wait(3 * MINUTE);
			return service.add(count % 3 === 0 ? { listedFrom: Date.now() + DAY } : {}).id;
		});
		for (let starts = 0; starts < 4; starts++) {
			await n8n.restart();
			await n8n.checksFor(15 * MINUTE);
		}
		wait(DAY);
		for (let starts = 0; starts < 4; starts++) {
			await n8n.restart();
			await n8n.checksFor(15 * MINUTE);
		}
		expect([...n8n.passed].sort()).toEqual(ids.sort());
	});
});
