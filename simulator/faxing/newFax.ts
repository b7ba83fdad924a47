import { KINDS } from '../kinds';
import { seed } from '../seed';
import { serviceTime } from './times';
import type { AiJob, Fax } from './types';

/** Values of a fax that are special; what is left out is made up. */
export type FaxValues = Partial<Fax> & Pick<Fax, 'thumbnail'>;

/**
 * A fax that has arrived, or was sent if its category says so; Fax AI has read it, if it can be read, unless said
 * otherwise.
 *
 * @param extraction what is special about its extraction
 */
export function fax(id: string, values: FaxValues, extraction: Partial<Fax['extraction']> = {}): Fax {
	const now = serviceTime();
	const {
		category = values.direction === 'outgoing' ? 'sent' : 'inbox',
		kind = 'referral',
		startTime = now,
	} = values;
	const { from: sender, sheets, found } = KINDS[kind];
	const { pages = sheets.length } = values;
	const isSent = category === 'sent';
	const [own, other] = [seed.ownedNumber, sender];
	return {
		id,
		sessionId: id,
		userId: seed.ownerId,
		category,
		direction: isSent ? 'outgoing' : 'incoming',
		status: 'success',
		from: isSent ? own : other,
		to: isSent ? other : own,
		pages,
		comment: '',
		isRead: isSent,
		cost: isSent ? pages : 0,
		duration: pages * 30,
		startTime,
		submitTime: isSent ? startTime : null,
		scheduledTime: null,
		lastUpdate: startTime,
		maxRetry: isSent ? 0 : null,
		retryDelay: isSent ? 0 : null,
		documents: [],
		isInProgress: false,
		knownFrom: 0,
		listedFrom: 0,
		documentFrom: 0,
		kind,
		extraction: { ...read({ ...found?.fields }, found !== undefined), ...extraction },
		ocr: read(found?.text ?? '', found !== undefined),
		...values,
	};
}

/** What Fax AI says of a fax that it has read, or could not read. */
function read<Data>(data: Data, isReadable: boolean): AiJob<Data> {
	const status = isReadable ? 'finished' : 'failed';
	return { status, data, pendingReads: 0, outcome: status, requestedReads: 1 };
}
