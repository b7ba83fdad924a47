import type { ServiceFax, Service } from '../polling/support/service';
import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { chancesFrom } from '../trigger/support/n8nProcesses';
import { active as activeWith, type Keys, type N8n, type Settings } from './support/n8n';

/** Every four hours, three times. */
const AGAIN = { fields: { options: { againUntilRead: 4 } } };

const FAXES = Number(process.env['FAXES'] ?? 12);
const SEED = Number(process.env['SEED'] ?? 1);
/** Each fax comes again every two hours, three times. */
const CALM_FROM = FAXES + 28;
const CHECKS = CALM_FROM + 16;

useFakeClock(Date.UTC(2026, 10, 23, 9));

const active = async (settings: Settings = {}): Promise<{ service: Service; n8n: N8n }> =>
	await activeWith({ ...AGAIN, ...settings });

test('What passes again has no hint that it was delivered', async () => {
	const { service, n8n } = await active();
	await n8n.receive(service.add({ id: 'fax' }));
	await n8n.checksFor(5 * HOUR);
	expect(n8n.attempts).toEqual(['fax: 1', 'fax: 2']);
	expect(n8n.hints).not.toContainEqual(expect.stringContaining('all delivered'));
});

describe.each([0, 2])('With %i workers, a received fax that stays unread', (workers) => {
	test.each<Keys>(['id', 'hook id'])(
		'passes again three times after its delivery, where lists have its %s',
		async (keys) => {
			const { service, n8n } = await active({ workers, keys });
			await n8n.receive(service.add({ id: 'fax', file: 'a.pdf' }));
			await n8n.checksFor(5 * HOUR);
			expect(n8n.attempts).toEqual(['fax: 1', 'fax: 2']);
			await n8n.checksFor(3 * DAY);
			expect(n8n.attempts).toEqual(['fax: 1', 'fax: 2', 'fax: 3', 'fax: 4']);
			expect(n8n.failed).toEqual([]);
			expect(n8n.warnings).toContainEqual(expect.stringMatching(/last of 3 times/));
		},
	);

	test('does not pass any more once it is marked as read', async () => {
		const { service, n8n } = await active({ workers });
		const fax = service.add({ id: 'fax' });
		await n8n.receive(fax);
		await n8n.checksFor(5 * HOUR);
		fax.isRead = true;
		await n8n.checksFor(DAY);
		expect(n8n.attempts).toEqual(['fax: 1', 'fax: 2']);
	});

	test('passes as often where n8n is started anew every two hours, and no other fax passes', async () => {
		const { service, n8n } = await active({ workers });
		await n8n.receive(service.add({ id: 'fax' }));
		await n8n.receive(service.add({ id: 'sent', category: 'sent' }));
		for (let count = 0; count < 10; count++) {
			await n8n.checksFor(2 * HOUR);
			await n8n.restart();
			n8n.restartWorkers();
		}
		expect(n8n.attempts).toEqual(['fax: 1', 'sent: 1', 'fax: 2', 'fax: 3', 'fax: 4']);
	});

	test('passes until a step has marked it as read or its last time has come, each time once, while n8n is killed before and amid its executions', async () => {
		const fields = { options: { againUntilRead: 2 } };
		const { service, n8n } = await active({ workers, fields, isMainReceiving: true });
		// By it and an hour of checks it is known that lists and deliveries agree.
		await n8n.receive(service.add({ isRead: true }));
		await n8n.checksFor(HOUR);
		n8n.attempts.length = 0;
		const chance = chancesFrom(SEED);
		const come: ServiceFax[] = [];
		let kills = 0;
		for (let check = 0; check < CHECKS; check++) {
			const isCalm = check >= CALM_FROM;
			wait(15 * MINUTE);
			if (check < FAXES) come.push(service.add());
			for (const fax of come.slice(check)) if (chance() < 2 / 3) n8n.deliver(fax);
			await n8n.poll();
			const { length } = n8n.passed;
			// Whatever waits is lost with the process that was to execute it.
			if (!isCalm && chance() < 1 / 4) n8n.crash();
			else await n8n.work();
			for (const id of n8n.passed.slice(length)) {
				const fax = come.find((one) => one.id === id);
				if (!isCalm && chance() < 1 / 2) kills += 1;
				else if (fax) fax.isRead = true;
			}
			if (check === CALM_FROM || (!isCalm && chance() < 1 / 4)) await n8n.restart();
			if (chance() < 1 / 4) n8n.restartWorkers();
		}
		const unread = come.filter(({ isRead }) => !isRead).map(({ id }) => `${id}: 4`);
		expect(n8n.attempts).toEqual(expect.arrayContaining(unread));
		expect(new Set(n8n.attempts).size).toBe(n8n.attempts.length);
		expect(n8n.attempts).toHaveLength(kills + FAXES - unread.length);
		expect(n8n.failed).toEqual([]);
	});

	test('passes for the first time where no delivery brought it, and again some hours later', async () => {
		const { service, n8n } = await active({ workers });
		service.add({ id: 'fax' });
		await n8n.checksFor(HOUR);
		expect(n8n.attempts).toEqual(['fax: 1']);
		await n8n.checksFor(5 * HOUR);
		expect(n8n.attempts).toEqual(['fax: 1', 'fax: 2']);
	});

	test('does not pass again shortly after a delivery that came late', async () => {
		const { service, n8n } = await active({ workers });
		const fax = service.add({ id: 'fax' });
		wait(9 * HOUR);
		await n8n.receive(fax);
		await n8n.restart();
		await n8n.checksFor(HOUR);
		expect(n8n.attempts).toEqual(['fax: 1']);
		await n8n.checksFor(3 * HOUR);
		expect(n8n.attempts).toEqual(['fax: 1', 'fax: 4']);
	});

	test('does not pass again where nobody knows whether lists call faxes what deliveries call them', async () => {
		const { service, n8n } = await active({ workers, keys: 'none' });
		await n8n.receive(service.add({ id: 'fax', file: 'a.pdf' }));
		await n8n.checksFor(2 * DAY);
		expect(n8n.attempts).toEqual(['fax: 1']);
		expect(n8n.failed).toContainEqual(expect.stringMatching(/nobody can tell which were delivered/));
	});
});

