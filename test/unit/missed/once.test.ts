import fc from 'fast-check';

import { anyBehavior, Service, type Behavior, type Trouble } from '../polling/support/service';
import { HOUR, MINUTE, SECOND, useFakeClock, wait } from '../support/clock';
import { N8n, type Keys, type Settings } from './support/n8n';

/** A fax, what happens to its delivery, and when lists show it. */
interface Arrival {
	isSent: boolean;
	delivery: 'signed' | 'confirmed' | 'twice' | 'late' | 'lost' | 'lost before it began';
	/** Milliseconds from the end of the fax until lists show it. */
	lag: number;
}

/** What happens between one check and the next. */
interface Step {
	/** Milliseconds before the step. */
	pause: number;
	arrivals: Arrival[];
	/** How Fax.Plus fails. One of `every` requests fails in this way, or none if `every` is 0. */
	trouble: { every: number; kind: Trouble };
	then: 'check' | 'lost check' | 'restart' | 'restart of workers' | 'off' | 'publish';
}

const arrival: fc.Arbitrary<Arrival> = fc.record({
	isSent: fc.boolean(),
	delivery: fc.constantFrom<Arrival['delivery']>(
		'signed',
		'signed',
		'signed',
		'confirmed',
		'twice',
		'late',
		'lost',
		'lost before it began',
	),
	lag: fc.constantFrom(0, 0, 2 * SECOND, 5 * MINUTE, HOUR),
});

const step: fc.Arbitrary<Step> = fc.record({
	pause: fc.integer({ min: 1, max: 30 * MINUTE }),
	// The faxes of a step share their time and numbers.
	arrivals: fc.array(arrival, { maxLength: 4 }),
	trouble: fc.record({
		every: fc.constantFrom(1, 2, 5, 0, 0, 0),
		kind: fc.constantFrom<Trouble>('broken', 'out of order', 'refused'),
	}),
	then: fc.constantFrom<Step['then']>(
		'check',
		'check',
		'check',
		'check',
		'lost check',
		'restart',
		'restart of workers',
		'off',
		'publish',
	),
});

useFakeClock();

/** One n8n instance with its deliveries, some of which arrive later. */
class World {
	readonly expected: string[] = [];

	private readonly later: Array<{ at: number; deliver: () => void }> = [];

	private count = 0;

	constructor(
		readonly service: Service,
		readonly n8n: N8n,
	) {}

	arrive({ isSent, delivery, lag }: Arrival): void {
		const now = Date.now();
		const number = (this.count += 1);
		const fax = this.service.add({
			id: `fax ${number}`,
			file: `${number}.pdf`,
			category: isSent ? 'sent' : 'inbox',
			start: now,
			end: now,
			listedFrom: now + lag,
		});
		this.expected.push(fax.id);
		const deliver = (): void => {
			this.n8n.deliver(fax, delivery === 'confirmed' ? 'service' : 'signature');
		};
		if (['signed', 'confirmed', 'twice'].includes(delivery)) deliver();
		if (delivery === 'twice') this.later.push({ at: now + HOUR, deliver });
		if (delivery === 'late') this.later.push({ at: now + 3 * HOUR, deliver });
		if (delivery === 'lost before it began') deliver();
	}

	/** Lets time pass, with the deliveries that arrive in it. */
	pass(milliseconds: number): void {
		wait(milliseconds);
		for (const { deliver } of this.later.filter(({ at }) => at <= Date.now())) deliver();
		this.later.splice(0, this.later.length, ...this.later.filter(({ at }) => at > Date.now()));
	}

	async take({ pause, arrivals, trouble, then }: Step): Promise<void> {
		this.pass(pause);
		const { every, kind } = trouble;
		// If every check fails for three days, these days' faxes are past the limit.
		this.service.failEvery(then === 'off' ? 0 : every, kind);
		for (const one of arrivals) this.arrive(one);
		const isLost = arrivals.some(({ delivery }) => delivery === 'lost before it began');
		if (isLost) await this.n8n.restart();
		await this.n8n.work();
		this.pass(MINUTE);
		if (then === 'restart') await this.n8n.restart();
		if (then === 'restart of workers') this.n8n.restartWorkers();
		if (then === 'publish') await this.n8n.activate();
		if (then === 'off') {
			this.pass(40 * HOUR);
			await this.n8n.restart();
		}
		await this.n8n.poll(then === 'lost check');
		await this.n8n.work();
	}

	/** Lets everything succeed for half a day. */
	async letAllGoWell(): Promise<void> {
		this.service.trouble = () => undefined;
		for (let check = 0; check < 24; check++) {
			this.pass(31 * MINUTE);
			await this.n8n.poll();
			await this.n8n.work();
		}
	}
}

function worldOf(service: Behavior, settings: Settings): World {
	jest.setSystemTime(Date.UTC(2026, 10, 23, 9));
	const faxing = new Service(service);
	for (let count = 0; count < 10; count++)
		faxing.add({ id: `old ${count}`, file: `old${count}`, end: Date.now() - (count + 1) * 40 * MINUTE });
	return new World(faxing, new N8n(faxing, settings));
}

/** Generates how the ids of deliveries relate to those of lists. */
function names(keys: fc.Arbitrary<Keys>): fc.Arbitrary<Settings> {
	return fc.record({ keys, hasUid: fc.boolean() });
}

const RUNS = { numRuns: Number(process.env['RUNS'] ?? 15) };

describe.each([0, 2])('With %i workers, whatever happens to deliveries, lists and processes', (workers) => {
	it('each fax starts the workflow once if lists and deliveries share an ID', async () => {
		const keys = fc.constantFrom<Keys>('id', 'hook id');
		await fc.assert(
			fc.asyncProperty(anyBehavior, names(keys), fc.array(step, { maxLength: 12 }), async (...args) => {
				const [service, settings, steps] = args;
				const world = worldOf(service, { ...settings, workers });
				await world.n8n.activate();
				for (const one of steps) await world.take(one);
				await world.letAllGoWell();
				expect([...world.n8n.passed].sort()).toEqual(world.expected.sort());
			}),
			RUNS,
		);
	});

	it("no fax starts it twice if they share none, and it's reported", async () => {
		const keys = fc.constant<Keys>('none');
		await fc.assert(
			fc.asyncProperty(anyBehavior, names(keys), fc.array(step, { maxLength: 12 }), async (...args) => {
				const [service, settings, steps] = args;
				const world = worldOf(service, { ...settings, workers });
				await world.n8n.activate();
				world.arrive({ isSent: false, delivery: 'signed', lag: 0 });
				world.arrive({ isSent: true, delivery: 'signed', lag: 0 });
				await world.n8n.work();
				for (const one of steps) {
					// If a delivery arrives hours after its fax is listed and has no id in common with it, it looks like
					// another fax.
					const isLost = one.arrivals.some(({ delivery }) => delivery === 'lost before it began');
					const isLate = ({ delivery }: Arrival): boolean =>
						delivery === 'late' || (isLost && delivery === 'twice');
					const arrivals = one.arrivals.filter((arrival) => !isLate(arrival));
					await world.take({ ...one, arrivals });
				}
				await world.letAllGoWell();
				expect(new Set(world.n8n.passed).size).toBe(world.n8n.passed.length);
				expect(world.n8n.failed).toContainEqual(expect.stringContaining("it's unknown whether"));
			}),
			RUNS,
		);
	});
});
