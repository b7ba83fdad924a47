import { InputError } from '../../../../shared/values/inputError';
import { perRun } from '../../../execution/perRun';
import type { PrepareCall } from '../../../itemCall';
import { toField } from '../sendFields';
import { sourceOf, type Source } from './documents';
import { guardsOf, mostPagesGuard, type Guards } from './guards';
import { jobOf, type SendJob } from './job';
import { pagesOf, type Part } from './pages';

/** What is to be sent for one item. */
interface Draft {
	job: SendJob;
	source: Source;
}

/** Drafts that have passed the guards, by the number of the item: read again, an expression could give something else. */
const allowedDrafts = perRun(() => new Map<number, Draft>());

/** The end of every refusal: a model that reads it must not look for another way. */
const REFUSED =
	'The fax was not sent. Do not try it in another way: ask a person, who can change the guards of this node.';

/** Holds what is to be sent for an item against the guards, where there are any. */
export async function checkDraft(call: PrepareCall): Promise<void> {
	const guards = guardsOf(call);
	if (Object.keys(guards).length === 0) return;
	const job = jobOf(call);
	requireAllowedRecipients(guards, job);
	const source = await sourceOf(call);
	await requireFewPages(guards, async () => await pagesOf(call, job, source));
	allowedDrafts(call.context).set(call.itemIndex, { job, source });
}

/** What is to be sent for an item, as the guards have seen it. */
export async function draftOf(call: PrepareCall): Promise<Draft> {
	const allowed = allowedDrafts(call.context).get(call.itemIndex);
	return allowed ?? { job: jobOf(call), source: await sourceOf(call) };
}

function requireAllowedRecipients(guards: Guards, { to }: SendJob): void {
	const { allowedDestinations: allowed, mostRecipients = Number.POSITIVE_INFINITY } = guards;
	const other = allowed && to.find((number) => !allowed.some((entry) => isWithin(number, entry)));
	if (other !== undefined)
		throw new InputError(
			`${toField.displayName}: ${other} is not among the allowed destinations of this node. ${REFUSED}`,
		);
	if (to.length <= mostRecipients) return;
	throw new InputError(
		`${toField.displayName} holds ${to.length} numbers; this node may send one fax to ${mostRecipients} at most. ${REFUSED}`,
	);
}

/** Holds the pages of a send, whose counting may ask the service, against the guards; where they are not certain, too. */
async function requireFewPages({ mostPages: most }: Guards, count: () => Promise<Part[]>): Promise<void> {
	if (most === undefined) return;
	let total = 0;
	const parts = await count();
	for (const [name, pages] of parts) {
		if (pages === undefined)
			throw new InputError(
				`How many pages ${name} makes is not certain before it is sent, and ${mostPagesGuard.displayName} limits them. Certain are those of plain text, of JPG and PNG files, and of an existing fax that passed whole. ${REFUSED}`,
			);
		total += pages;
	}
	if (total <= most) return;
	throw new InputError(
		`The fax has ${total} pages (${parts.map((part) => part.join(': ')).join(', ')}); this node may send ${most} at most. ${REFUSED}`,
	);
}

function isWithin(number: string, entry: string): boolean {
	return entry.endsWith('*') ? number.startsWith(entry.slice(0, -1)) : number === entry;
}
