import { badRequest, forbidden, missing } from '../apiError';
import { done, ok, type Call } from '../handler';
import { numbersOf, type OwnNumber } from '../state';
import { USER, get, operation, put, remove } from '../openapi/sketch';
import * as record from '../openapi/records';
import { listOf, nothing, object, success, text } from '../openapi/schema';

const OWN_NUMBER = `${USER}/numbers/{number}` as const;

export const listNumbers = operation(
	get(`${USER}/numbers`, success(object({ numbers: listOf(record.ownNumber) })), { scopes: ['numbers'] }),
	({ account, user }) => ok({ numbers: numbersOf(account, user) }),
);

export const getNumber = operation(
	get(OWN_NUMBER, success(record.ownNumber), { scopes: ['numbers'] }),
	(call) => ok(numberOf(call)),
);

/** The path contains the owner of the number, and the body contains the member who gets it. */
export const assignNumber = operation(
	put(OWN_NUMBER, nothing, { scopes: ['numbers'], body: object({ assigned_to: text }), admin: true }),
	(call) => {
		const { state, account, settings, body } = call;
		const found = numberOf(call);
		const member = state.users.get((body as { assigned_to: string }).assigned_to);
		if (member?.accountId !== account.id) throw missing(call);
		const others = settings.assigningAdds ? found.assigned_to : [];
		found.assigned_to = [...new Set([...others, member.id])];
		return done(settings);
	},
);

/** The path contains the member who loses the number. The account keeps the number. */
export const revokeNumber = operation(remove(OWN_NUMBER, nothing, { scopes: ['numbers'] }), (call) => {
	const { caller, params, settings } = call;
	const isOwn = ['self', caller.user.id].includes(params.user_id);
	if (!isOwn && !caller.user.isAdmin) throw forbidden('Only administrators may do this');
	const member = call.user;
	if (member.isAdmin) throw badRequest('A number cannot be revoked from the administrator');
	const found = numberOf(call);
	found.assigned_to = found.assigned_to.filter((id) => id !== member.id);
	return done(settings);
});

/** The number in the path, if the user may see it. */
function numberOf(call: Call): OwnNumber {
	const found = numbersOf(call.account, call.user).find(({ number }) => number === call.params.number);
	if (!found) throw missing(call);
	return found;
}
