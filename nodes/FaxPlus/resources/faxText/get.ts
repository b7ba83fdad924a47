import { jobOperation } from '../fieldExtraction/aiJob';
import type { StagedOperation } from '../../operation/operation';

/** GET and POST /accounts/{user_id}/faxes/{fax_id}/ai/ocr (docs/contributing/api.md, "Fax AI") */
export const get: StagedOperation = jobOperation({
	path: 'ocr',
	noun: 'text',
	action: 'Get text of fax',
	description: 'Read the text of a fax. Fax AI recognizes it on the pages.',
	output: { id: 'string', status: 'string', text: 'string?' },
	outputOf: ({ status, data = null }) => ({ status, text: data }),
});
