import type { ListedFax } from '../polling/support/service';
import { Service } from '../polling/support/service';
import { useFakeClock, wait } from '../support/clock';
import type { Keys, Settings } from './support/n8n';
import { N8n } from './support/n8n';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

useFakeClock(Date.UTC(2026, 10, 23, 9));

let faxes = 0;

/** A fax that has come just now. */
function faxIn(service: Service, values: Partial<ListedFax> = {}): ListedFax {
	faxes += 1;
	return service.add({ id: `fax ${faxes}`, file: `${faxes}.pdf`, ...values });
}

/** An n8n in which the workflow is active, for an account that has had faxes before. */
async function active(settings: Settings = {}): Promise<{ service: Service; n8n: N8n }> {
	const service = new Service();
	for (let hour = 1; hour < 4; hour++) faxIn(service, { end: Date.now() - hour * HOUR });
	const n8n = new N8n(service, settings);
	await n8n.activate();
	wait(MINUTE);
	return { service, n8n };
}

/** Checks every quarter of an hour for some time. */
async function checks(n8n: N8n, time: number): Promise<void> {
	for (let passed = 0; passed < time; passed += 15 * MINUTE) {
		wait(15 * MINUTE);
		await n8n.poll();
		await n8n.work();
	}
}

describe.each([0, 2])('With %i workers, a fax that no delivery brings', (workers) => {
	it('starts the workflow with the next check but one, once', async () => {
		const { service, n8n } = await active({ workers });
		const { id } = faxIn(service);
		await checks(n8n, 30 * MINUTE);
		expect(n8n.passed).toEqual([id]);
		await checks(n8n, DAY);
		expect(n8n.passed).toEqual([id]);
		expect(n8n.failed).toEqual([]);
	});

	it('starts the workflow as soon where checks before it have found nothing', async () => {
		const { service, n8n } = await active({ workers });
		await checks(n8n, 15 * MINUTE);
		const { id } = faxIn(service);
		await checks(n8n, 30 * MINUTE);
		expect(n8n.passed).toEqual([id]);
	});

	it.each<Keys>(['id and file', 'id', 'file'])(
		'starts it, and those that were delivered do not once more, where lists and deliveries have %s in common',
		async (keys) => {
			const { service, n8n } = await active({ workers, keys });
			const delivered = faxIn(service);
			n8n.deliver(delivered, 'signature');
			await n8n.work();
			const missed = faxIn(service);
			await checks(n8n, DAY);
			expect(n8n.passed).toEqual([delivered.id, missed.id]);
			expect(n8n.failed).toEqual([]);
		},
	);

	it.each<Keys>(['id and file', 'id', 'file'])(
		'starts it, and those that the service has confirmed do not once more, where lists have only %s in common with single records',
		async (keys) => {
			const { service, n8n } = await active({ workers, keys, recordsAreLikeEvents: true });
			const confirmed = faxIn(service);
			n8n.deliver(confirmed, 'service');
			await n8n.work();
			const missed = faxIn(service);
			await checks(n8n, DAY);
			expect(n8n.passed).toEqual([confirmed.id, missed.id]);
			expect(n8n.failed).toEqual([]);
		},
	);

	it('waits, and is reported, where nothing that the service has confirmed is found again', async () => {
		const { service, n8n } = await active({ workers, keys: 'none', recordsAreLikeEvents: true });
		const confirmed = faxIn(service);
		n8n.deliver(confirmed, 'service');
		await n8n.work();
		await checks(n8n, 12 * HOUR);
		expect(n8n.passed).toEqual([confirmed.id]);
		expect(n8n.failed).toContainEqual(expect.stringContaining('nobody can tell'));
	});

	it('starts it once more where n8n has ended amid the execution and a person retries that, and no other does', async () => {
		const { service, n8n } = await active({ workers });
		n8n.deliver(faxIn(service), 'service');
		await n8n.work();
		await n8n.restart();
		const { id } = faxIn(service);
		await checks(n8n, 30 * MINUTE);
		expect(n8n.passed.slice(1)).toEqual([id]);
		await n8n.restart();
		n8n.restartWorkers();
		await n8n.retry();
		expect(n8n.passed.slice(1)).toEqual([id, id]);
		await checks(n8n, DAY);
		expect(n8n.passed.slice(1)).toEqual([id, id]);
	});

	it('starts it although lists show what was delivered only after a night, and n8n was started again', async () => {
		const { service, n8n } = await active({ workers });
		const delivered = faxIn(service);
		n8n.deliver(delivered, 'signature');
		await n8n.work();
		wait(11 * HOUR);
		const missed = faxIn(service);
		await n8n.restart();
		await checks(n8n, HOUR);
		expect(n8n.passed).toEqual([delivered.id, missed.id]);
	});

	it('waits, and is reported once a day, where nothing that was delivered is found again', async () => {
		const { service, n8n } = await active({ workers, keys: 'none' });
		const delivered = faxIn(service);
		n8n.deliver(delivered, 'signature');
		await n8n.work();
		faxIn(service);
		await checks(n8n, 12 * HOUR);
		expect(n8n.passed).toEqual([delivered.id]);
		expect(n8n.failed).toEqual(
			Array.from(
				{ length: Math.max(workers, 1) },
				() => expect.stringContaining('nobody can tell') as unknown,
			),
		);
		expect(n8n.store.filter((name) => /^(record|list)/.test(name))).toEqual([
			expect.anything(),
			expect.anything(),
		]);
	});

	it('does not start it where it had begun before the trigger was registered', async () => {
		const { service, n8n } = await active({ workers });
		faxIn(service, { start: Date.now() - 2 * MINUTE, end: Date.now() });
		await checks(n8n, 2 * HOUR);
		expect(n8n.passed).toEqual([]);
	});

	it('starts it where all that deliveries have brought so far had been missed before they came', async () => {
		const { service, n8n } = await active({ workers });
		const late = faxIn(service);
		await checks(n8n, HOUR);
		n8n.deliver(late, 'signature');
		await n8n.work();
		const { id } = faxIn(service);
		await checks(n8n, 6 * HOUR);
		expect(n8n.passed).toEqual([late.id, id]);
	});
});

