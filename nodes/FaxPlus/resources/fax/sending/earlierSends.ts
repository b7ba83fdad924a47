import type { IBinaryData } from 'n8n-workflow';

import { EarlierAttemptFault, ServiceFault } from '../../../../shared/http/faults';
import { listFaxes, listOutbox, recipientsOf, type NormalizedFax } from '../../../../shared/faxes/faxRecords';
import { onlyFor } from '../../../../shared/http/rethrow';
import type { OutboxFax } from '../../../../shared/records';
import { InputError } from '../../../../shared/values/inputError';
import { digitsOf } from '../../../../shared/values/phoneNumbers';
import { fingerprintOf } from '../../../../shared/values/fingerprint';
import { perRun } from '../../../execution/perRun';
import type { ItemFields } from '../../../fields/itemFields';
import type { ReadCall } from '../../../itemCall';
import { once, type Deed, type Earlier } from '../../../once/once';
import { sentFaxIdField, sourceField, textField } from '../sendFields';
import type { SentFax } from '../waiting/result';
import { addressedOf, type SendJob } from './job';
import { namedFiles } from './namedFiles';
import { idsIn, isReported, sentFaxes, submissionIn, type Submission } from './sentFaxes';

/** Each item's fax is sent once, also by an execution that n8n's Retry repeats. */
export const sendsOnce = once(deedOf);

/** How long before now faxes of an execution are looked for whose beginning n8n has forgotten. */
const DAY_MS = 86_400_000;

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

const presents = perRun(() => new Map<string, Promise<Present>>());

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
	const known = presents(call.context);
	const reading = known.get(userId) ?? read(call, userId);
	known.set(userId, reading);
	const present = await reading;
	const found: Submission = how === 'other' ? new Map() : await foundOf(call, present, job);
	if (how === 'done') {
		const certain = job.to.map((number) => [digitsOf(number), { id: null }] as const);
		return sentFaxes(call, job, new Map([...certain, ...found]));
	}
	if (found.size === 0) throw inDoubt(present, job, how);
	await sendsOnce(call.context).found(call.itemIndex, idsIn(found));
	return sentFaxes(call, job, found);
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
