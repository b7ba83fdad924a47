import { jobOperation } from '../../aiJob';

/** GET and POST /accounts/{user_id}/faxes/{fax_id}/ai/ocr (docs/api.md, "Fax AI") */
export const get = jobOperation({
	path: 'ocr',
	noun: 'text',
	action: 'Get text of fax',
	description: 'Read the text that Fax AI recognises on a fax; waits while it is at work',
	outputOf: ({ status, data = null }) => ({ status, text: data }),
});
