import type { UploadFile } from '../../../../../shared/http/upload';
import { InputError } from '../../../../../shared/values/inputError';
import { waitLimitOption } from '../../../../fields/waitOptions';
import type { PrepareCall } from '../../../../operation/itemCall';
import { mayRepeat } from '../../../../once/execution';
import type { Once } from '../../../../once/once';
import type { OnceItem } from '../../../../once/onceForEach';
import { waitTermsOf, waitUntilSentField, type WaitTerms } from '../../waiting/options';
import { requireReadingScope } from '../../waiting/readingScope';
import { draftFor, type Draft } from '../read/draft';
import { guarded, type Limits } from './guards';
import { jobOf, sendTimeOf, type SendJob } from '../read/job';
import { sendTimeOption } from '../read/sendFields';

/** What is sent for an item, which nothing but the service can refuse any more. */
export interface ValidSend {
	job: SendJob;
	/** When it is to be sent, where that is later. */
	sendTime: Date | undefined;
	/** Where they are at hand. */
	files: UploadFile[] | undefined;
	limits: Limits;
	terms: WaitTerms;
}

/** An item to send; without `valid` an earlier attempt of the execution may have sent it. */
export type SendItem = OnceItem<Draft> & { valid: ValidSend | undefined };

/**
 * Refuses what the service does not take or the guards do not allow. All items are validated before anything is prepared, so that
 * nothing is sent of a run that is refused. What an earlier attempt has begun is not validated, because its time may be past.
 */
export async function validate(call: PrepareCall): Promise<SendItem> {
	const item = await draftFor(call);
	const isBegun = mayRepeat(call.context) && (await wasBegun(call, item.once));
	return { ...item, valid: isBegun ? undefined : await validated(call, item.draft) };
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
		`${sendTimeOption.displayName} is ${time.toISOString()}, and the wait would end before: ${waitLimitOption.displayName} is ${limit / 1000}. Raise it, or switch ${waitUntilSentField.displayName} off and use "Wait for Result" later.`,
	);
}

/** Whether an earlier attempt of the execution may have sent the fax of an item. */
async function wasBegun({ itemIndex }: PrepareCall, once: Once): Promise<boolean> {
	return (await once.isRepeated()) && (await once.earlier(itemIndex)) !== 'nothing';
}
