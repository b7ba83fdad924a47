import { newId } from '../state';
import type { Settings } from '../settings';
import { recordTimes } from './arrivedFax';
import { fax } from './newFax';
import { serviceTime } from './times';
import type { Fax, OutboxFax } from './types';
import type { Upload } from './upload';

const NOT_REQUESTED = { status: 'not_requested' };

/** The record of a fax that leaves the outbox, whatever its result. */
export function sentFax(sent: OutboxFax, result: string, settings: Settings): Fax {
	const now = Date.now();
	const startedAt = sent.statusChanges.find(({ status }) => status === 'sending')?.at ?? now;
	const pages = pagesThatPassed(sent.pages, result);
	const record = fax(settings.faxIdKept ? sent.id : newId('fax_'), {
		sessionId: sent.id,
		userId: sent.userId,
		category: 'sent',
		status: result,
		from: sent.src,
		to: sent.to,
		pages,
		cost: result.startsWith('failed') ? 0 : pages,
		duration: Math.round((now - startedAt) / 1000),
		comment: sent.comment.text ?? '',
		startTime: serviceTime(startedAt),
		submitTime: serviceTime(sent.submitTime),
		scheduledTime: sent.isScheduled ? serviceTime(sent.sendTime) : null,
		lastUpdate: serviceTime(now),
		maxRetry: sent.retry.count,
		retryDelay: sent.retry.delay,
		coverPage: sent.coverPage,
		documents: sent.documents,
		...recordTimes(settings),
	});
	Object.assign(record.extraction, NOT_REQUESTED);
	Object.assign(record.ocr, NOT_REQUESTED, textOf(sent.documents));
	return record;
}

/** The fax that's received if the recipient faxes all pages back. Fax AI can read its cover page. */
export function returnedFax({ src, to, pages, documents, coverPage }: OutboxFax): Partial<Fax> {
	const text = Object.values(coverPage ?? {}).join('\n');
	const ocr = { ...NOT_REQUESTED, data: text, pendingReads: 0, outcome: 'finished', requestedReads: 1 };
	return { from: to, to: src, pages, documents, coverPage, ocr };
}

/** A call that breaks off halfway has transmitted some pages. */
function pagesThatPassed(pages: number, result: string): number {
	return result.startsWith('partially') ? Math.max(1, Math.floor(pages / 2)) : pages;
}

/** The text that Fax AI can read in a fax, if the fax was sent as text. */
function textOf(documents: readonly Upload[]): { data?: string } {
	const texts = documents.filter(({ contentType }) => contentType.startsWith('text/'));
	return texts.length > 0 ? { data: texts.map(({ bytes }) => bytes.toString('utf8')).join('\n') } : {};
}
