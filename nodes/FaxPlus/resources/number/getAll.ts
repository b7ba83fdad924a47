import { returnAllFields } from '../../fields/common';
import { numberOutput, simplifyNumber } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';
import { numberListGuidance, readNumbers } from '../../../shared/lists/numbers';

/** GET /accounts/{user_id}/numbers (docs/contributing/api.md, "Numbers") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many numbers',
	description: 'List the numbers of the account, and who uses them',
	...numberListGuidance,
	output: numberOutput,
	fields: returnAllFields,
	simplify: simplifyNumber,
	async execute(call) {
		const userId = call.userId();
		return toItems(await call.limited(async () => await readNumbers(call, userId)));
	},
};
