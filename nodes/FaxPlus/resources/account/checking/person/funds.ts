import { recordAt } from '../../../../../shared/http/answers';
import { labelTextOf } from '../../../../../shared/values/text';
import { get as getAiCredit } from '../../../aiCredit/get';
import { getBalance } from '../../../shop/getBalance';
import type { Subject } from '../finding';

export const credits: Subject = {
	check: 'AI credits',
	guidance: getAiCredit,
	async look({ service }) {
		const record = await recordAt<{ credits_remaining?: unknown; reload_at?: unknown }>(
			service,
			'/accounts/self/ai/credits',
		);
		const { credits_remaining: left, reload_at: reload } = record;
		const when = labelTextOf(reload);
		return {
			ok: left === 0 ? false : true,
			finding: `${labelTextOf(left) || 'It is not told how many'} are left${when === '' ? '' : `; reloaded at ${when}`}.`,
			whatToDo: left === 0 ? 'Fax AI reads no other fax until the credits are reloaded.' : '',
			shared: left === 0 ? 'None are left.' : 'Some are left.',
		};
	},
};

export const balance: Subject = {
	check: 'Balance',
	guidance: getBalance,
	async look({ service }) {
		const { amount, currency } = await recordAt<{ amount?: unknown; currency?: unknown }>(
			service,
			'/shop/balance',
		);
		return {
			ok: true,
			finding: `The balance is ${labelTextOf(amount)} ${labelTextOf(currency)}.`,
			whatToDo: amount === 0 ? 'It pays for numbers, and for faxes beyond the plan.' : '',
			shared: amount === 0 ? 'The balance is nought.' : 'The balance is told.',
		};
	},
};
