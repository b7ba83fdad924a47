import { seed } from '../seed';
import { fax } from './newFax';
import { usualOutboxFax } from './outbox';
import { serviceTime } from './times';
import type { Fax, OutboxFax } from './types';
import { Upload } from './upload';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Faxes that are scheduled for next year. */
export function seededOutbox(): OutboxFax[] {
	return [
		waiting(seed.outboxFaxId, seed.ownerId, '+15550100290'),
		waiting(seed.memberOutboxFaxId, seed.memberId, '+15550100201'),
	];
}

/** Faxes of the last few days, with the oldest first. */
export function seededFaxes(): Fax[] {
	const letter = [new Upload('letter.txt', 'text/plain', Buffer.from('Dear Dr. Roe,\n\nthank you.\n'))];
	const notRequested = { status: 'not_requested' };
	return [
		fax(seed.memberFaxId, { userId: seed.memberId, ...ago(9 * DAY) }),
		fax(seed.spamFaxId, { category: 'spam', from: '+15550100666', pages: 1, ...ago(8 * DAY) }),
		fax(seed.busyFaxId, {
			...{ category: 'sent', to: '+15550100911', pages: 1, documents: letter },
			...{ status: 'failed_user_busy', cost: 0, maxRetry: 2, retryDelay: 15, ...ago(7 * DAY) },
		}),
		fax(seed.sentFaxId, {
			...{ category: 'sent', to: '+15550100300', pages: 1, documents: letter },
			...{ comment: 'Case 4711', ...ago(6 * DAY) },
		}),
		unread(fax(seed.unreadFaxId, { from: '+15550100301', ...ago(5 * DAY) }, notRequested)),
		fax(seed.unreadableFaxId, { kind: 'unreadable', ...ago(4 * DAY) }),
		fax(seed.pendingFaxId, ago(3 * DAY), { pendingReads: 2 }),
		fax(seed.largeFaxId, { thumbnailSize: 1_000_000, ...ago(2 * DAY) }),
		fax(seed.faxId, ago(DAY)),
	];
}

/** A fax whose text was never requested. */
function unread(fax: Fax): Fax {
	Object.assign(fax.ocr, { status: 'not_requested' });
	return fax;
}

function ago(milliseconds: number): Pick<Fax, 'startTime'> {
	return { startTime: serviceTime(Date.now() - milliseconds) };
}

function waiting(id: string, userId: string, to: string): OutboxFax {
	const submitTime = Date.now() - HOUR;
	return {
		...usualOutboxFax(id, userId, seed.ownedNumber, to),
		documents: [new Upload('appointment.txt', 'text/plain', Buffer.from('Your appointment\n'))],
		paths: [`/storage/transient-${id}.txt`],
		comment: { tags: ['appointments'], text: 'To be sent next year' },
		retry: { count: 2, delay: 15 },
		pages: 1,
		status: 'scheduled_for_sending',
		statusChanges: [
			{ at: submitTime, status: 'submitted' },
			{ at: submitTime + 1000, status: 'converting' },
			{ at: submitTime + 2000, status: 'scheduled_for_sending' },
		],
		submitTime,
		sendTime: Date.now() + 365 * DAY,
		isScheduled: true,
	};
}
