import { listOf, object, text } from './schema';
import type { Schema } from './schema';

const NUMBER = '[+][0-9]{8,}([*]{0,10}[0-9]+)?';

/** A number in E.164, perhaps with an extension. */
export const number: Schema = { type: 'string', pattern: `^${NUMBER}$` };

/** One own number or several with commas between them, or that there is none. */
export const sender: Schema = { type: 'string', pattern: `^(${NUMBER}(, ?${NUMBER})*|no_number|NO_NUMBER)$` };

export const coverPage: Schema = object(
	{
		name_to: text,
		name_from: text,
		subject: text,
		message: text,
		flags: listOf({ type: 'string', enum: ['urgent', 'for_review', 'please_reply', 'confidential'] }),
	},
	['name_to', 'name_from', 'subject'],
);

/** The comment of a fax in the outbox; that of a fax record is text. */
export const taggedComment: Schema = object({ tags: listOf(text), text }, []);

export const retry: Schema = object(
	{
		count: { type: 'integer', minimum: 0, maximum: 3 },
		delay: { type: 'integer', minimum: 0, maximum: 30 },
	},
	[],
);
