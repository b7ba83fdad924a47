import { recordAt } from '../../../shared/http/answers';
import { userIdField } from '../../fields/common';
import { numberOutput, simplifyNumber } from '../../fields/simplify';
import { GET, toItems, type ReadOperation } from '../../operation/operation';
import { numberField, numberIn, numberPath } from './fields';

/** GET /accounts/{user_id}/numbers/{number} (docs/contributing/api.md, "Numbers") */
export const get: ReadOperation = {
	...GET,
	action: 'Get number',
	description: 'Read the status, the owner and the members of a number',
	scopes: ['fax:all:read', 'fax:numbers:read'],
	itemField: numberField,
	userField: userIdField,
	output: numberOutput,
	fields: [numberField],
	simplify: simplifyNumber,
	async execute(call) {
		return toItems([await recordAt(call, numberPath(call.userId(), numberIn(call)))]);
	},
};
