import type { ItemFields } from '../../../../fields/itemFields';
import { onceForEach } from '../../../../once/onceForEach';
import { sourceOf, type Source } from './source';
import { addressedOf, type Addressed } from './job';

/** The part of a fax that reaches people, and the account that sends it. */
export interface Draft {
	/** Encoded as one part of a path. */
	userId: string;
	addressed: Addressed;
	source: Source;
}

/**
 * Reads the draft of each item, whose fax is sent once, also in an execution that n8n's Retry repeats. A fax is known again by its
 * draft alone, because a time or a comment may come of an expression that gives another one when n8n runs it again.
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
