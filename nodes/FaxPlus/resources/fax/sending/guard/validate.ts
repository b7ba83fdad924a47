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
	/** When to send the fax, if not at once. */
	sendTime: Date | undefined;
	/** The files, if they can be read without a request. */
	files: UploadFile[] | undefined;
	limits: Limits;
	terms: WaitTerms;
}

export interface SendItem extends OnceItem<Draft> {
	did: EarlierAttempts;
	/** The checked send. It's undefined if an earlier attempt of the execution may have sent the fax. */
	valid: ValidSend | undefined;
}

/**
 * Refuses what Fax.Plus doesn't accept or the guards don't allow. All items are validated before any is prepared, so that a
 * refused run sends nothing. What an earlier attempt began isn't validated, because its send time may be past.
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

/**
 * Refuses a wait that would end before the fax is sent. Without a time, the fax is sent at once. The limit is in milliseconds.
 */
function requireTimeWithin(time: Date | undefined, limit: number): void {
	if (time === undefined || time.getTime() - Date.now() <= limit) return;
	throw new InputError(
		`"${sendTimeOption.displayName}" is "${time.toISOString()}", which is after the wait ends. With "${waitUntilSentField.displayName}" on, it must fall within "${waitLimitOption.displayName}", which is "${limit / 1000}". Raise the limit, or turn "${waitUntilSentField.displayName}" off and run "Wait for Result" later.`,
	);
}
