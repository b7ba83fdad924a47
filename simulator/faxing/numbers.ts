import type { Account, User } from '../state';
import { newId } from '../state';
import { serviceTime } from './times';
import type { OwnNumber } from './types';

/** The record of a number that an account has just got. */
export function ownNumber(number: string, ownerId: string, assignedTo: string[] = [ownerId]): OwnNumber {
	return {
		id: newId(),
		number,
		owner_id: ownerId,
		status: 'active',
		assigned_to: assignedTo,
		acquired_date: serviceTime(),
		expiration_date: null,
		is_canceled: false,
		notifications: [{ type: 'receive_fax', email: true, push_notification: true }],
	};
}

/** The numbers that a user may see and send from: all for administrators, else those assigned to the user. */
export function numbersOf(account: Account, { id, isAdmin }: User): OwnNumber[] {
	return [...account.numbers.values()].filter(({ assigned_to }) => isAdmin || assigned_to.includes(id));
}