it('Where all were delivered and begun with, a check asks twice at most and starts nothing', async () => {
	const { service, n8n } = await active();
	for (let count = 0; count < 5; count++) n8n.deliver(faxIn(service), 'signature');
	await n8n.work();
	service.queries.length = 0;
	await checks(n8n, 15 * MINUTE);
	expect(service.queries).toHaveLength(2);
	expect(n8n.checks).toEqual([]);
});

it('While the service is not available, a check asks for each list four times, and no more', async () => {
	const { service, n8n } = await active();
	service.trouble = () => 'not available';
	service.queries.length = 0;
	await n8n.poll();
	expect(service.queries).toHaveLength(2 * 4);
});

it('After a start of n8n one execution says that all were delivered', async () => {
	const { service, n8n } = await active();
	for (let count = 0; count < 24; count++) n8n.deliver(faxIn(service), 'signature');
	await n8n.work();
	await n8n.restart();
	await checks(n8n, 4 * HOUR);
	expect(n8n.checks).toEqual([24]);
	expect(n8n.hints).toEqual([expect.stringContaining('24 faxes: all delivered.')]);
});

it('What n8n’s store has forgotten is not passed on again', async () => {
	const { service, n8n } = await active({ fields: { options: { rememberDeliveries: 100 } } });
	const delivered = [];
	for (let count = 0; count < 30; count++) {
		wait(10 * MINUTE);
		const fax = faxIn(service);
		delivered.push(fax.id);
		n8n.deliver(fax, 'signature');
		// Of other members: the lists do not show them.
		for (let other = 0; other < 20; other++)
			n8n.deliver(
				{ ...fax, id: `other ${count} ${other}`, file: `o${count} ${other}`, owner: 'b' },
				'signature',
			);
		await n8n.work();
	}
	await n8n.restart();
	await checks(n8n, 4 * HOUR);
	expect(n8n.passed.filter((id) => !id.startsWith('other'))).toEqual(delivered);
	expect(n8n.log.join()).toContain('Remember Deliveries');
});

