import { fromServiceForm } from '../../../../shared/values/times';
import { perRun } from '../../../execution/perRun';
import type { PrepareCall } from '../../../itemCall';
import { requireTimeWithin, waitTermsOf, type WaitTerms } from '../waiting/options';
import { sourceOf, type Source } from './documents';
import { addressRuleOf, guardsOf, requireAllowedRecipients } from './guards';
import { jobOf, type SendJob } from './job';
import { sendsOnce } from './sendsOnce';

/** What is to be sent for one item. */
export interface Draft {
	/** Encoded as one part of a path. */
	userId: string;
	job: SendJob;
	source: Source;
	/** Whether the same documents are not to go to the same number again. */
	refusesRepeats: boolean;
	/** Throws an InputError over an address that may not be read. */
	requireAllowed: (url: URL) => void;
	terms: WaitTerms;
}

const drafts = perRun(() => new Map<number, Draft>());

/**
 * Reads what is to be sent for an item, and holds it against what the service takes and against the guards. That of all items
 * comes before anything is prepared, so that nothing is sent of a run that is refused. What an earlier attempt has begun is not
 * read: its time may be past.
 */
export async function check(call: PrepareCall): Promise<void> {
	const isRetry = call.context.getMode() === 'retry';
	if (isRetry && (await sendsOnce(call.context).earlier(call.itemIndex)) !== 'nothing') return;
	const guards = guardsOf(call);
	const job = jobOf(call);
	requireAllowedRecipients(guards, job);
	const terms = waitTermsOf(call);
	if (terms.wait) requireTimeWithin(fromServiceForm(job.send_time), terms.wait.limit);
	const source = await sourceOf(call);
	const requireAllowed = addressRuleOf(call, guards);
	if (source.kind === 'url') requireAllowed(source.url);
	const refusesRepeats = guards.refuseSameFax ?? false;
	const draft = { userId: call.userId(), job, source, refusesRepeats, requireAllowed, terms };
	drafts(call.context).set(call.itemIndex, draft);
}

/** What has been checked: read again, an expression could give something else. */
export function checked({ context, itemIndex }: PrepareCall): Draft | undefined {
	return drafts(context).get(itemIndex);
}
