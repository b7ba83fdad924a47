import type { UploadFile } from '../../../../../shared/http/upload';
import { InputError } from '../../../../../shared/values/inputError';
import { waitLimitOption } from '../../../../fields/waitOptions';
import type { PrepareCall } from '../../../../operation/itemCall';
import type { EarlierAttempts } from '../../../../once/once';
import type { OnceItem } from '../../../../once/onceForEach';
import { waitTermsOf, waitUntilSentField, type WaitTerms } from '../../waiting/options';
import { requireReadingScope } from '../../waiting/readingScope';
import { draftFor, type Draft } from '../read/draft';
import { guarded, type Limits } from './guards';
import { jobOf, sendTimeOf, type SendJob } from '../read/job';
import { sendTimeOption } from '../read/sendFields';

/** A send that passed all checks, so only Fax.Plus can still refuse it. */
export interface ValidSend {
	job: SendJob;
	/** When it is to be sent, where that is later. */
	sendTime: Date | undefined;
	/** Where they are at hand. */
	files: UploadFile[] | undefined;
	limits: Limits;
	terms: WaitTerms;
}

/** An item to send. */
export interface SendItem extends OnceItem<Draft> {
	did: EarlierAttempts;
	/** Missing where an earlier attempt of the execution may have sent it. */
	valid: ValidSend | undefined;
}

/**
 * Refuses what the service does not take or the guards do not allow. All items are validated before anything is prepared, so that
 * nothing is sent of a run that is refused. What an earlier attempt has begun is not validated, because its time may be past.
 */
export async function validate(call: PrepareCall): Promise<SendItem> {
	const item = await draftFor(call);
	const did = await item.once.earlier(call.itemIndex);
	return { ...item, did, valid: did === 'nothing' ? await validated(call, item.draft) : undefined };
}

async function validated(call: PrepareCall, { addressed, source }: Draft): Promise<ValidSend> {
	const sendTime = sendTimeOf(call);
	const job = jobOf(call, addressed, sendTime);
	const terms = waitTermsOf(call);
	if (terms.wait) requireTimeWithin(sendTime, terms.wait.limit);
	const limits = guarded(call, job.to, source.url);
	const files = source.isAtHand ? await source.files(call, limits.requireAllowed) : undefined;
	if (terms.wait) await requireReadingScope(call);
	return { job, sendTime, files, limits, terms };
}

/** Refuses a wait that would end before the fax is even sent: at once where no time is said. The limit is in milliseconds. */
function requireTimeWithin(time: Date | undefined, limit: number): void {
	if (time === undefined || time.getTime() - Date.now() <= limit) return;
	throw new InputError(
		`"${sendTimeOption.displayName}" is "${time.toISOString()}", which is after the wait ends. With "${waitUntilSentField.displayName}" on, it must fall within "${waitLimitOption.displayName}", which is "${limit / 1000}". Raise the limit, or turn "${waitUntilSentField.displayName}" off and run "Wait for Result" later.`,
	);
}
