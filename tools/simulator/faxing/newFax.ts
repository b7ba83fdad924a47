import { KINDS, type KindName } from '../kinds';
import { seed } from '../seed';
import { serviceTime } from './times';
import type { AiJob, Category, CoverPage } from './types';
import type { Upload } from './upload';

/** A fax that has arrived or was sent. Times are in the service's form. */
export type Fax = ReturnType<typeof usualFax>;

/**
 * A fax that has arrived, or was sent if its category says so; Fax AI has read it, if it can be read, unless said
 * otherwise.
 *
 * @param values what is special about it
 * @param extraction what is special about its extraction
 */
export function fax(id: string, values: Partial<Fax>, extraction: Partial<Fax['extraction']> = {}): Fax {
	const { category = values.direction === 'outgoing' ? 'sent' : 'inbox', kind = 'referral' } = values;
	const { startTime = serviceTime(), pages = KINDS[kind].sheets.length } = values;
	const usual = usualFax(id, category, kind, startTime, pages);
	return { ...usual, extraction: { ...usual.extraction, ...extraction }, ...values };
}

function usualFax(id: string, category: Category, kind: KindName, startTime: string, pages: number) {
	const { from, found } = KINDS[kind];
	const isSent = category === 'sent';
	const direction: 'incoming' | 'outgoing' = isSent ? 'outgoing' : 'incoming';
	return {
		id,
		/** The id of the fax session, which covers retries and by which events name the fax. */
		sessionId: id,
		userId: seed.ownerId as string,
		category,
		direction,
		status: 'success',
		from: isSent ? seed.ownedNumber : from,
		to: isSent ? from : seed.ownedNumber,
		pages,
		comment: '',
		isRead: isSent,
		/** In pages. */
		cost: isSent ? pages : 0,
		/** Seconds. */
		duration: pages * 30,
		startTime,
		submitTime: isSent ? startTime : null,
		scheduledTime: null as string | null,
		lastUpdate: startTime,
		maxRetry: isSent ? 0 : null,
		retryDelay: isSent ? 0 : null,
		coverPage: undefined as CoverPage | undefined,
		/** What was uploaded for it, in the order in which it was sent. */
		documents: [] as Upload[],
		/** Whether it is still arriving; it has a record then, but no document. */
		isInProgress: false,
		/** Unix times in milliseconds from which on the API knows its record, lists it, and has its document. */
		knownFrom: 0,
		listedFrom: 0,
		documentFrom: 0,
		/** What its pages show if nothing was uploaded, and what Fax AI finds there. */
		kind,
		/** Bytes of a received fax's document as PDF; of a small size if undefined. */
		fileSize: undefined as number | undefined,
		/** The same of the picture of its first page, at least. */
		thumbnailSize: 0,
		extraction: read<Record<string, string>>({ ...found?.fields }, found !== undefined),
		ocr: read(found?.text ?? '', found !== undefined),
	};
}

/** What Fax AI says of a fax that it has read, or could not read. */
function read<Data>(data: Data, isReadable: boolean): AiJob<Data> {
	const status = isReadable ? 'finished' : 'failed';
	return { status, data, pendingReads: 0, outcome: status, requestedReads: 1 };
}
