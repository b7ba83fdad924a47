import type { IDataObject } from 'n8n-workflow';

import { ServiceFault } from '../../../../shared/service/faults';
import { rethrow } from '../../../../shared/service/rethrow';
import { digitsOf, isE164 } from '../../../../shared/values/phoneNumbers';
import type { ReadCall } from '../../../itemCall';
import type { FaxResult } from '../waiting/result';
import { toResult } from '../waiting/result';
import type { Wait } from '../waiting/wait';
import { waitForFax } from '../waiting/wait';
import type { SendJob } from './job';
import type { Submission } from './submit';

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
export function sentFaxes({ to, from, send_time }: SendJob, submission: Submission): SentFax[] {
	return to.map((number) => {
		const { id, status = 'submitted' } = submission.get(digitsOf(number)) ?? NOT_CONFIRMED;
		return { id, to: number, from, status, ...(send_time === undefined ? {} : { sendTime: send_time }) };
	});
}

/**
 * Waits for what becomes of faxes that were sent; see waitForFax. Nothing that goes wrong meanwhile takes away that they
 * were sent.
 *
 * @param faxes of one send
 */
export async function resultsOf(
	call: ReadCall,
	userId: string,
	faxes: SentFax[],
	wait: Wait,
): Promise<FaxResult[]> {
	const ids = faxes.map(({ id }) => id);
	return await Promise.all(
		faxes.map(async (fax) => {
			const { to, id } = fax;
			// Of several numbers the service takes one at random, and a member may have none.
			const from = isE164(fax.from) ? fax.from : undefined;
			const isIdShared = ids.filter((other) => other === id).length > 1;
			const outgoing = { userId, id: id ?? undefined, to, from, isIdShared };
			return toResult(await waited(call, outgoing, wait), fax);
		}),
	);
}

async function waited(...wait: Parameters<typeof waitForFax>): ReturnType<typeof waitForFax> {
	try {
		return await waitForFax(...wait);
	} catch (error) {
		if (error instanceof ServiceFault) return { found: undefined, isGone: false, fault: error };
		return rethrow(error);
	}
}
