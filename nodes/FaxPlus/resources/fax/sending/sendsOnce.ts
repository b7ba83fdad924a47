import { once } from '../../../once/once';
import { sourceOf } from './documents';
import { addressedOf } from './job';

/**
 * Sends the fax of each item once, also in an execution that n8n's Retry repeats. A fax is known again by what reaches people,
 * because a time or a comment may come of an expression that gives another one when n8n runs it again.
 */
export const sendsOnce = once((fields) => {
	const addressed = addressedOf(fields);
	const document = sourceOf(fields).identity();
	return { content: { user: fields.userId(), ...addressed, document }, to: addressed.to };
});
