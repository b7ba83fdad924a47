import { perRun } from '../../../../../shared/async/perRun';
import { formatNamed } from '../../../../../shared/files/formats';
import type { UploadFile } from '../../../../../shared/http/upload';
import { countryOf } from '../../../../../shared/values/nationalNumbers';
import { asyncPartOf, reasonsIn, requireAll, valueOf } from '../../../../../shared/values/parts';
import type { PrepareCall, ReadCall } from '../../../../operation/itemCall';
import type { Output } from '../../../../fields/output';
import { toItems, type Stages } from '../../../../operation/operation';
import type { CheckItem } from '../guard/validate';
import { Digests, type DocumentEvidence } from '../prepare/digests';
import { contentOf, showHints } from '../prepare/prepare';
import { timeInJob } from '../read/job';
import { requireNotSame, sameFaxRuleOf } from '../submit/sameFax';
import { requireOwnSender, requireSendingScope } from './account';

/** A document as the output of a check shows it. */
interface CheckedDocument extends DocumentEvidence {
	name: string;
	/** The format, such as "PDF". */
	kind: string;
	/** What the user should know about it, although it can be faxed. */
	hint?: string;
}

/** What a check shows for one recipient. */
export interface CheckedFax {
	/** It's always null, because nothing was sent. */
	id: null;
	/** The number as Fax.Plus would dial it, or null if the field can't be read. */
	to: string | null;
	from: string | null;
	status: 'check_passed' | 'check_failed';
	statusMeaning: string;
	country: string | null;
	/** When the fax would be sent, or null if that's at once or unknown. */
	sendTime: string | null;
	/** The documents in their order, or null if one of them couldn't be read. */
	documents: CheckedDocument[] | null;
	/** All reasons why a send would be refused, in words. */
	refusals: string[];
	/** What only a real send would show, or what couldn't be checked. */
	notChecked: string[];
}

/** The fields of a check's output, on which saved workflows may depend. */
export const checkOutput: Output = {
	...{ id: 'string?', to: 'string?', from: 'string?', status: 'string', statusMeaning: 'string' },
	...{ country: 'string?', sendTime: 'string?' },
	documents: [{ name: 'string', kind: 'string', bytes: 'integer', sha256: 'string', hint: 'string' }],
	...{ refusals: 'string[]', notChecked: 'string[]' },
};

/** Maximum number of refusals in the output, because it repeats them for each recipient. */
const MOST_REFUSALS = 20;

const ONLY_BY_SENDING =
	'The pages, the price and whether a fax machine answers: Fax.Plus knows them once it has sent the fax.';

/** What the items of a run have shown so far. */
const refusedItems = perRun(() => new Set<number>());

/** Remembers an item that's refused before anything is sent. */
export function noteReviewed({ context, itemIndex }: ReadCall, { review }: CheckItem): void {
	if (reasonsIn(review.parts).length > 0) refusedItems(context).add(itemIndex);
}

/**
 * Checks an item as a send would, without uploading, sending or recording anything. Refusals are part of the output,
 * because a user or an AI model has to see all of them at once.
 *
 * @param inWords returns an error as the node would show it
 */
export async function checked(
	call: PrepareCall,
	item: CheckItem,
	inWords: (error: unknown) => string,
): Promise<Stages<CheckedFax[]>> {
	const { review } = item;
	const { from, userId } = review.draft;
	const documents = await asyncPartOf(async () => await documentsOf(call, item));
	const scope = await asyncPartOf(async () => await requireSendingScope(call));
	const sender = await asyncPartOf(async () => await requireOwnSender(call, userId(), from()));
	const parts = [...review.parts, documents, scope, sender];
	return {
		changesNothing: true,
		async carryOut(reads) {
			const same = await asyncPartOf(async () => {
				await requireOther(reads, item, documents(), reasonsIn(parts).length === 0);
			});
			const refusals = new Set(reasonsIn([...parts, same]).map(inWords));
			const unread = [scope, sender].flatMap((part) => valueOf(part) ?? []);
			return rowsOf(reads, item, valueOf(documents), [...refusals], [...unread, ONLY_BY_SENDING]);
		},
		outputOf: toItems,
	};
}

