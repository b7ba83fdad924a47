import { logNumbersOption } from '../../../../../shared/audit';
import type { UploadFile } from '../../../../../shared/http/upload';
import { rethrow } from '../../../../../shared/http/rethrow';
import { asyncPartOf, partOf, reasonsIn, requireAll, type Part } from '../../../../../shared/values/parts';
import { includeInputFieldsOption, timeoutOption } from '../../../../fields/common';
import type { PrepareCall } from '../../../../operation/itemCall';
import type { EarlierAttempts } from '../../../../once/once';
import type { OnceItem } from '../../../../once/onceForEach';
import { waitTermsOf, type WaitTerms } from '../../waiting/options';
import { requireReadingScope } from '../../waiting/readingScope';
import { draftFor, draftIn, type Draft, type DraftParts } from '../read/draft';
import { requireAllowedFax } from './existingFaxes';
import { requireWorkingNumbers } from './failingNumbers';
import { guarded, type Limits } from './guards';
import { requireRoom } from './maxPerDay';
import { timeFor, timingOf, type Timing } from './sendTime';
import { spacedTime } from './spacing';
import { extrasOf, jobOf, type Extras, type SendJob } from '../read/job';
import { evidenceOption } from '../read/sendFields';
import type { Source } from '../read/source';

/** A send that passed all checks, so only Fax.Plus can still refuse it. */
export interface ValidSend {
	job: SendJob;
	/** When the fax may be sent. */
	timing: Timing;
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

/** A send as its fields describe it. Every part was checked, even if another one was refused. */
export interface Review {
	draft: DraftParts;
	timing: Part<Timing>;
	/** When the fax would be sent according to what's known now, or undefined if that's at once. */
	sendTime: Part<Date | undefined>;
	extras: Part<Extras>;
	terms: Part<WaitTerms>;
	limits: Part<Limits>;
	files: Part<UploadFile[] | undefined>;
	/** All parts. If one of them has no value, the send is refused. */
	parts: Array<Part<unknown>>;
}

/** An item that's only checked. */
export interface CheckItem extends Pick<OnceItem<Draft>, 'once'> {
	review: Review;
}

/**
 * Refuses anything that Fax.Plus doesn't accept or the guards don't allow. All items are validated before any is prepared,
 * so that a refused run sends nothing. A send that an earlier attempt began isn't validated, because its send time may have
 * passed.
 *
 * @param refusal why the node can't run at all. It's the first part of an item that's only checked
 */
export async function validate(call: PrepareCall, refusal?: unknown): Promise<SendItem | CheckItem> {
	const { draft: parts, once } = await draftFor(call);
	const ofNode = partOf(() => {
		if (refusal !== undefined) rethrow(refusal);
	});
	if (parts.isOnlyChecked) {
		const review = await reviewed(call, parts);
		return { once, review: { ...review, parts: [ofNode, ...review.parts] } };
	}
	ofNode();
	const draft = draftIn(parts);
	const did = await once.earlier(call.itemIndex);
	return { draft, once, did, valid: did === 'nothing' ? validIn(await reviewed(call, parts)) : undefined };
}

/** Checks every part of a send. Checks and sends both use it, so a check can't pass what a send refuses. */
async function reviewed(call: PrepareCall, draft: DraftParts): Promise<Review> {
	const { to, source } = draft;
	const extras = partOf(() => extrasOf(call));
	const terms = partOf(() => waitTermsOf(call));
	const timing = partOf(() => timingOf(call, terms()));
	const time = partOf(() => timeFor(timing(), []));
	const limits = partOf(() => guarded(call, draft));
	const settings = partOf(() => {
		requireSettings(call);
	});
	const files = await asyncPartOf(async () => await filesAtHand(call, source(), limits));
	const ofFields = [draft.from, to, draft.coverPage, source, draft.userId];
	const parts = [...ofFields, extras, terms, time, limits, settings, files];
	// This only makes requests for a check, or for a send that nothing else refuses.
	const isDue = draft.isOnlyChecked || reasonsIn(parts).length === 0;
	const scope = await asyncPartOf(async () => {
		if (isDue && terms().wait) await requireReadingScope(call);
	});
	const history = await asyncPartOf(async () => {
		const { failing } = limits();
		if (isDue && failing) await requireWorkingNumbers(call, draft.userId(), to(), failing);
	});
	const existing = await asyncPartOf(async () => {
		const { faxId } = source();
		if (isDue && faxId !== undefined)
			await requireAllowedFax(call, draft.userId(), faxId, limits().existingFaxes);
	});
	const before = [...parts, scope, history, existing];
	const room = await asyncPartOf(async () => {
		const { maxPerDay: max } = limits();
		if (!isDue || max === undefined) return;
		await requireRoom(call, { userId: draft.userId(), to: to(), max }, reasonsIn(before).length === 0);
	});
	const beforeTime = [...before, room];
	const sendTime = await asyncPartOf(async () => {
		if (!isDue || timing().spacing === 0) return time();
		const isSent = reasonsIn(beforeTime).length === 0;
		return await spacedTime(call, { userId: draft.userId(), to: to(), timing: timing() }, isSent);
	});
	return { draft, timing, sendTime, extras, terms, limits, files, parts: [...beforeTime, sendTime] };
}

async function filesAtHand(
	call: PrepareCall,
	source: Source,
	limits: Part<Limits>,
): Promise<UploadFile[] | undefined> {
	if (!source.isAtHand) return undefined;
	return await source.files(call, (url) => {
		limits().requireAllowed(url);
	});
}

/**
 * Reads the options that every operation has now, because a wrong value would later stop the run after some items were
 * sent.
 */
function requireSettings({ options }: PrepareCall): void {
	options.number(timeoutOption);
	options.isOn(includeInputFieldsOption);
	options.isOn(evidenceOption);
	options.isOn(logNumbersOption);
}

/** Returns a send if nothing refuses it, and throws the first reason otherwise. */
function validIn({ draft, timing, extras, terms, limits, files, parts }: Review): ValidSend {
	requireAll(parts);
	return {
		job: jobOf(draftIn(draft).addressed, extras()),
		...{ timing: timing(), files: files(), limits: limits(), terms: terms() },
	};
}
