import { KINDS, type KindName } from '../kinds';
import { seed } from '../seed';
import { serviceTime } from './times';
import type { AiJob, Category, CoverPage } from './types';
import type { Upload } from './upload';

/** A received or sent fax. Its times are in Fax.Plus's format. */
export type Fax = ReturnType<typeof usualFax>;

/**
 * A received fax, or a sent one if its category or its direction says so. By default, Fax AI has read it if it's readable.
 *
 * @param values values that override the defaults
 * @param extraction values that override those of its extraction
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
		/** Id of the fax session, which includes retries. Events identify the fax by this id. */
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
		/** Cost in pages. */
		cost: isSent ? pages : 0,
		/** Duration in seconds. */
		duration: pages * 30,
		startTime,
		submitTime: isSent ? startTime : null,
		scheduledTime: null as string | null,
		lastUpdate: startTime,
		maxRetry: isSent ? 0 : null,
		retryDelay: isSent ? 0 : null,
		coverPage: undefined as CoverPage | undefined,
		/** Uploaded files, in the order they were sent. */
		documents: [] as Upload[],
		/** Whether the fax is still being received. In this case, it has a record but no document. */
		isInProgress: false,
		/** Unix times in milliseconds from which the API knows the record, lists it, and has its document. */
		knownFrom: 0,
		listedFrom: 0,
		documentFrom: 0,
		/** Decides what the pages show if nothing was uploaded, and what Fax AI finds there. */
		kind,
		/** Size of a received fax's PDF in bytes. If it's undefined, the PDF is small. */
		fileSize: undefined as number | undefined,
		/** Minimum size of the first page's picture, in bytes. */
		thumbnailSize: 0,
		extraction: read<Record<string, string>>({ ...found?.fields }, found !== undefined),
		ocr: read(found?.text ?? '', found !== undefined),
	};
}

/** Fax AI's result for a fax that it has read or couldn't read. */
function read<Data>(data: Data, isReadable: boolean): AiJob<Data> {
	const status = isReadable ? 'finished' : 'failed';
	return { status, data, pendingReads: 0, outcome: status, requestedReads: 1 };
}
