import { recordAt } from '../../../shared/http/answers';
import { userIdField } from '../../fields/common';
import { outboxFaxOutput, simplifyOutboxFax } from '../../fields/simplify';
import { GET, toItems, type ReadOperation } from '../../operation/operation';
import { outboxFaxIdField } from './fields';

/** GET /accounts/{user_id}/outbox/{outbox_fax_id} (docs/contributing/api.md, "Outbox") */
export const get: ReadOperation = {
	...GET,
	action: 'Get outbox fax',
	description: "Read the numbers, pages and status of an outgoing fax that isn't sent yet",
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: outboxFaxIdField,
	userField: userIdField,
	output: outboxFaxOutput,
	fields: [outboxFaxIdField],
	simplify: simplifyOutboxFax,
	async execute(call) {
		const path = `/accounts/${call.userId()}/outbox/${call.pathId(outboxFaxIdField)}`;
		return toItems([await recordAt(call, path)]);
	},
};
