import { field } from '../../../shared/editor/field';
import { EarlierAttemptFault, ServiceFault } from '../../../shared/http/faults';
import { onlyFor } from '../../../shared/http/rethrow';
import type { Once } from '../../once/once';
import { onceForEach } from '../../once/onceForEach';
import { toItems, type WriteOperation } from '../../operation/operation';
import type { WriteCall } from '../../operation/itemCall';
import { readNumbers } from '../../../shared/faxes/ownNumbers';

const itemIdField = field('string', 'Item ID', 'itemId', {
	required: true,
	placeholder: 'e.g. {{ $json.itemId }}',
	hint: 'The itemId of an offer that Shop: Search Numbers puts out',
	description: 'ID of the number offer, from "Search Numbers"',
});

const NO_MONEY =
	'Compare the price of the number with the balance ("Get Balance"), and add to it in Fax.Plus where it does not suffice.';

/** The offer of each item is bought once, also by an execution that n8n's Retry repeats. */
const purchaseOf = onceForEach(
	(fields) => fields.id(itemIdField),
	(itemId) => ({ content: itemId, to: itemId }),
);

/** POST /shop/numbers/purchase (docs/contributing/api.md, "Operations") */
export const purchaseNumber: WriteOperation = {
	value: 'purchaseNumber',
	name: 'Purchase Number',
	action: 'Purchase number',
	description: 'Buy a fax number with real money; it cannot be ported out',
	caution:
		'It cannot be undone. Never use it unless a person has explicitly approved this very number and its price.',
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
	output: { number: 'string', itemId: 'string' },
	fields: [
		field(
			'notice',
			'Running this charges your account, the purchase cannot be undone, and the number cannot be ported out to another provider. The node does not run while its setting "Retry On Fail" is on.',
			'purchaseNotice',
		),
		itemIdField,
	],
	async execute(call) {
		const { draft: itemId, once } = await purchaseOf(call);
		const earlier = await once.earlier(call.itemIndex);
		await once.recordStart();
		if (earlier === 'done') return toItems([{ number: await boughtEarlier(call, once), itemId }]);
		if (earlier !== 'nothing')
			throw new EarlierAttemptFault('An earlier attempt of this execution had begun to buy it');
		const request = { method: 'POST', path: '/shop/numbers/purchase', body: { item_id: itemId } } as const;
		const buy = async (): Promise<{ number: string }> => await call.writeForResult(request);
		const purchase = await once.do(call.itemIndex, [], buy, ({ number }) => [number]);
		return toItems([{ ...purchase, itemId }]);
	},
};

/** The number that an earlier attempt bought; null where the list of numbers does not show it or cannot be read. */
async function boughtEarlier(call: WriteCall, once: Once): Promise<string | null> {
	const finding = readNumbers(call, 'self').then(async (own) => {
		const numbers = own.map(({ number }) => number);
		return await once.recordedFor(call.itemIndex, numbers);
	});
	const [bought = null] = await finding.catch(onlyFor(ServiceFault, () => []));
	return bought;
}