describe.each([0, 2])('With %i workers, of a file that goes to one number twice', (workers) => {
	const sameFile = { category: 'sent', file: 'uploads/referral.pdf' } as const;

	/** An n8n that has found a delivered fax again by its ID. */
	async function learned(): Promise<{ service: Service; n8n: N8n; first: ListedFax }> {
		const { service, n8n } = await active({ workers });
		const first = faxIn(service, sameFile);
		n8n.deliver(first, 'signature');
		// The one that nothing delivers makes workers look.
		if (workers > 0) faxIn(service, { category: 'sent' });
		await checks(n8n, 2 * HOUR);
		n8n.passed.length = 0;
		return { service, n8n, first };
	}

	it('the second fax comes with a check, if no delivery brings it', async () => {
		const { service, n8n } = await learned();
		const { id } = faxIn(service, sameFile);
		await checks(n8n, 3 * HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it.each(['signature', 'service'] as const)(
		'the second delivery passes, confirmed by its %s',
		async (by) => {
			const { service, n8n } = await learned();
			const second = faxIn(service, sameFile);
			n8n.deliver(second, by);
			await checks(n8n, 3 * HOUR);
			expect(n8n.passed).toEqual([second.id]);
		},
	);

	it('the second delivery passes where the first fax came with a check', async () => {
		const { service, n8n } = await learned();
		const values = { ...sameFile, file: 'uploads/reminder.pdf' };
		faxIn(service, values);
		await checks(n8n, 3 * HOUR);
		expect(n8n.passed).toHaveLength(1);
		const second = faxIn(service, values);
		n8n.deliver(second, 'signature');
		await checks(n8n, 3 * HOUR);
		expect(n8n.passed.slice(1)).toEqual([second.id]);
	});
});

it.each([
	['busy', 'failed_user_busy'],
	['received', 'success'],
])('a fax that lists call "%s" and its delivery "%s" starts the workflow once', async (listed, status) => {
	const { service, n8n } = await active();
	const usual = faxIn(service);
	n8n.deliver(usual, 'signature');
	const fax = faxIn(service, { status: listed });
	n8n.deliver({ ...fax, status }, 'signature');
	await checks(n8n, 2 * HOUR);
	expect(n8n.passed).toEqual([usual.id, fax.id]);
});

it.each([0, 2])(
	'with %i workers, all faxes of days without n8n come, also where they are more than start at once',
	async (workers) => {
		const { service, n8n } = await active({ workers });
		const ids: string[] = [];
		for (let count = 0; count < 800; count++) {
			wait(7 * MINUTE);
			ids.push(faxIn(service).id);
		}
		await n8n.restart();
		await n8n.work();
		await checks(n8n, 6 * HOUR);
		expect([...n8n.passed].sort()).toEqual(ids.sort());
	},
);

describe.each([0, 2])('With %i workers, where more faxes come than start at once', (workers) => {
	it('one that no delivery brings is not behind those that were delivered', async () => {
		const { service, n8n } = await active({ workers, fields: { options: { rememberDeliveries: 6_000 } } });
		for (let count = 0; count < 1_200; count++) {
			wait(2 * MINUTE);
			n8n.deliver(faxIn(service), 'signature');
			if (count % 300 === 0) await n8n.work();
		}
		await n8n.work();
		n8n.passed.length = 0;
		const { id } = faxIn(service);
		await checks(n8n, 4 * HOUR);
		expect(n8n.passed).toEqual([id]);
	});

	it('all come although n8n is started again before each check', async () => {
		const { service, n8n } = await active({ workers });
		const ids = Array.from({ length: 1_300 }, (_none, count) => {
			// Some come within one second, and some are listed only when later ones have passed.
			if (count % 3 === 0) wait(3 * MINUTE);
			return faxIn(service, count % 3 === 0 ? { listedFrom: Date.now() + DAY } : {}).id;
		});
		for (let starts = 0; starts < 4; starts++) {
			await n8n.restart();
			await checks(n8n, 15 * MINUTE);
		}
		wait(DAY);
		for (let starts = 0; starts < 4; starts++) {
			await n8n.restart();
			await checks(n8n, 15 * MINUTE);
		}
		expect([...n8n.passed].sort()).toEqual(ids.sort());
	});
});
