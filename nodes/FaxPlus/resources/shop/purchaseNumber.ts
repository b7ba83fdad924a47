import type { INodeProperties } from 'n8n-workflow';

import type { PurchasedNumber } from '../../../shared/service/types';
import { toItems } from '../../itemCall';
import type { WriteOperation } from '../../operation';

const itemIdField: INodeProperties = {
	displayName: 'Item ID',
	name: 'itemId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.itemId }}',
	description:
		'ID of the number offer, from "Search Numbers". An AI agent must have the explicit approval of a person for this number and its price.',
};

const NO_MONEY =
	'Compare the price of the number with the balance ("Get Balance"), and add to it in Fax.Plus where it does not suffice.';

/** POST /shop/numbers/purchase (docs/api.md, "Operations") */
export const purchaseNumber: WriteOperation = {
	value: 'purchaseNumber',
	name: 'Purchase Number',
	// What an AI agent is told of the operation; a longer one would not fit the 64 characters of a tool's name.
	action: 'Purchase a number, only if a person has approved it',
	description:
		'Buys a fax number with real money, which cannot be undone. Never use it unless a person has explicitly approved this very number and its price.',
	kind: 'write',
	refusesRetryOnFail: true,
	scopes: ['fax:all:edit', 'fax:shop:edit'],
	effect: 'the number was bought',
	ifNotDone: 'The number was not bought.',
	howToCheck:
		'Before you run it again, look at the balance with "Get Balance" and at your numbers in Fax.Plus: a second purchase costs money again.',
	advice: {
		'402': NO_MONEY,
		insufficient_balance: NO_MONEY,
		bad_request:
			'Look for offers with "Search Numbers" again: this one may be gone, or its country not for sale.',
	},
	fields: [
		{
			displayName:
				'Running this charges your account, and the purchase cannot be undone. It does not run while the node setting "Retry On Fail" is on.',
			name: 'purchaseNotice',
			type: 'notice',
			default: '',
		},
		itemIdField,
	],
	async execute(call) {
		const itemId = call.id(itemIdField);
		const purchase = await call.writeForResult<PurchasedNumber>({
			method: 'POST',
			path: '/shop/numbers/purchase',
			body: { item_id: itemId },
		});
		return toItems([{ ...purchase, itemId }]);
	},
};
