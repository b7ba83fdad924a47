import type { UploadFile } from '../../../../shared/service/upload';
import { perRun } from '../../../execution/perRun';
import type { PrepareCall } from '../../../itemCall';
import { documentsOf } from './documents';
import { guardsOf, requireAllowed } from './guards';
import type { SendJob } from './job';
import { jobOf } from './job';

/** What is to be sent for one item. */
export interface Draft {
	job: SendJob;
	documents: UploadFile[];
}

/** Drafts that have passed the guards, by the number of the item: read again, an expression could give something else. */
const allowedDrafts = perRun(() => new Map<number, Draft>());

/**
 * Holds what is to be sent for an item against the guards, where there are any.
 *
 * @throws InputError for what they do not allow
 */
export async function checkDraft(call: PrepareCall): Promise<void> {
	const guards = guardsOf(call);
	if (Object.keys(guards).length === 0) return;
	const job = jobOf(call);
	const documents = await requireAllowed(guards, job, async () => await documentsOf(call));
	allowedDrafts(call.context).set(call.itemIndex, { job, documents });
}

/**
 * What is to be sent for an item, as the guards have seen it.
 *
 * @throws InputError for what the service would not take
 */
export async function draftOf(call: PrepareCall): Promise<Draft> {
	const allowed = allowedDrafts(call.context).get(call.itemIndex);
	return allowed ?? { job: jobOf(call), documents: await documentsOf(call) };
}
