import type { IBinaryData } from 'n8n-workflow';

import { Shared } from '../../../../shared/async/shared';
import { EarlierAttemptFault, ServiceFault } from '../../../../shared/http/faults';
import { listFaxes, listOutbox, recipientsOf, type NormalizedFax } from '../../../../shared/faxes/faxRecords';
import { onlyFor } from '../../../../shared/http/rethrow';
import type { OutboxFax } from '../../../../shared/records';
import { InputError } from '../../../../shared/values/inputError';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import { fingerprintOf } from '../../../../shared/values/fingerprint';
import { perRun, WaitTime } from '../../../execution/perRun';
import { longerPause, type Wait } from '../../../fields/waitOptions';
import type { ItemFields } from '../../../fields/itemFields';
import type { ReadCall } from '../../../itemCall';
import { once, type Deed, type Earlier } from '../../../once/once';
import { base64Field, documentUrlField, sentFaxIdField, sourceField, textField } from '../sendFields';
import type { SentFax } from '../waiting/result';
import { addressedOf, type SendJob } from './job';
import { namedFiles } from './namedFiles';
import { idsIn, isReported, sentFaxes, submissionIn, type Submission } from './sentFaxes';

/** Each item's fax is sent once, also by an execution that n8n's Retry repeats. */
export const sendsOnce = once(deedOf);

/** How long before now faxes of an execution are looked for whose beginning n8n has forgotten. */
const DAY_MS = 86_400_000;

/** So often the outbox and the sent faxes are read at most, in milliseconds. */
const SHORTEST_INTERVAL_MS = 1000;

/** In milliseconds. */
const A_MOMENT: Wait = { interval: 1000, limit: 3000 };

/** What reaches people; a time or a comment may come of an expression that gives another one when n8n runs it again. */
function deedOf(fields: ItemFields): Deed {
	const addressed = addressedOf(fields);
	return { content: { user: fields.userId(), ...addressed, document: documentOf(fields) }, to: addressed.to };
}

function documentOf(fields: ItemFields): unknown {
	switch (fields.choice(sourceField)) {
		case 'text':
			return fields.text(textField);
		case 'fax':
			return fields.id(sentFaxIdField);
		case 'url':
			return fields.text(documentUrlField);
		case 'base64':
			return fingerprintOf(fields.text(base64Field));
		default:
			return namedFiles(fields).map(({ file }) => traitsOf(file));
	}
}

/** What a file has when it is made again, too: in n8n's storage its place is another then. */
function traitsOf({ id, data, fileName, fileSize, bytes, mimeType }: IBinaryData): unknown {
	return id === undefined ? fingerprintOf(data) : [fileName, fileSize, bytes, mimeType];
}

type Addressed = Pick<SendJob, 'from' | 'to'>;

/** What the service has at the time of a retry. */
interface Present {
	outbox: OutboxFax[];
	sent: NormalizedFax[];
	fault: ServiceFault | undefined;
}

const presents = perRun(() => new Map<string, Shared<Present>>());

function presentOf(call: ReadCall, userId: string): Shared<Present> {
	const known = presents(call.context);
	const present = known.get(userId) ?? new Shared(async () => read(call, userId), SHORTEST_INTERVAL_MS);
	known.set(userId, present);
	return present;
}

/**
 * What came of a send that an earlier attempt of the execution had begun (docs/api.md, "Sending"): of each recipient its fax.
 * The id is null where it is certain that it was sent, but not to be found; a fault tells that nobody knows whether it was.
 */
export async function sentEarlier(
	call: ReadCall,
	userId: string,
	job: Addressed,
	how: Exclude<Earlier, 'nothing'>,
): Promise<SentFax[]> {
	const present = await presentOf(call, userId).takeLast();
	const found: Submission = how === 'other' ? new Map() : await foundOf(call, present, job);
	if (how === 'done') return certain(call, job, found);
	if (found.size === 0) throw inDoubt(present, job, how);
	await sendsOnce(call.context).found(call.itemIndex, idsIn(found));
	return sentFaxes(call, job, found);
}

/**
 * Looks again for faxes that an earlier attempt has certainly sent, and of which the service has shown nothing yet.
 *
 * @param wait how long; a moment where nobody wants to wait
 * @throws ServiceFault where it has shown nothing until then: an item without an id would pass for a fax
 */
