import type { IDataObject } from 'n8n-workflow';

import { ServiceFault } from '../../../../shared/service/faults';
import { rethrow } from '../../../../shared/service/rethrow';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import type { ReadCall } from '../../../itemCall';
import type { SendJob } from './job';
import type { FaxResult } from './result';
import { checkDelivered, toResult, waitForResult } from './result';
import type { Submission } from './submit';

/** A fax that was sent to one recipient, as the output has it. */
export interface SentFax extends IDataObject {
	/** Its id in the outbox; null where the service did not tell. */
	id: string | null;
	to: string;
	from: string;
	status: string;
}

/** One fax for each recipient. */
export function sentFaxes({ to, from, send_time }: SendJob, submission: Submission): SentFax[] {
	return to.map((number) => {
		const { id = null, status = 'submitted' } = submission.get(digitsOf(number)) ?? {};
		return { id, to: number, from, status, ...(send_time === undefined ? {} : { sendTime: send_time }) };
	});
}

/**
 * Waits for what becomes of faxes that were sent; see waitForResult. Nothing that goes wrong meanwhile takes away that
 * they were sent.
 *
 * @param submitted when they were sent, by n8n's clock
 * @throws ServiceFault for one that was not delivered, where the user wants that
 */
export async function resultsOf(
	call: ReadCall,
	userId: string,
	faxes: SentFax[],
	submitted: Date,
): Promise<FaxResult[]> {
	const results = await Promise.all(
		faxes.map(async (fax) => {
			const { to, id } = fax;
			// Of several numbers the service takes one at random.
			const from = fax.from.includes(',') ? undefined : fax.from;
			const outgoing = { userId, id: id ?? undefined, to, from, submitted };
			try {
				return toResult(await waitForResult(call, outgoing, true), fax);
			} catch (error) {
				if (!(error instanceof ServiceFault)) return rethrow(error);
				return { ...toResult(undefined, fax), waitError: error.message };
			}
		}),
	);
	checkDelivered(call, results);
	return results;
}
