import type { IDataObject } from 'n8n-workflow';

import { ServiceFault } from '../../../../shared/http/faults';
import { onlyFor } from '../../../../shared/http/rethrow';
import { digitsOf, isE164 } from '../../../../shared/values/phoneNumbers';
import type { Wait } from '../../../fields/waitOptions';
import type { ReadCall } from '../../../itemCall';
import { toResult, type FaxResult } from '../waiting/result';
import type { Period } from '../waiting/awaitedFax';
import { waitForFax, type Waited } from '../waiting/wait';
import type { SendJob } from './job';
import type { Submission } from './submission';

/** A fax that was sent to one recipient, as the output has it. */
export interface SentFax extends IDataObject {
	/** Its id in the outbox; null where the service did not tell. */
	id: string | null;
	to: string;
	from: string;
	status: string;
}

/** Of a recipient that neither the answer nor the outbox knows, while they know others of the same send. */
const NOT_CONFIRMED = { id: null, status: 'not_confirmed' };

/** One fax for each recipient. */
export function sentFaxes(
	{ to, from, send_time }: Pick<SendJob, 'to' | 'from' | 'send_time'>,
	submission: Submission,
): SentFax[] {
	return to.map((number) => {
		const { id, status = 'submitted' } = submission.get(digitsOf(number)) ?? NOT_CONFIRMED;
		return { id, to: number, from, status, ...(send_time !== undefined && { sendTime: send_time }) };
	});
}

/**
 * Waits for what becomes of the faxes of one send; see waitForFax. Nothing that goes wrong meanwhile takes away that they
 * were sent.
 *
 * @param sent when this run sent them; undefined where an earlier attempt of the execution did
 */
export async function resultsOf(
	call: ReadCall,
	userId: string,
	faxes: SentFax[],
	wait: Wait,
	sent: Period | undefined,
): Promise<FaxResult[]> {
	const ids = faxes.map(({ id }) => id);
	return await Promise.all(
		faxes.map(async (fax) => {
			const { to, id } = fax;
			if (id === null) return toResult(UNKNOWN, fax);
			// Of several numbers the service takes one at random, and a member may have none.
			const from = isE164(fax.from) ? fax.from : undefined;
			const isIdShared = ids.filter((other) => other === id).length > 1;
			const outgoing = { id, to, from, isIdShared, ...(sent && { sent }) };
			const waiting = waitForFax(call, userId, outgoing, wait);
			const [waited = UNKNOWN] = await waiting.catch(
				onlyFor(ServiceFault, (fault) => [{ ...UNKNOWN, fault }]),
			);
			return toResult(waited, fax);
		}),
	);
}

const UNKNOWN: Waited = { found: undefined, isGone: false, fault: undefined };