export async function foundAgain(
	call: ReadCall,
	userId: string,
	job: Addressed,
	sent: SentFax[],
	{ interval, limit }: Wait = A_MOMENT,
): Promise<SentFax[]> {
	const time = new WaitTime(call.context, { limit });
	let faxes = sent;
	for (let rest = interval; faxes.some(isUnknown); rest = longerPause(rest)) {
		await time.pass(rest);
		if (time.isStopped) break;
		const present = await presentOf(call, userId).take();
		faxes = certain(call, job, await foundOf(call, present, job));
		if (time.isOver && faxes.some(isUnknown)) throw nowhere(faxes, present);
	}
	return faxes;
}

function certain(call: ReadCall, job: Addressed, found: Submission): SentFax[] {
	const ofEach = job.to.map((number) => [digitsOf(number), { id: null }] as const);
	return sentFaxes(call, job, new Map([...ofEach, ...found]));
}

function isUnknown({ id }: SentFax): boolean {
	return id === null;
}

function nowhere(faxes: SentFax[], { fault }: Present): ServiceFault {
	const numbers = faxes.filter(isUnknown).map(({ to }) => to);
	const seen = fault
		? `where it is cannot be read: ${fault.message.replace(/\.$/, '')}`
		: 'the service shows it neither in the outbox nor among the sent faxes';
	const message = `It is not known whether the fax to ${numbers.join(', ')} was delivered. An earlier attempt of this execution has sent it, and ${seen}. Look at the sent faxes before you send it again`;
	const nowhere = new ServiceFault(message, 'carriedOut', undefined, 'left_outbox');
	nowhere.details = { faxes };
	return nowhere;
}

/** The faxes that carry an upload or an id that was noted for this item. */
async function foundOf(call: ReadCall, { outbox, sent }: Present, job: Addressed): Promise<Submission> {
	const to = new Set(job.to.map(digitsOf));
	const isOurs = (fax: Pick<OutboxFax, 'to'>): boolean =>
		recipientsOf(fax).some((number) => to.has(digitsOf(number)));
	const faxes = [...sent.filter(isOurs), ...outbox.filter((fax) => isOurs(fax) && !isReported(call, fax.id))];
	const noted = await sendsOnce(call.context).traces(call.itemIndex, [...new Set(faxes.flatMap(tracesOf))]);
	return submissionIn(
		faxes.filter((fax) => tracesOf(fax).some((trace) => noted.has(trace))),
		job,
	);
}

function tracesOf({ id, files }: Pick<OutboxFax, 'id' | 'files'>): string[] {
	return [id, ...[files ?? []].flat()];
}

function inDoubt({ sent, fault }: Present, { to }: Addressed, how: Earlier): EarlierAttemptFault {
	const begun =
		how === 'begun'
			? 'An earlier attempt of this execution had begun to send it'
			: 'An earlier attempt of this execution had begun to send something to the same number, perhaps this';
	const numbers = new Set(to.map(digitsOf));
	const others = sent.filter((fax) => numbers.has(digitsOf(fax.to))).map(({ id }) => id);
	const seen = fault
		? `where it is now cannot be read: ${fault.message}`
		: others.length === 0
			? 'the service does not show it'
			: `among the sent faxes are some to the number since (${others.slice(0, 5).join(', ')}), of which one may be it`;
	return new EarlierAttemptFault(`${begun}, and ${seen.replace(/\.$/, '')}`, fault);
}

async function read(call: ReadCall, userId: string): Promise<Present> {
	const { establishedAt = Date.now(), source } = call.context.getExecutionContext() ?? {};
	const after = new Date(source === 'retry' ? Date.now() - DAY_MS : establishedAt - 60_000);
	const reading = async (): Promise<Present> => {
		const outbox = await listOutbox(call, userId);
		const faxes = listFaxes(call, { userId, category: 'sent', after });
		// A list that has no end tells nothing.
		const sent = await faxes.catch(onlyFor(InputError, () => []));
		return { outbox, sent, fault: undefined };
	};
	return await reading().catch(onlyFor(ServiceFault, (fault) => ({ outbox: [], sent: [], fault })));
}
