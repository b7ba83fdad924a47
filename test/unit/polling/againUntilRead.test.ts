import fc from 'fast-check';

import { DAY, HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { active as activeWith, type Before, type Kill, type N8n, type Settings } from './support/n8n';
import type { ServiceFax, Service, Trouble } from './support/service';

/** Every four hours, three times. */
const AGAIN = { againUntilRead: 4, againAtMost: 3 };

useFakeClock(Date.UTC(2026, 10, 22, 9));

const active = async ({ fields, ...rest }: Settings & Before = {}): Promise<{ service: Service; n8n: N8n }> =>
	await activeWith({ ...rest, fields: { options: AGAIN, ...fields } });

describe('a received fax that stays unread', () => {
	test('passes again each time its hours are over, so often and no more', async () => {
		const { service, n8n } = await active();
		service.add();
		const passed: number[] = [];
		for (let hour = 0; hour < 60; hour++) {
			await n8n.pollsFor(HOUR);
			passed.push(n8n.attempts.length);
		}
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2', 'fax 1: 3', 'fax 1: 4']);
		expect([0, 3, 4, 7, 8, 11, 12, 59].map((hour) => passed[hour])).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
	});

	test('passes again also if it came within the second in which the workflow was activated', async () => {
		jest.setSystemTime(Date.UTC(2026, 10, 22, 9, 0, 0, 900));
		const { service, n8n } = await active();
		service.add({ start: Date.UTC(2026, 10, 22, 9), end: Date.now() - MINUTE });
		await n8n.pollsFor(5 * HOUR);
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2']);
	});

	test('is said to have come for the last time when it has', async () => {
		const { service, n8n } = await active();
		service.add();
		await n8n.pollsFor(12 * HOUR);
		expect(n8n.hints).toEqual([]);
		await n8n.pollsFor(HOUR);
		const told = /last of 3 times .* fax 1\. .*nothing starts the workflow for it any more.*"Fax: Update"/;
		expect(n8n.hints).toEqual([expect.stringMatching(told)]);
		expect(n8n.warnings).toEqual([expect.stringMatching(told)]);
	});

	test('does not pass any more once it is marked as read', async () => {
		const { service, n8n } = await active();
		const fax = service.add();
		await n8n.pollsFor(5 * HOUR);
		fax.isRead = true;
		await n8n.pollsFor(20 * HOUR);
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2']);
	});

	test('passes once without the option', async () => {
		const { service, n8n } = await active({ fields: { options: {} } });
		service.add();
		await n8n.pollsFor(10 * HOUR);
		expect(n8n.attempts).toEqual(['fax 1: 1']);
		expect(n8n.staticData['global']).not.toHaveProperty(['faxPlus again node 1']);
	});

	test('passes as often where n8n is started anew every hour', async () => {
		const { service, n8n } = await active();
		service.add();
		for (let hour = 0; hour < 30; hour++) {
			await n8n.pollsFor(HOUR, 10 * MINUTE);
			await n8n.restart();
		}
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2', 'fax 1: 3', 'fax 1: 4']);
	});

	test('passes as often where the workflow is polled once a day, which is what n8n lets it', async () => {
		const { service, n8n } = await active({ fields: { options: { againUntilRead: 24, againAtMost: 2 } } });
		service.add();
		await n8n.pollsFor(6 * DAY, DAY);
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2', 'fax 1: 3']);
	});

	test('is what the fields ask for, and never one that was sent', async () => {
		const fields = { events: ['fax_received', 'fax_sent'], outcome: 'success' };
		const { service, n8n } = await active({ fields });
		service.add({ category: 'sent' });
		service.add({ status: 'failed' });
		const wanted = service.add();
		await n8n.pollsFor(5 * HOUR);
		expect(n8n.attempts.filter((one) => !one.endsWith(': 1'))).toEqual([`${wanted.id}: 2`]);
	});

	test('is passed on again alone, oldest first, so that one that always fails takes no other with it', async () => {
		const { service, n8n } = await active();
		for (let count = 0; count < 3; count++) {
			service.add();
			wait(MINUTE);
		}
		await n8n.pollsFor(4 * HOUR + 20 * MINUTE);
		expect(n8n.executions.slice(-3)).toEqual([['fax 1'], ['fax 2'], ['fax 3']]);
	});
});

describe('what is not to be done again', () => {
	test('is what came before the option was there, or before the workflow was active', async () => {
		const prepare = (before: Service): void => {
			before.add();
			wait(MINUTE);
		};
		const { service, n8n } = await active({ fields: { options: {} }, prepare });
		service.add();
		await n8n.pollsFor(HOUR);
		await n8n.publish({ fields: { options: AGAIN } });
		wait(MINUTE);
		service.add();
		await n8n.pollsFor(5 * HOUR);
		await n8n.restart();
		await n8n.pollsFor(5 * HOUR);
		expect(n8n.attempts).toEqual(['fax 2: 1', 'fax 3: 1', 'fax 3: 2', 'fax 3: 3']);
	});

	test('is what came before the option was published, also amid a poll', async () => {
		const { service, n8n } = await active({ fields: { options: {} } });
		service.add();
		await n8n.pollsFor(HOUR);
		await n8n.publishAmidPoll({ fields: { options: AGAIN } });
		wait(MINUTE);
		service.add();
		await n8n.pollsFor(5 * HOUR);
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 2: 1', 'fax 2: 2']);
	});

	test('is what came before an account was watched', async () => {
		const { service, n8n } = await active();
		service.add();
		await n8n.pollsFor(HOUR);
		service.faxes.length = 0;
		service.add({ owner: 'another clinic' });
		wait(MINUTE);
		await n8n.publish({ credentialId: 'credential 2' });
		await n8n.pollsFor(10 * HOUR);
		expect(n8n.attempts).toEqual(['fax 1: 1']);
	});

	test('is what the same process passes on now for the first time, or has a moment ago', async () => {
		const { service, n8n } = await active();
		wait(9 * HOUR);
		const came = service.add({ end: Date.now() - 8.5 * HOUR });
		await n8n.pollsFor(3 * HOUR);
		expect(n8n.attempts).toEqual([`${came.id}: 1`]);
		await n8n.pollsFor(2 * HOUR);
		expect(n8n.attempts).toEqual([`${came.id}: 1`, `${came.id}: 4`]);
	});

	test('is what another process has passed on a moment ago, late', async () => {
		const { service, n8n } = await active();
		await n8n.poll();
		const came = service.add();
		wait(9 * HOUR);
		await n8n.restart();
		await n8n.poll();
		await n8n.restart();
		await n8n.pollsFor(HOUR);
		expect(n8n.attempts).toEqual([`${came.id}: 1`]);
	});
});

describe('an execution that is lost', () => {
	test('comes for the first time when it comes again, and counts as the time that it is', async () => {
		const { service, n8n } = await active({ hasWorkers: true });
		service.add();
		for (let minutes = 0; minutes < 60; minutes += 5) {
			await n8n.poll();
			n8n.loseWork();
			wait(5 * MINUTE);
		}
		await n8n.pollsFor(20 * HOUR);
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 3', 'fax 1: 4']);
	});

	test('of a fax that is passed on again costs no time where the process goes on', async () => {
		const { service, n8n } = await active();
		service.add();
		await n8n.pollsFor(4 * HOUR - 5 * MINUTE);
		for (let minutes = 0; minutes < 45; minutes += 5) {
			await n8n.poll('before the execution begins');
			wait(5 * MINUTE);
		}
		expect(n8n.attempts).toEqual(['fax 1: 1']);
		await n8n.pollsFor(2 * HOUR);
		expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2']);
	});
});

test('where workers execute, a fax that passes again costs few executions that end empty', async () => {
	const { service, n8n } = await active({ hasWorkers: true });
	service.add();
	await n8n.pollsFor(6 * DAY);
	expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2', 'fax 1: 3', 'fax 1: 4']);
	expect(n8n.executions.length).toBeLessThan(15);
});

test('all of the time is read every quarter of an hour, and not when nothing is asked for again', async () => {
	const queriesOf = async (options: object): Promise<number> => {
		const { service, n8n } = await active({ fields: { options } });
		await n8n.pollsFor(10 * HOUR);
		return service.queries.length;
	};
	expect((await queriesOf(AGAIN)) - (await queriesOf({}))).toBe(40);
});

test('a look that fails is told like a poll that fails, and is taken again', async () => {
	const { service, n8n } = await active();
	service.add();
	await n8n.pollsFor(HOUR);
	service.trouble = () => 'refused';
	await n8n.pollsFor(5 * HOUR);
	service.trouble = () => undefined;
	await n8n.pollsFor(HOUR);
	expect(n8n.failed).toEqual([expect.stringContaining('The token has expired')]);
	expect(n8n.attempts).toEqual(['fax 1: 1', 'fax 1: 2']);
});

test('a log line says when more faxes have come than n8n is certain to know', async () => {
	const { service, n8n } = await active();
	wait(HOUR);
	for (let count = 0; count < 1_300; count++) service.add({ end: Date.now() - count * 1_000, isRead: true });
	await n8n.pollsFor(30 * MINUTE);
	expect(n8n.warnings).toEqual([
		expect.stringMatching(/more than 1250 faxes came in the time that Again Until Read/),
	]);
});

/** What happens between one poll and the next. */
interface Step {
	minutes: number;
	arrivals: number;
	/** Whether the workflow fails with what the poll brings. */
	fails: boolean;
	trouble: Trouble;
	then: 'poll' | 'publish' | 'restart' | Kill;
}

const step: fc.Arbitrary<Step> = fc.record({
	minutes: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.constant(10 * 60)),
	arrivals: fc.nat(2),
	fails: fc.boolean(),
	trouble: fc.constantFrom<Trouble>(undefined, undefined, undefined, 'broken', 'refused'),
	then: fc.oneof(
		{ weight: 6, arbitrary: fc.constant<Step['then']>('poll') },
		fc.constantFrom<Step['then']>(
			'publish',
			'restart',
			'before it saves',
			'before the execution is stored',
			'before the execution begins',
		),
	),
});

