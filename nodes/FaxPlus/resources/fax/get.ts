import { recordAt } from '../../../shared/http/answers';
import { normalized } from '../../../shared/faxes/faxRecords';
import { includeContactOption } from '../../../shared/faxes/contacts';
import type { Fax } from '../../../shared/records';
import { faxIdField, userIdField } from '../../fields/common';
import { faxOutput, simplifyFax } from '../../fields/simplify';
import { GET, toItems, type ReadOperation } from '../../operation/operation';
import { contactsFor } from './contacts';

/** GET /accounts/{user_id}/faxes/{fax_id} (docs/contributing/api.md, "Fax records") */
export const get: ReadOperation = {
	...GET,
	action: 'Get fax',
	description: 'Read the numbers, pages, status and times of a received or sent fax',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	output: faxOutput,
	fields: [faxIdField],
	options: [includeContactOption],
	simplify: simplifyFax,
	async execute(call) {
		const withContacts = contactsFor(call);
		const path = `/accounts/${call.userId()}/faxes/${call.pathId(faxIdField)}`;
		return toItems(await withContacts([normalized(await recordAt<Fax>(call, path))]));
	},
};