/** Reads the documents to their end, as an upload does. */
async function documentsOf(call: PrepareCall, { review }: CheckItem): Promise<CheckedDocument[]> {
	const { draft, limits, files } = review;
	const requireAllowed = (url: URL): void => {
		limits().requireAllowed(url);
	};
	const digests = new Digests(files() ?? (await draft.source().files(call, requireAllowed)));
	showHints(call, digests.files);
	const parts = [];
	for (const file of digests.files) parts.push(await asyncPartOf(async () => await readToEnd(file)));
	requireAll(parts);
	return (digests.evidence ?? []).map(({ sha256, bytes }, at) => {
		const { name = '', type = '', hint } = digests.files[at] ?? {};
		const kind = (formatNamed(type) ?? '').toUpperCase();
		return { name, kind, bytes, sha256, ...(hint !== undefined && { hint }) };
	});
}

/** Reads a file as an upload does, which shows whether it can be faxed. Returns its number of bytes. */
async function readToEnd(file: UploadFile): Promise<number> {
	let bytes = 0;
	for await (const chunk of await file.open()) bytes += chunk.length;
	file.requireFaxable?.();
	return bytes;
}

/**
 * Refuses documents that this node sent to the same number a short time ago, if a guard or the rule for manual runs forbids
 * that.
 */
async function requireOther(
	call: ReadCall,
	{ review: { draft, limits }, once }: CheckItem,
	documents: CheckedDocument[],
	isSent: boolean,
): Promise<void> {
	const rule = sameFaxRuleOf(limits().refusesSameFax, once);
	if (!rule) return;
	const evidence = documents.map(({ sha256, bytes }) => ({ sha256, bytes }));
	await requireNotSame(call, draft.to(), { content: contentOf(draft.source(), evidence), rule }, isSent);
}

function rowsOf(
	call: ReadCall,
	{ review }: CheckItem,
	documents: CheckedDocument[] | undefined,
	refusals: string[],
	notChecked: string[],
): CheckedFax[] {
	const { draft, sendTime } = review;
	const from = valueOf(draft.from) ?? null;
	const recipients = valueOf(draft.to) ?? [null];
	const { send_time: time = null } = timeInJob(valueOf(sendTime));
	const { status, statusMeaning } = wordsFor(call, refusals, time);
	return recipients.map((to) => ({
		...{ id: null, to, from, status, statusMeaning },
		country: to === null ? null : countryOf(to),
		sendTime: time,
		documents: documents ?? null,
		refusals: shortened(refusals),
		notChecked,
	}));
}

function wordsFor(
	{ context, itemIndex }: ReadCall,
	refusals: string[],
	time: string | null,
): Pick<CheckedFax, 'status' | 'statusMeaning'> {
	const nothing = 'Nothing was sent, because "Check Only" is on.';
	const [first] = refusals;
	if (first !== undefined) {
		const more = refusals.length > 1 ? ` There are ${refusals.length} refusals in all.` : '';
		return { status: 'check_failed', statusMeaning: `${nothing} A send would be refused: ${first}${more}` };
	}
	const when = time === null ? 'at once' : `at ${time.replace(' +0000', ' UTC')}`;
	const others = [...refusedItems(context)].filter((item) => item !== itemIndex);
	const stops = others.length > 0 && !context.continueOnFail();
	const but = stops
		? ` But it sends nothing as long as other items are refused (item ${others[0] ?? 0}), unless "On Error" continues.`
		: '';
	return { status: 'check_passed', statusMeaning: `${nothing} A send would fax this ${when}.${but}` };
}

function shortened(refusals: string[]): string[] {
	if (refusals.length <= MOST_REFUSALS) return refusals;
	return [...refusals.slice(0, MOST_REFUSALS), `${refusals.length - MOST_REFUSALS} more refusals.`];
}
