import { recordIn } from '../../../shared/service/answers';
import type { OutboxFax } from '../../../shared/service/types';
import { userIdField } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { outboxFaxIdField } from './fields';

/** GET /accounts/{user_id}/outbox/{outbox_fax_id} (docs/api.md, "Outbox") */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get an outbox fax',
	description: 'Read the record of an outgoing fax that has not gone yet',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: outboxFaxIdField,
	userField: userIdField,
	fields: [outboxFaxIdField],
	async execute(call) {
		const path = `/accounts/${call.userId()}/outbox/${call.pathId(outboxFaxIdField)}`;
		return toItems([recordIn(await call.read<OutboxFax>({ path }))]);
	},
};
