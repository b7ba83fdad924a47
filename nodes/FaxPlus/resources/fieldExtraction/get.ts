import { jobOperation } from './aiJob';
import type { StagedOperation } from '../../operation/operation';

/** GET and POST /accounts/{user_id}/faxes/{fax_id}/ai/field-extraction (docs/contributing/api.md, "Fax AI") */
export const get: StagedOperation = jobOperation({
	path: 'field-extraction',
	noun: 'extraction',
	action: 'Get field extraction',
	description: 'Read the fields that Fax AI extracted from a fax',
	output: { id: 'string', status: 'string', data: 'texts by name?' },
	outputOf: (answer) => answer,
});
