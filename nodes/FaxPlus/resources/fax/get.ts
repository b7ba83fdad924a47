import { recordAt } from '../../../shared/http/answers';
import { normalized } from '../../../shared/faxes/faxRecords';
import type { Fax } from '../../../shared/records';
import { faxIdField, userIdField } from '../../fields/common';
import { faxOutput, simplifyFax } from '../../fields/simplify';
import { GET, toItems, type ReadOperation } from '../../operation/operation';

/** GET /accounts/{user_id}/faxes/{fax_id} (docs/contributing/api.md, "Fax records") */
export const get: ReadOperation = {
	...GET,
	action: 'Get fax',
	description: 'Read the record of a fax that has come or gone: numbers, pages, status, times',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	output: faxOutput,
	fields: [faxIdField],
	simplify: simplifyFax,
	async execute(call) {
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}`;
		return toItems([normalized(await recordAt<Fax>(call, path))]);
	},
};
