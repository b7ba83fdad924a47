import { badRequest, forbidden, missing } from '../apiError';
import type { Call, Handler } from '../handler';
import { done, ok } from '../handler';
import { targetUser } from '../security';
import type { OwnNumber, User } from '../state';
import { numbersOf } from '../state';

export const listNumbers: Handler = (call) => ok({ numbers: numbersOf(call.caller.account, userOf(call)) });

export const getNumber: Handler = (call) => ok(numberOf(call, userOf(call)));

/** The path names the owner of the number, the body the member who gets it. */
export const assignNumber: Handler = (call) => {
	const { state, caller, settings, body } = call;
	const found = numberOf(call, userOf(call));
	const member = state.users.get((body as { assigned_to: string }).assigned_to);
	if (member?.accountId !== caller.account.id) throw missing(settings.missingStatus);
	const others = settings.assigningAdds ? found.assigned_to : [];
	found.assigned_to = [...new Set([...others, member.id])];
	return done(settings);
};

/** The path names the member who loses the number, which stays with the account. */
export const revokeNumber: Handler = (call) => {
	const { caller, params, settings } = call;
	const isOwn = ['self', caller.user.id].includes(params['user_id'] ?? '');
	if (!isOwn && !caller.user.isAdmin) throw forbidden('Only administrators may do this');
	const member = userOf(call);
	if (member.isAdmin) throw badRequest('A number cannot be revoked from the administrator');
	const found = numberOf(call, member);
	found.assigned_to = found.assigned_to.filter((id) => id !== member.id);
	return done(settings);
};

function userOf({ state, caller, params }: Call): User {
	return targetUser(state, caller, params['user_id'] ?? '');
}

/** The number that the path names, if the user may see it. */
function numberOf({ caller, params, settings }: Call, user: User): OwnNumber {
	const found = numbersOf(caller.account, user).find(({ number }) => number === params['number']);
	if (!found) throw missing(settings.missingStatus);
	return found;
}
