import { outcomeOf } from '../../../../../shared/audit';
import { ServiceFault, unexpectedAnswer } from '../../../../../shared/http/faults';
import { listOutbox, recipientsOf } from '../../../../../shared/faxes/faxRecords';
import { onlyFor, rethrow } from '../../../../../shared/http/rethrow';
import type { OutboxFax } from '../../../../../shared/records';
import { digitsOf, isE164 } from '../../../../../shared/values/phoneNumbers';
import { fromServiceForm } from '../../../../../shared/values/times';
import type { WriteCall } from '../../../../operation/itemCall';
import { pause } from '../../../../../shared/async/pause';
import type { SentFax } from '../../waiting/faxResult';
import { ifRoom } from '../guard/maxPerDay';
import { atItsTime } from '../guard/spacing';
import { timeInJob, type SendJob } from '../read/job';
import type { PreparedSend } from '../prepare/prepare';
import { inTurn } from './inTurn';
import { sameFaxRuleOf, unlessSameFaxWent } from './sameFax';
import { auditSent, idsIn, isReported, sentFaxes, submissionIn, type Submission } from './sentFaxes';

/** Pauses in milliseconds before each search for a send whose response was lost. */
const PAUSES_MS = [500, 2000, 5000, 10_000];

/** Pauses in milliseconds before each search for IDs that a response didn't contain. */
const PAUSES_FOR_IDS_MS = [0, 500, 2000];

/** A fax is scheduled if its send time is more than this many milliseconds away. */
const SOON_MS = 3_600_000;

/** A send while it's submitted and looked up in the outbox. */
interface Send extends PreparedSend {
	call: WriteCall;
}

/**
 * Sends a fax once. If the response is lost, the outbox shows whether the fax was sent, because no other record has these
 * uploads (docs/contributing/api.md, "Sending"). A fault has the outcome "unknown" only if the outbox doesn't show it
 * either.
 */
export async function sentOnce(call: WriteCall, prepared: PreparedSend): Promise<SentFax[]> {
	const { userId, job, limits } = prepared;
	const send = async (): Promise<SentFax[]> => sentNow(call, prepared);
	const { maxPerDay: max } = limits;
	if (max === undefined) return await send();
	return await inTurn(call, async () => ifRoom(call, { userId, to: job.to, max }, send));
}

async function sentNow(call: WriteCall, prepared: PreparedSend): Promise<SentFax[]> {
	const { once, paths, content, limits } = prepared;
	const rule = sameFaxRuleOf(limits.refusesSameFax, once);
	const { userId, timing } = prepared;
	return await atItsTime(call, { userId, to: prepared.job.to, timing }, async (time) => {
		const job: SendJob = { ...prepared.job, ...timeInJob(time) };
		const submitting = async (): Promise<Submission> => submitAudited({ ...prepared, job, call });
		const work = async (): Promise<Submission> =>
			rule ? unlessSameFaxWent(call, job.to, { content, rule }, submitting) : submitting();
		return sentFaxes(call, job, await once.do(call.itemIndex, paths, work, idsIn));
	});
}

/** Submits a fax, and writes its lines of the audit trail before anything else can fail. */
async function submitAudited(send: Send): Promise<Submission> {
	const { call, userId, job } = send;
	try {
		const submission = await submitOnce(send);
		auditSent(call, { ...job, userId }, submission);
		return submission;
	} catch (error) {
		if (outcomeOf(error)) auditSent(call, { ...job, userId }, undefined);
		return rethrow(error);
	}
}

async function submitOnce(send: Send): Promise<Submission> {
	const { call, userId, job, paths } = send;
	const path = `/accounts/${userId}/outbox`;
	const submitting = call.write({ method: 'POST', path, body: { ...job, files: paths } });
	return await submitting
		.then(async (answer) => confirmed(send, answer))
		.catch(
			onlyFor(ServiceFault, async (fault) => {
				const submission = await findInOutbox(send, pausesAfter(fault));
				return submission.size > 0 ? submission : rethrow(fault);
			}),
		);
}

/** Statuses that certainly mean that nothing was sent. With other statuses, a proxy may have responded. */
const CERTAIN = new Set([400, 401, 402, 413, 422, 429]);

/** Statuses that servers return at once, so that one check of the outbox is enough. */
const QUICK = new Set([403, 404, 409, 429]);

function pausesAfter({ outcome, status = 0 }: ServiceFault): number[] {
	if (outcome === 'unknown') return QUICK.has(status) ? PAUSES_MS.slice(0, 1) : PAUSES_MS;
	return outcome === 'notSent' || CERTAIN.has(status) ? [] : PAUSES_MS.slice(0, 1);
}

/**
 * Returns the recipients that a successful response names, plus those that only the outbox shows.
 *
 * @throws ServiceFault if neither shows the fax
 */
async function confirmed(send: Send, answer: unknown): Promise<Submission> {
	const answered = submissionIn(recipientsIn(answer), send.job);
	if (send.job.to.every((number) => answered.has(digitsOf(number)))) return answered;
	const submission = new Map([...(await findInOutbox(send, PAUSES_FOR_IDS_MS)), ...answered]);
	if (submission.size > 0) return submission;
	const message = "Fax.Plus didn't confirm the fax, and the outbox doesn't show it";
	throw unexpectedAnswer(message, 'unknown');
}

/** Checks the outbox until it shows a fax for each recipient, or the pauses are used up. */
async function findInOutbox(send: Send, pauses: number[]): Promise<Submission> {
	const { call, userId, job } = send;
	const recipients = new Set(job.to.map(digitsOf));
	const stop = call.context.getExecutionCancelSignal();
	let found: Submission = new Map();
	for (const milliseconds of pauses) {
		if (found.size >= job.to.length) break;
		await pause(milliseconds, stop);
		if (stop?.aborted) break;
		// If the outbox can't be read, the search continues, because the fax may have been sent.
		const outbox = await listOutbox(call, userId).catch(() => []);
		const own = outbox.filter((record) => isOf(record, send, recipients));
		found = new Map([...found, ...submissionIn(own, job)]);
	}
	return found;
}

/** True if a fax has one of this send's uploads, and nothing shows that it belongs to another send. */
function isOf(record: OutboxFax, send: Send, recipients: ReadonlySet<string>): boolean {
	const { call, job, paths } = send;
	if (![record.files ?? []].flat().some((path) => paths.includes(path))) return false;
	const isForUs = recipientsOf(record).every(
		(number) => recipients.has(digitsOf(number)) || (job.to.length === 1 && !isE164(number)),
	);
	const time = fromServiceForm(record.send_time)?.getTime() ?? 0;
	const isScheduled = time > Date.now() + SOON_MS;
	return isForUs && (job.send_time !== undefined || !isScheduled) && !isReported(call, record.id);
}

function recipientsIn(answer: unknown): Array<{ id: string; to: string }> {
	const { ids } = (answer ?? {}) as { ids?: unknown };
	const entries = typeof ids === 'object' && ids !== null ? Object.entries(ids) : [];
	return entries.flatMap(([to, id]) => (typeof id === 'string' && id !== '' ? [{ id, to }] : []));
}