test('a fax that came before the option was there does not pass again', async () => {
	const settings: Settings = { fields: { options: {} } };
	const { service, n8n } = await active(settings);
	await n8n.receive(service.add({ id: 'before' }));
	n8n.settings.fields = AGAIN.fields;
	wait(HOUR);
	await n8n.restart();
	wait(MINUTE);
	await n8n.receive(service.add({ id: 'after' }));
	await n8n.checksFor(5 * HOUR);
	expect(n8n.attempts).toEqual(['before: 1', 'after: 1', 'after: 2']);
});

test('a look that fails is told once a day, and keeps no missed fax from passing', async () => {
	const { service, n8n } = await active();
	await n8n.receive(service.add({ id: 'fax' }));
	await n8n.checksFor(HOUR);
	service.trouble = () => 'refused';
	await n8n.checksFor(5 * HOUR);
	service.trouble = () => undefined;
	await n8n.checksFor(HOUR);
	expect(n8n.failed).toHaveLength(1);
	expect(n8n.attempts).toEqual(['fax: 1', 'fax: 2']);
});

test('a list that cannot be read keeps no fax of another from passing again, nor a missed one from passing', async () => {
	const { service, n8n } = await active();
	await n8n.receive(service.add({ id: 'fax' }));
	service.failFor('sent', 'refused');
	service.add({ id: 'missed' });
	await n8n.checksFor(5 * HOUR);
	expect(n8n.attempts.sort()).toEqual(['fax: 1', 'fax: 2', 'missed: 1', 'missed: 2']);
	expect(n8n.failed).toEqual([expect.stringContaining('The token has expired')]);
});

test("a person's Retry passes on all that is to come again", async () => {
	const { service, n8n } = await active();
	await n8n.receive(service.add({ id: 'fax' }));
	await n8n.checksFor(4.5 * HOUR);
	await n8n.retry();
	await n8n.retry();
	expect(n8n.attempts).toEqual(['fax: 1', 'fax: 2', 'fax: 2', 'fax: 2']);
});

test('an unread fax passes again with the first check of every quarter of an hour after its time, however long one takes', async () => {
	const { service, n8n } = await active();
	await n8n.checksFor(2 * HOUR);
	service.trouble = () => {
		wait(1_000);
		return undefined;
	};
	const begunAt = Date.now();
	const passedAt: number[] = [];
	for (let quarter = 0; quarter < 20; quarter++) {
		jest.setSystemTime(begunAt + quarter * 15 * MINUTE);
		await n8n.poll();
		await n8n.work();
		passedAt.push(...Array<number>(n8n.attempts.splice(0).length).fill(quarter));
		if (quarter < 2) await n8n.receive(service.add());
		n8n.attempts.length = 0;
	}
	// Their time comes while that check is under way, or just after it has read the list.
	expect(passedAt).toHaveLength(2);
	expect([16, 17]).toContain(passedAt[0]);
	expect([17, 18]).toContain(passedAt[1]);
});

test.each([
	['nothing', [], 1],
	[
		'a step that is turned off',
		[{ type: 'n8n-nodes-faxplus.faxPlus', disabled: true, parameters: { operation: 'update' } }],
		1,
	],
	['another operation', [{ type: 'n8n-nodes-faxplus.faxPlus', parameters: { operation: 'get' } }], 1],
	['the step', [{ type: 'n8n-nodes-faxplus.faxPlus', parameters: { operation: 'update' } }], 0],
	['a request', [{ type: 'n8n-nodes-base.httpRequest' }], 0],
])('a publish, and each execution, say so where %s would mark faxes as read', async (_name, later, count) => {
	const { service, n8n } = await active();
	n8n.laterNodes = later;
	await n8n.activate();
	await n8n.receive(service.add());
	const told = expect.stringContaining('no later node marks a fax as read') as unknown;
	expect([n8n.warnings, n8n.hints]).toEqual(Array(2).fill(Array(count).fill(told)));
});
