import type { FaxText } from '../../../shared/service/types';
import { jobOperation } from '../../aiJob';

/** GET and POST /accounts/{user_id}/faxes/{fax_id}/ai/ocr (docs/api.md, "Fax AI") */
export const get = jobOperation<FaxText>(
	{
		path: 'ocr',
		noun: 'text',
		requestsByDefault: true,
		outputOf: ({ status, data = null }) => ({ status, text: data }),
	},
	{
		action: 'Get the text of a fax, which may use AI credits',
		description: 'Read the text that Fax AI recognises on a fax; waits while it is at work',
	},
);
