import { auditChange, logNumbersOption } from '../../../../../shared/audit';
import { recipientsOf } from '../../../../../shared/faxes/faxRecords';
import type { OutboxFax } from '../../../../../shared/records';
import { digitsOf } from '../../../../../shared/values/phoneNumbers';
import { perRun } from '../../../../../shared/async/perRun';
import type { ItemFields } from '../../../../fields/itemFields';
import { NOT_CONFIRMED, type SentFax } from '../../waiting/faxResult';
import { WORDS_FOR_NOT_CONFIRMED } from '../../waiting/resultTexts';
import type { SendJob } from '../read/job';

/** The known recipients of a send, by their digits, because Fax.Plus may write numbers differently. */
export type Submission = ReadonlyMap<string, Submitted>;

/** What's known about the fax to one recipient. */
interface Submitted {
	/** ID of the fax in the outbox. It's null if the fax was sent, but can't be found anymore. */
	id: string | null;
	status?: string | undefined;
}

/** The state of a recipient that neither the response nor the outbox shows, although they show others of the same send. */
const NOT_LISTED: Submitted = { id: null, status: NOT_CONFIRMED };

/**
 * IDs of the faxes that a run of the node has already reported. Identical files may get the same path, so these faxes may
 * look like those of another send.
 */
const reportedBy = perRun(() => new Set<string>());

/**
 * Finds the recipients of a send in records. If the send has only one recipient, all records are about it, however its
 * number is written.
 */
export function submissionIn(
	records: Array<Pick<OutboxFax, 'id' | 'to'> & { status?: string }>,
	{ to: [only = '', ...others] }: Pick<SendJob, 'to'>,
): Submission {
	const keyOf = (number: string): string => digitsOf(others.length === 0 ? only : number);
	return new Map(
		records.flatMap((record) =>
			recipientsOf(record).map((number) => [keyOf(number), { id: record.id, status: record.status }]),
		),
	);
}

/** Returns the known IDs of a send. */
export function idsIn(submission: Submission): string[] {
	return [...submission.values()].flatMap(({ id }) => id ?? []);
}

/** Returns a fax for each recipient, and remembers that it was reported. */
export function sentFaxes(
	{ context }: ItemFields,
	{ to, from, send_time }: Pick<SendJob, 'to' | 'from' | 'send_time'>,
	submission: Submission,
): SentFax[] {
	return to.map((number) => {
		const { id, status = 'submitted' } = submission.get(digitsOf(number)) ?? NOT_LISTED;
		if (id !== null) reportedBy(context).add(id);
		return {
			...{ id, to: number, from, status },
			...(status === NOT_CONFIRMED && { statusMeaning: WORDS_FOR_NOT_CONFIRMED }),
			...(send_time !== undefined && { sendTime: send_time }),
		};
	});
}

/** Writes a line of the audit trail for the fax to each recipient, even if it's unknown whether it was sent. */
export function auditSent(
	{ context, options }: ItemFields,
	{ to, from, send_time: sendTime, userId }: Pick<SendJob, 'to' | 'from' | 'send_time'> & { userId: string },
	submission: Submission | undefined,
): void {
	const showsNumbers = options.isOn(logNumbersOption);
	for (const number of to) {
		const fax = submission?.get(digitsOf(number));
		const numbers = showsNumbers ? { from, to: number } : {};
		const facts = { faxId: fax?.id ?? undefined, userId, sendTime, ...numbers };
		auditChange(context, 'fax.sent', fax ? 'done' : 'unknown', facts);
	}
}

/** True if this run has reported a fax for another item. */
export function isReported({ context }: ItemFields, id: string): boolean {
	return reportedBy(context).has(id);
}
