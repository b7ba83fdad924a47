import type { Settings } from '../settings';
import { serviceTime, zonedTime } from './times';
import type { Fax, OutboxFax, OutboxStatus } from './types';

const STATES: OutboxStatus[] = ['submitted', 'converting', 'scheduled_for_sending', 'sending'];

/** The API record of a fax (docs/contributing/api.md, "Fax records"). */
export function faxRecord(fax: Fax, { recordNumbers }: Settings): object {
	return {
		id: fax.id,
		owner_id: fax.userId,
		direction: fax.direction,
		[`from${recordNumbers}`]: fax.from,
		[`to${recordNumbers}`]: fax.to,
		status: fax.status,
		pages: fax.pages,
		cost: fax.cost,
		cost_details: { multiplier: 1, notification_cost: 0 },
		comment: fax.comment,
		description: fax.status === 'success' ? 'OK' : fax.status,
		duration: fax.duration,
		file: `${fax.id}.pdf`,
		file_name: `fax-${fax.id}`,
		header: null,
		is_read: fax.isRead,
		is_spam: fax.category === 'spam',
		max_retry: fax.maxRetry,
		retry_delay: fax.retryDelay,
		scheduled_time: fax.scheduledTime,
		submit_time: fax.submitTime,
		start_time: fax.startTime,
		last_update: fax.lastUpdate,
		...(fax.coverPage ? { cover_page: fax.coverPage } : {}),
	};
}

/** The faxes of an outbox in the groups that the API shows: each fax alone, or all faxes of a request together. */
export function outboxGroups(faxes: Iterable<OutboxFax>, { outboxRecords }: Settings): OutboxFax[][] {
	if (outboxRecords === 'perRecipient') return [...faxes].map((fax) => [fax]);
	const batches = new Map<string, OutboxFax[]>();
	for (const fax of faxes) batches.set(fax.batchId, [...(batches.get(fax.batchId) ?? []), fax]);
	return [...batches.values()];
}

/**
 * A record of the outbox (docs/contributing/api.md, "Outbox"). If it covers several faxes, it shows the state of the
 * slowest one.
 */
export function outboxRecord(faxes: readonly OutboxFax[]): object {
	const fax = faxes.reduce((slowest, each) =>
		STATES.indexOf(each.status) < STATES.indexOf(slowest.status) ? each : slowest,
	);
	const files = fax.documents.map(({ fileName, contentType, size }) => ({
		file_name: fileName,
		mime_type: contentType,
		size,
	}));
	return {
		id: (faxes[0] ?? fax).id,
		uid: fax.userId,
		status: fax.status,
		src: fax.src,
		designated_src: fax.from,
		to: faxes.map(({ to }) => to),
		files: fax.paths,
		comment: fax.comment,
		contact_name: '',
		...(fax.coverPage ? { cover_page: fax.coverPage } : {}),
		options: {},
		retry: fax.retry,
		should_enhance: fax.enhancement,
		page_count: fax.pages,
		send_time: zonedTime(fax.sendTime),
		submit_time: zonedTime(fax.submitTime),
		last_updated_status_time: serviceTime(fax.statusChanges.at(-1)?.at),
		status_changes: fax.statusChanges.map(({ at, status }) => ({ at: serviceTime(at), status })),
		file_changes: [{ at: serviceTime(fax.submitTime), files }],
		initiated_from: { from_id: '', type: '' },
		ip: '127.0.0.1',
		extra_info: {},
	};
}
