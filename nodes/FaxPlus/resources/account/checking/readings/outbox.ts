import { recipientsOf } from '../../../../../shared/service/faxRecords';
import { getAll as getOutboxFaxes } from '../../../outboxFax/getAll';
import { told, untold, type Subject } from '../finding';
import { entriesOf, faxesOf } from '../lists';

/** docs/api.md, "Outbox" */
export const outboxRecords: Subject = {
	check: 'Service: a fax to several numbers in the outbox',
	guidance: getOutboxFaxes,
	async look({ service }) {
		const records = await entriesOf(service, 'outbox');
		if (records.some((record) => recipientsOf(record).length > 1))
			return told('One record for all.', { outboxRecords: 'together' });
		// An upload has a path of its own.
		const sends = records.map(({ files = [], submit_time: at }) => `${String(at)} ${[files].flat().join()}`);
		const isRepeated = sends.some((send, at) => sends.indexOf(send) !== at && records[at]?.files?.length);
		if (isRepeated) return told('A record for each.', { outboxRecords: 'perRecipient' });
		return untold(
			'No such fax is in the outbox.',
			'Send a fax to two numbers with "Send At" in an hour, run this again, then delete it from the outbox.',
		);
	},
};

/** docs/api.md, "Sending". Last: a fax that was in the outbox at the beginning may have been sent meanwhile. */
export const keptId: Subject = {
	check: 'Service: ID of a fax after the outbox',
	guidance: getOutboxFaxes,
	async look({ service }) {
		const waiting = await entriesOf(service, 'outbox');
		const isSoon = waiting.some(({ status }) => status !== 'scheduled_for_sending');
		const sent = isSoon ? await faxesOf(service, 'sent', { limit: 25 }) : [];
		if (sent.some(({ id }) => waiting.some((fax) => fax.id === id)))
			return told('It is that of the outbox.', { faxIdKept: true });
		return untold(
			'No fax has left the outbox meanwhile with the same ID.',
			'Run this while a fax is being sent.',
		);
	},
};
