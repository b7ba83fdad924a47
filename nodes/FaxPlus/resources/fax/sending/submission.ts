import { perRun } from '../../../execution/perRun';
import type { ItemFields } from '../../../fields/itemFields';

/** What is known of a fax that was sent to one recipient. */
interface Submitted {
	/** Its id in the outbox; null where it was sent, but is not to be found any more. */
	id: string | null;
	/** Where it was seen there. */
	status?: string;
}

/** What is known of a send, by the digits of the recipients: the service may write numbers in another way. */
export type Submission = ReadonlyMap<string, Submitted>;

/** The ids that are known of a send. */
export function idsIn(submission: Submission): string[] {
	return [...submission.values()].flatMap(({ id }) => id ?? []);
}

/** Faxes that a run of the node has reported: where equal files get equal paths, they are of other sends. */
const reportedBy = perRun(() => new Set<string>());

/** Notes faxes that are reported as sent. */
export function noteReported({ context }: ItemFields, faxes: Array<{ id: string | null }>): void {
	for (const { id } of faxes) if (id !== null) reportedBy(context).add(id);
}

/** Whether a fax was reported for another item. */
export function isReported({ context }: ItemFields, id: string): boolean {
	return reportedBy(context).has(id);
}
