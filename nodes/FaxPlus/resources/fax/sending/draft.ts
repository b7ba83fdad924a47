import type { UploadFile } from '../../../../shared/http/upload';
import { perRun } from '../../../execution/perRun';
import type { PrepareCall } from '../../../itemCall';
import { mayRepeat } from '../../../once/execution';
import { requireReadingScope } from '../waiting/readingScope';
import { requireTimeWithin, waitTermsOf, type WaitTerms } from '../waiting/options';
import { sourceOf, type Source } from './documents';
import { guarded } from './guards';
import { jobOf, sendTimeOf, type SendJob } from './job';
import { sendsOnce } from './sendsOnce';

/** What is to be sent for one item. */
export interface Draft {
	/** Encoded as one part of a path. */
	userId: string;
	job: SendJob;
	/** When it is to be sent, where that is later. */
	sendTime: Date | undefined;
	source: Source;
	/** Where they are at hand. */
	files: UploadFile[] | undefined;
	/** Whether the same documents are not to go to the same number again; undefined where no person has said so. */
	refusesSameFax: boolean | undefined;
	/** Throws an InputError over an address that may not be read. */
	requireAllowed: (url: URL) => void;
	terms: WaitTerms;
}

const drafts = perRun(() => new Map<number, Draft>());

/**
 * Reads what is to be sent for an item, and refuses what the service does not take or the guards do not allow. All items are
 * validated before anything is prepared, so that nothing is sent of a run that is refused. What an earlier attempt has begun is
 * not validated, because its time may be past.
 */
export async function validate(call: PrepareCall): Promise<void> {
	if (mayRepeat(call.context) && (await isBegun(call))) return;
	const sendTime = sendTimeOf(call);
	const job = jobOf(call, sendTime);
	const terms = waitTermsOf(call);
	if (terms.wait) requireTimeWithin(sendTime, terms.wait.limit);
	const source = sourceOf(call);
	const limits = guarded(call, job.to, source.url);
	const files = source.isAtHand ? await source.files(call, limits.requireAllowed) : undefined;
	if (terms.wait) await requireReadingScope(call);
	const draft = { userId: call.userId(), job, sendTime, source, files, ...limits, terms };
	drafts(call.context).set(call.itemIndex, draft);
}

/** Whether an earlier attempt of the execution may have sent the fax of an item. */
async function isBegun({ context, itemIndex }: PrepareCall): Promise<boolean> {
	const once = await sendsOnce(context);
	return (await once.isRepeated()) && (await once.earlier(itemIndex)) !== 'nothing';
}

/** What was validated for an item. It is not read again, because an expression could give something else. */
export function validated({ context, itemIndex }: PrepareCall): Draft | undefined {
	return drafts(context).get(itemIndex);
}
