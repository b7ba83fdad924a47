import { listOutbox, recipientsOf } from '../../../shared/faxes/faxRecords';
import type { OutboxFax } from '../../../shared/records';
import { faxFiltersOf, isAmong } from '../../fields/faxFilters';
import { returnAllFields, userIdField } from '../../fields/common';
import { outboxFaxOutput, simplifyOutboxFax } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';
import { filtersOf, type Changes } from '../../fields/updateFields';

const filterable = faxFiltersOf(['submitted', 'converting', 'scheduled_for_sending', 'sending']);

/** GET /accounts/{user_id}/outbox (docs/contributing/api.md, "Outbox") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many outbox faxes',
	description: "List the outgoing faxes that aren't sent yet",
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
	output: outboxFaxOutput,
	fields: [...returnAllFields, filtersOf(filterable)],
	simplify: simplifyOutboxFax,
	async execute(call) {
		const userId = call.userId();
		const wanted = call.filters(filterable);
		const list = async (): Promise<OutboxFax[]> =>
			(await listOutbox(call, userId)).filter((fax) => isWanted(fax, wanted));
		return toItems(await call.limited(list));
	},
};

function isWanted(fax: OutboxFax, wanted: Changes<typeof filterable>): boolean {
	const { src, status } = fax;
	return (
		isAmong(src, wanted.from) &&
		(wanted.to === undefined || recipientsOf(fax).some((number) => isAmong(number, wanted.to))) &&
		(wanted.status?.includes(status) ?? true)
	);
}
