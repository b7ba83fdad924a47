import type { ItemFields } from '../../../../fields/itemFields';
import { onceForEach } from '../../../../once/onceForEach';
import { sourceOf, type Source } from './source';
import { addressedOf, type Addressed } from './job';

/** The part of a fax that reaches people, and the account that sends it. */
export interface Draft {
	/** User ID, encoded as one part of a path. */
	userId: string;
	addressed: Addressed;
	source: Source;
}

/**
 * Reads the draft of each item. Its fax is sent only once, even if n8n's Retry repeats the execution. Only the draft identifies a
 * fax. A time or a comment may come from an expression that returns something else in the next run.
 */
export const draftFor = onceForEach(draftOf, ({ userId, addressed, source }) => ({
	content: { user: userId, ...addressed, document: source.identity() },
	to: addressed.to,
}));

function draftOf(fields: ItemFields): Draft {
	const addressed = addressedOf(fields);
	const source = sourceOf(fields);
	return { userId: fields.requiredUserId(), addressed, source };
}
