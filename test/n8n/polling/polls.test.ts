import { serviceTime } from '../../../simulator/faxing/times';
import { EVERY_MINUTE, faxIdOf, usePollingBench } from './support';

const bench = usePollingBench();

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

it.concurrent("at n8n's shortest interval, a minute, a fax passes within two", async () => {
	const customer = await bench().customer();
	const id = await bench().activate(customer, bench().trigger(customer, { pollTimes: EVERY_MINUTE }));
	const faxId = customer.add();
	expect(await bench().untilPassed(id, 1)).toEqual([faxId]);
});
