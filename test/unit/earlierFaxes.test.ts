import { earlierFaxes } from '../../nodes/FaxPlus/resources/fax/sending/guard/earlierFaxes';
import type { ReadCall } from '../../nodes/FaxPlus/operation/itemCall';
import { useFakeClock } from './support/clock';

const NOW = Date.UTC(2026, 10, 23, 9);

useFakeClock(NOW);

test('a fax that leaves the outbox while the lists are read is counted once', async () => {
	const outbox = [
		{ id: 'fax 1', to: ['+15550100200'], status: 'sending' },
		{ id: 'fax 2', to: ['+15550100201'], status: 'sending' },
	];
	const sent = ['fax 2', 'fax 3'].map((id) => ({
		...{ id, from: '+15550100000', to: '+15550100201', status: 'success', category: 'sent' },
		...{ submit_time: '2026-11-23 08:30:00', start_time: '2026-11-23 08:31:00' },
	}));
	const read = async ({ path }: { path: string }) =>
		await Promise.resolve(path.endsWith('/outbox') ? { records: outbox } : { data: { records: sent } });
	const faxes = await earlierFaxes({ read } as unknown as ReadCall, 'self', NOW - 3_600_000);
	expect(faxes.map(({ to }) => to)).toEqual([['+15550100200'], ['+15550100201'], ['+15550100201']]);
	expect(faxes.map(({ sentAt }) => NOW - sentAt)).toEqual([0, 0, 29 * 60_000]);
});
