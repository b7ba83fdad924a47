import { listOutbox, recipientsOf } from '../../../shared/service/faxRecords';
import type { OutboxFax } from '../../../shared/service/types';
import {
	fromFilter,
	isAmong,
	statusFilterOf,
	toFilter,
	toNumbers,
	toStatuses,
} from '../../fields/faxFilters';
import { returnAllFields, userIdField } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import type { Changeable } from '../../fields/updateFields';
import { filtersOf } from '../../fields/updateFields';

interface OutboxFilters {
	from: string[];
	to: string[];
	status: string[];
}

const filterable: Changeable<OutboxFilters> = {
	from: [fromFilter, toNumbers],
	to: [toFilter, toNumbers],
	status: [statusFilterOf(['submitted', 'converting', 'scheduled_for_sending', 'sending']), toStatuses],
};

/** GET /accounts/{user_id}/outbox (docs/api.md, "Outbox") */
export const getAll: ReadOperation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many outbox faxes',
	description: 'List the outgoing faxes that have not gone yet',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	userField: userIdField,
	fields: [...returnAllFields, filtersOf(filterable, 'What narrows the list; the limit counts what is left')],
	async execute(call) {
		const userId = call.userId();
		const wanted = call.filters(filterable);
		return toItems(
			await call.limited(async () => {
				const faxes = await listOutbox(call, userId);
				return faxes.filter((fax) => isWanted(fax, wanted));
			}),
		);
	},
};

function isWanted(fax: OutboxFax, wanted: Partial<OutboxFilters>): boolean {
	const { src, status } = fax;
	return (
		isAmong(src, wanted.from) &&
		(wanted.to === undefined || recipientsOf(fax).some((number) => isAmong(number, wanted.to))) &&
		(wanted.status?.includes(status) ?? true)
	);
}
