import { audited } from '../../../shared/audit';
import { field } from '../../../shared/editor/field';
import { EarlierAttemptFault, ServiceFault } from '../../../shared/http/faults';
import { onlyFor } from '../../../shared/http/rethrow';
import type { Once } from '../../once/once';
import { onceForEach } from '../../once/onceForEach';
import { undoNotice } from '../../fields/common';
import { toItems, type WriteOperation } from '../../operation/operation';
import type { WriteCall } from '../../operation/itemCall';
import { readNumbers } from '../../../shared/lists/numbers';

const itemIdField = field('string', 'Item ID', 'itemId', {
	required: true,
	placeholder: 'e.g. {{ $json.item_id }}',
	description: 'The item_id of the offer to buy, from "Search Numbers"',
});

const NO_MONEY =
	'Compare the price of the number with the balance from "Get Balance". Add to the balance in Fax.Plus if it isn\'t enough.';

/** Makes sure that the offer of each item is bought only once, even if n8n's Retry repeats the execution. */
const purchaseOf = onceForEach(
	(fields) => fields.id(itemIdField),
	(itemId) => ({ content: itemId, to: itemId }),
);

/** POST /shop/numbers/purchase (docs/contributing/api.md, "Operations") */
export const purchaseNumber: WriteOperation = {
	value: 'purchaseNumber',
	name: 'Purchase Number',
	action: 'Purchase number',
	description: "Buy a fax number with real money. It can't be ported to another provider.",
	caution:
		"It can't be undone. Never use it unless a person has explicitly approved this very number and its price.",
	kind: 'write',
	refusesRetryOnFail: true,
	scopes: ['fax:all:edit', 'fax:shop:edit'],
	effect: 'the number was bought',
	ifNotDone: "The number wasn't bought.",
	howToCheck:
		'Before you run the node again, check the balance with "Get Balance" and your numbers in Fax.Plus. Otherwise, you may pay for a second number.',
	advice: {
		'402': NO_MONEY,
		insufficient_balance: NO_MONEY,
		bad_request: 'This offer may not exist anymore. Run "Search Numbers" again and pick another one.',
	},
	output: { number: 'string', item_id: 'string' },
	fields: [
		undoNotice("The purchase charges your account, and you can't port the number to another provider."),
		itemIdField,
	],
	async execute(call) {
		const { draft: itemId, once } = await purchaseOf(call);
		const earlier = await once.earlier(call.itemIndex);
		await once.recordStart();
		if (earlier === 'done') return toItems([{ number: await boughtEarlier(call, once), item_id: itemId }]);
		if (earlier !== 'nothing')
			throw new EarlierAttemptFault('An earlier attempt of this execution began to buy it');
		const request = { method: 'POST', path: '/shop/numbers/purchase', body: { item_id: itemId } } as const;
		const buying = async (): Promise<{ number: string }> => await call.writeForResult(request);
		const buy = async (): Promise<{ number: string }> =>
			audited(call.context, 'number.purchased', buying, () => ({ itemId }));
		const purchase = await once.do(call.itemIndex, [], buy, ({ number }) => [number]);
		return toItems([{ ...purchase, item_id: itemId }]);
	},
};

/** Returns the number that an earlier attempt bought. It's null if the list of numbers doesn't show it or can't be read. */
async function boughtEarlier(call: WriteCall, once: Once): Promise<string | null> {
	const finding = readNumbers(call, 'self').then(async (own) => {
		const numbers = own.map(({ number }) => number);
		return await once.recordedFor(call.itemIndex, numbers);
	});
	const [bought = null] = await finding.catch(onlyFor(ServiceFault, () => []));
	return bought;
}
