import { partOf, requireAll, type Part } from '../../../../../shared/values/parts';
import type { ItemFields } from '../../../../fields/itemFields';
import { onceForEach } from '../../../../once/onceForEach';
import { sourceOf, type Source } from './source';
import { coverPageOf, recipientsOf, senderOf, type Addressed } from './job';
import { checkOnlyField } from './sendFields';

/** The part of a fax that reaches people, and the account that sends it. */
export interface Draft {
	/** User ID, encoded as one part of a path. */
	userId: string;
	addressed: Addressed;
	source: Source;
}

/** The parts of a draft, as the fields of an item describe them. */
export interface DraftParts {
	/** True if the item is only checked, and not sent. */
	isOnlyChecked: boolean;
	from: Part<string>;
	to: Part<string[]>;
	coverPage: Part<Pick<Addressed, 'cover_page'>>;
	source: Part<Source>;
	userId: Part<string>;
}

/**
 * Reads the draft of each item. Its fax is sent only once, even if n8n's Retry repeats the execution. Only the draft identifies a
 * fax. A time or a comment may come from an expression that returns something else in the next run. An item that's only checked
 * sends nothing, so it isn't counted.
 */
export const draftFor = onceForEach(draftPartsOf, (parts) => {
	if (parts.isOnlyChecked) return undefined;
	const { userId, addressed, source } = draftIn(parts);
	return { content: { user: userId, ...addressed, document: source.identity() }, to: addressed.to };
});

function draftPartsOf(fields: ItemFields): DraftParts {
	return {
		isOnlyChecked: fields.isOn(checkOnlyField),
		from: partOf(() => senderOf(fields)),
		to: partOf(() => recipientsOf(fields)),
		coverPage: partOf(() => coverPageOf(fields)),
		source: partOf(() => sourceOf(fields)),
		userId: partOf(() => fields.requiredUserId()),
	};
}

/** Returns a draft if all of its parts could be read, and throws the first reason otherwise. */
export function draftIn({ from, to, coverPage, source, userId }: DraftParts): Draft {
	requireAll([from, to, coverPage, source, userId]);
	return { userId: userId(), addressed: { from: from(), to: to(), ...coverPage() }, source: source() };
}