test.each([false, true])(
	'no attempt comes twice, none after the mark, and no fax is left out (with workers: %s)',
	async (hasWorkers) => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
				jest.setSystemTime(Date.UTC(2026, 10, 22, 9));
				const { service, n8n } = await active({ hasWorkers });
				const marked = new Map<ServiceFax, number>();
				/** The workflow after the trigger. */
				const work = (from: number, fails: boolean): void => {
					for (const id of n8n.passed.slice(from)) {
						const fax = service.faxes.find((one) => one.id === id);
						if (!fax || fails) continue;
						expect(marked.has(fax)).toBe(false);
						fax.isRead = true;
						marked.set(fax, Date.now());
					}
				};
				for (const { minutes, arrivals, fails, trouble, then } of steps) {
					wait(minutes * MINUTE);
					for (let count = 0; count < arrivals; count++) service.add();
					service.trouble = () => trouble;
					const from = n8n.passed.length;
					if (then === 'publish') await n8n.activate('update');
					else if (then === 'restart') await n8n.restart();
					else await n8n.poll(then === 'poll' ? undefined : then);
					await n8n.work();
					work(from, fails);
					if (then !== 'poll' && then !== 'publish' && then !== 'restart') await n8n.restart();
				}
				service.trouble = () => undefined;
				for (let poll = 0; poll < 200; poll++) {
					const from = n8n.passed.length;
					await n8n.pollsFor(1, 15 * MINUTE);
					work(from, poll % 3 > 0);
				}
				expect(new Set(n8n.attempts).size).toBe(n8n.attempts.length);
				expect(new Set(n8n.passed)).toEqual(new Set(service.faxes.map(({ id }) => id)));
			}),
			{ numRuns: Number(process.env['RUNS'] ?? 6) },
		);
	},
);
