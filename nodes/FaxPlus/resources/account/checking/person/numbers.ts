import { getAll as getNumbers } from '../../../number/getAll';
import { labelTextOf } from '../../../../../shared/values/text';
import { shapeOfNumber } from '../anonymous';
import { plainly, unlessRefused, type Subject } from '../finding';
import { entriesOf, type ListedNumber } from '../lists';
import { ACCOUNT_PATH, type AccountRecord } from './account';

const NONE =
	'Ask an administrator to assign a number to you (Number: Assign), or buy one in Fax.Plus: Send needs a number to send from.';

/** One finding for each number of the account, or that there is none. */
export const numbers: Subject = {
	check: 'Number',
	guidance: getNumbers,
	async look({ service }) {
		const own = await entriesOf(service, 'numbers');
		const { uid } = (await unlessRefused(service.read<AccountRecord>({ path: ACCOUNT_PATH }))) ?? {};
		if (own.length === 0) return plainly(false, 'The account has no number that the user may use.', NONE);
		return own.map((record) => {
			const { ok, state, whatToDo } = stateOf(record, uid);
			return {
				ok,
				finding: `${labelTextOf(record.number)} ${state}.`,
				whatToDo,
				shared: `${shapeOfNumber(record.number)} ${state}.`,
			};
		});
	},
};

function stateOf(
	{ status, is_canceled: isCanceled, assigned_to: users }: ListedNumber,
	uid: unknown,
): { ok: boolean | null; state: string; whatToDo: string } {
	if (isCanceled === true) return { ok: false, state: 'is cancelled', whatToDo: 'Send from another number.' };
	if (status !== undefined && status !== 'active')
		return {
			ok: false,
			state: 'is not active yet, so it cannot send',
			whatToDo: 'Finish its verification in Fax.Plus.',
		};
	if (Array.isArray(users) && uid !== undefined && !users.includes(uid))
		return {
			ok: null,
			state: 'belongs to other members',
			whatToDo: 'To send from it, assign it to the user with Number: Assign.',
		};
	return { ok: true, state: 'can send', whatToDo: '' };
}
