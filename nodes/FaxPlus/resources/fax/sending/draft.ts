import { perRun } from '../../../execution/perRun';
import type { PrepareCall } from '../../../itemCall';
import { sourceOf, type Source } from './documents';
import { guardsOf, requireAllowedRecipients, requireFewPages } from './guards';
import { jobOf, type SendJob } from './job';
import { pagesOf } from './pages';

/** What is to be sent for one item. */
interface Draft {
	job: SendJob;
	source: Source;
}

/** Drafts that have passed the guards, by the number of the item: read again, an expression could give something else. */
const allowedDrafts = perRun(() => new Map<number, Draft>());

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
