import { normalized, recipientsOf } from '../../../../../shared/faxes/faxRecords';
import type { Fax, OutboxFax } from '../../../../../shared/records';
import { sameNumber } from '../../../../../shared/values/phoneNumbers';
import { fromServiceForm } from '../../../../../shared/values/times';
import { getAll as getOutboxFaxes } from '../../../outboxFax/getAll';
import { reading, told, untold } from '../finding';
import { areSame, entriesOf, faxesOf } from '../lists';

/** In milliseconds: longer than the pause before another try. */
const LONG_AFTER = 15 * 60_000;

/** docs/api.md, "Outbox" */
export const outboxRecords = reading(
	'a fax to several numbers in the outbox',
	getOutboxFaxes,
	async (service) => {
		const records = await entriesOf(service, 'outbox');
		const shared = records.filter((record) => recipientsOf(record).length > 1);
		// A record for each recipient may have the numbers of all, and others may have gone while this one waits for another try.
		const isAlone = (record: OutboxFax): boolean =>
			Number(fromServiceForm(record.send_time)) > Date.now() + LONG_AFTER &&
			record.status === 'scheduled_for_sending' &&
			shared.filter((other) => numbersOf(other) === numbersOf(record)).length === 1;
		// Of one send somebody may have deleted the other records.
		if (shared.filter(isAlone).length > 1) return told('One record for all.', { outboxRecords: 'together' });
		// Records with one number and the same upload may be those of several sends.
		return untold(
			'No two records are certain to be those of faxes to several numbers.',
			'Send a fax to two numbers with "Send At" in an hour, another one to two other numbers, run this again, then delete them from the outbox.',
		);
	},
);

/** docs/api.md, "Sending". Last: a fax that was in the outbox at the beginning may have been sent meanwhile. */
export const keptId = reading('ID of a fax after the outbox', getOutboxFaxes, async (service) => {
	const waiting = await entriesOf(service, 'outbox');
	const isSoon = waiting.some(({ status }) => status !== 'scheduled_for_sending');
	const sent = isSoon ? await faxesOf(service, 'sent', { limit: 25 }) : [];
	if (sent.some((fax) => waiting.some((record) => isOf(fax, record))))
		return told('It is that of the outbox.', { faxIdKept: true });
	return untold(
		'No fax has left the outbox meanwhile with the same ID.',
		'Run this while a fax is being sent.',
	);
});

function numbersOf(record: OutboxFax): string {
	return recipientsOf(record).sort().join();
}

/** Whether a sent fax is that of the outbox: an ID may be a number, and that of another fax too. */
function isOf(fax: Fax, record: OutboxFax): boolean {
	const [sent, waiting] = [fax, record].map(({ submit_time: time }) => Number(fromServiceForm(time)));
	return (
		areSame([fax], [record]) &&
		recipientsOf(record).some((number) => sameNumber(number, normalized(fax).to)) &&
		Math.abs((sent ?? Number.NaN) - (waiting ?? Number.NaN)) <= 1000
	);
}
