import { recordIn } from '../../../shared/service/answers';
import type { OwnNumber } from '../../../shared/service/types';
import { userIdField } from '../../fields/common';
import { toItems } from '../../itemCall';
import type { ReadOperation } from '../../operation';
import { numberField, numberIn, numberPath } from './fields';

/** GET /accounts/{user_id}/numbers/{number} (docs/api.md, "Numbers") */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get a number',
	description: 'Read the record of a number of the account',
	kind: 'read',
	scopes: ['fax:all:read', 'fax:numbers:read'],
	itemField: numberField,
	userField: userIdField,
	fields: [numberField],
	async execute(call) {
		const path = numberPath(call.userId(), numberIn(call));
		return toItems([recordIn(await call.read<OwnNumber>({ path }))]);
	},
};
