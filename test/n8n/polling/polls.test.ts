import { serviceTime } from '../../../simulator/faxing/times';
import { EVERY_MINUTE, EVERY_TEN_SECONDS, faxIdOf, usePollingBench } from './support';

const bench = usePollingBench();

/** What static data may take in n8n's database, in characters. */
const LARGEST_MEMORY = 64 * 1024;

const HOUR = 3_600;

it.concurrent(
	'what was there starts nothing; what comes afterwards starts one execution, oldest first',
	async () => {
		const customer = await bench().customer();
		customer.addMany(60);
		const id = await bench().activate(
			customer,
			bench().trigger(customer, { events: ['fax_received', 'fax_sent'] }),
		);
		expect(await bench().executions(id)).toEqual([]);

		const begun = [20, 15, 5, 0].map((seconds) => serviceTime(Date.now() - seconds * 1000));
		const [first, second, third, last] = begun.map((startTime, index) =>
			customer.add({ startTime, category: index % 2 === 0 ? 'inbox' : 'sent' }),
		);
		await bench().untilPassed(id, 4);
		// All of them show in the polls that follow, too.
		await customer.polled(2);

		const executions = await bench().executions(id);
		expect(executions.map(({ status, items }) => [status, items.map(faxIdOf)])).toEqual([
			['success', [first, second, third, last]],
		]);
		expect(executions[0]?.items.map(({ json }) => json['event'])).toEqual([
			'fax_received',
			'fax_sent',
			'fax_received',
			'fax_sent',
		]);
	},
);

it.concurrent("an item is like that of a delivery, whichever names the service's records use", async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer);
	const { settings } = bench().simulator;
	const numbers = { from: '+15550300001', to: '+15550300002' };

	const received = [];
	for (const recordNumbers of ['', '_number'] as const) {
		settings.recordNumbers = recordNumbers;
		received.push(customer.add(numbers));
		await bench().untilPassed(id, received.length);
	}
	settings.recordNumbers = '';

	const items = (await bench().passed(id)).map(({ json }) => json);
	expect(items).toEqual(
		received.map((faxId) => ({
			event: 'fax_received',
			data: expect.objectContaining({
				id: faxId,
				...numbers,
				uid: customer.userId,
				status: 'success',
			}) as object,
			statusMeaning: 'All pages passed.',
			isRetry: false,
			isAgain: false,
			attempt: 1,
			webhookId: null,
			timestamp: null,
			hook: { id: faxId, event: 'fax_received', event_time: expect.any(String) as string, target: '' },
		})),
	);
});

it.concurrent('a poll that finds nothing takes one request, and starts nothing', async () => {
	const customer = await bench().customer();
	customer.addMany(120);
	const id = await bench().activate(customer);
	const before = customer.requests.length;

	await customer.polled(3);

	const times = customer.requests.slice(before).map(({ startedAt }) => Math.round(startedAt / 10_000));
	expect(times.length).toBeGreaterThanOrEqual(3);
	expect(new Set(times).size).toBe(times.length);
	expect(await bench().executions(id)).toEqual([]);
});

it.concurrent("at n8n's shortest interval, a minute, a fax passes within two", async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer, bench().trigger(customer, { pollTimes: EVERY_MINUTE }));
	const faxId = customer.add();
	expect(await bench().untilPassed(id, 1)).toEqual([faxId]);
});

it.concurrent('what is remembered of thousands of faxes stays small', async () => {
	const customer = await bench().customer();
	for (const category of ['inbox', 'sent', 'spam'] as const) {
		for (let count = 0; count < 2_000; count++) customer.add({ category }, 3 * HOUR - 5 * count);
	}
	const trigger = bench().trigger(customer, {
		events: ['fax_received', 'fax_sent'],
		options: { includeSpam: true },
		pollTimes: EVERY_TEN_SECONDS,
	});
	const id = await bench().activate(customer, trigger);
	const memorySize = async (): Promise<number> => JSON.stringify(await bench().memoryOf(id)).length;
	expect(await memorySize()).toBeLessThanOrEqual(LARGEST_MEMORY);

	const ids = (['inbox', 'sent', 'spam'] as const).flatMap((category) => customer.addMany(400, { category }));

	expect((await bench().untilPassed(id, ids.length)).sort()).toEqual(ids.sort());
	const size = await memorySize();
	expect(size).toBeLessThanOrEqual(LARGEST_MEMORY);
	expect(size).toBeGreaterThan(1_000);
});
