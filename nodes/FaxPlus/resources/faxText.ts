import { jobOperation } from '../aiJob';
import type { Resource } from '../operation';

/** GET and POST /accounts/{user_id}/faxes/{fax_id}/ai/ocr (docs/api.md, "Fax AI") */
const get = jobOperation(
	{ path: 'ocr', noun: 'text', outputOf: ({ status, data = null }) => ({ status, text: data }) },
	{
		action: 'Get text of fax',
		description: 'Read the text that Fax AI recognises on a fax; waits while it is at work',
	},
);

export const faxText: Resource = {
	value: 'faxText',
	name: 'Fax Text',
	description: 'The text on the pages of a fax, as Fax AI recognises it',
	operations: [get],
};
