import fc from 'fast-check';

import { HOUR, MINUTE, useFakeClock, wait } from '../support/clock';
import { N8n, type Kill } from './support/n8n';
import { anyBehavior, Service, type ServiceFax, type Behavior, type Trouble } from './support/service';

/**
 * Longest time from the start of a fax until it's listed, and longest pause between two polls. Together, they're shorter
 * than Look Back.
 */
const LATEST = 3 * HOUR;
const LONGEST_PAUSE = 30 * MINUTE;

/** What happens between one poll and the next. */
interface Step {
	/** Milliseconds before the step. */
	pause: number;
	/**
	 * The faxes that arrive. `late` is how many milliseconds ago a fax began. It ended after the fraction `ended` of that
	 * time.
	 */
	arrivals: Array<{ late: number; ended: number; sent: boolean; wanted: boolean }>;
	/** How Fax.Plus fails. One of `every` requests fails in this way, or none if `every` is 0. */
	trouble: { every: number; kind: Trouble };
	then: 'poll' | 'publish' | 'rename' | 'restart' | 'restart with rename' | 'off' | Kill;
}

/** The values are evenly distributed, so that few faxes begin or end in the same second. */
const arrival = fc.noBias(
	fc.record({
		late: fc.nat(LATEST),
		ended: fc.double({ min: 0, max: 1, noNaN: true }),
		sent: fc.boolean(),
		wanted: fc.boolean(),
	}),
);

const step: fc.Arbitrary<Step> = fc.record({
	pause: fc.integer({ min: 1, max: LONGEST_PAUSE }),
	arrivals: fc.oneof(
		{ weight: 5, arbitrary: fc.array(arrival, { maxLength: 5 }) },
		{ weight: 1, arbitrary: fc.array(arrival, { minLength: 40, maxLength: 130, size: 'max' }) },
	),
	trouble: fc.record({
		every: fc.constantFrom(1, 2, 3, 5, 0, 0, 0),
		kind: fc.constantFrom<Trouble>('broken', 'out of order', 'refused'),
	}),
	then: fc.oneof(
		{ weight: 6, arbitrary: fc.constant<Step['then']>('poll') },
		{
			weight: 1,
			arbitrary: fc.constantFrom<Step['then']>(
				'publish',
				'rename',
				'restart with rename',
				'restart',
				'off',
				'before it saves',
				'before the execution is stored',
				'before the execution begins',
			),
		},
	),
});

/** Fewer faxes arrive in one second than fit on a page, because without `offset` the rest couldn't be read. */
const readings = fc
	.tuple(anyBehavior, fc.boolean())
	.map(([any, usesOffset]): Behavior => ({ ...any, usesOffset }));

useFakeClock();

function arrive(service: Service, { late, ended, sent, wanted }: Step['arrivals'][number]): ServiceFax {
	const now = Date.now();
	const start = now - late;
	return service.add({
		category: sent ? 'sent' : 'inbox',
		status: wanted ? 'success' : 'failed_no_answer',
		start,
		end: start + ended * (now - start),
		listedFrom: now,
	});
}

async function take(n8n: N8n, { then }: Step, number: number): Promise<void> {
	switch (then) {
		case 'poll':
			await n8n.poll();
			break;
		case 'publish':
			await n8n.activate('update');
			break;
		case 'rename':
			// This poll loads what the previous poll saved for the node.
			await n8n.poll();
			await n8n.rename(`Faxes ${number}`);
			break;
		case 'restart with rename':
			await n8n.restartWithRename(`Faxes ${number}`);
			break;
		case 'off':
			wait(100 * HOUR);
			await n8n.restart();
			break;
		case 'restart':
			await n8n.restart();
			break;
		default:
			await n8n.poll(then);
			await n8n.restart();
	}
}

test.each([false, true])(
	'each fax starts the workflow exactly once, whatever Fax.Plus leaves open and whatever goes wrong (with workers: %s)',
	async (hasWorkers) => {
		await fc.assert(
			fc.asyncProperty(readings, fc.array(step, { maxLength: 25, size: 'max' }), async (service, steps) => {
				jest.setSystemTime(Date.UTC(2026, 10, 22, 9));
				const world = new Service(service);
				for (let count = 0; count < 70; count++) world.add({ end: Date.now() - count * 3 * MINUTE });
				const fields = { events: ['fax_received', 'fax_sent'], outcome: 'success' };
				const n8n = new N8n(world, { fields, hasWorkers });
				await n8n.activate();

				const expected: string[] = [];
				for (const [number, each] of steps.entries()) {
					wait(each.pause);
					const arrived = each.arrivals.map((one) => arrive(world, one));
					expected.push(...arrived.filter(({ status }) => status === 'success').map(({ id }) => id));
					world.failEvery(each.trouble.every, each.trouble.kind);
					await take(n8n, each, number);
					await n8n.work();
				}
				world.trouble = () => undefined;
				for (let poll = 0; poll < 4; poll++) {
					wait(11 * MINUTE);
					await n8n.poll();
					await n8n.work();
				}
				expect([...n8n.passed].sort()).toEqual(expected.sort());
			}),
			{ numRuns: Number(process.env['RUNS'] ?? 8) },
		);
	},
);
