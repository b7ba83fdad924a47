import { seed } from '../seed';
import { serviceTime } from './times';
import type { Fax } from './types';

const OCR_TEXT = 'Lakeside Clinic\nReferral R-2045\nPatient: John Doe\nDr. Jane Roe';

/** Values of a fax that are special; what is left out is made up. */
export type FaxValues = Partial<Fax> & Pick<Fax, 'thumbnail'>;

/**
 * A fax that has arrived, or was sent if its category says so, with a finished extraction unless said otherwise.
 *
 * @param extraction what is special about its extraction
 */
export function fax(id: string, values: FaxValues, extraction: Partial<Fax['extraction']> = {}): Fax {
	const now = serviceTime();
	const {
		category = values.direction === 'outgoing' ? 'sent' : 'inbox',
		pages = 2,
		startTime = now,
	} = values;
	const isSent = category === 'sent';
	const [own, other] = [seed.ownedNumber, '+15550100999'];
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
		extraction: {
			status: 'finished',
			data: {
				sender_name: 'Dr. Jane Roe',
				sender_company: 'Lakeside Clinic',
				date: '2026-11-20',
				reference_number: 'R-2045',
				patient_name: 'John Doe',
			},
			pendingReads: 0,
			outcome: 'finished',
			requestedReads: 1,
			...extraction,
		},
		ocr: { status: 'finished', data: OCR_TEXT, pendingReads: 0, outcome: 'finished', requestedReads: 1 },
		...values,
	};
}
