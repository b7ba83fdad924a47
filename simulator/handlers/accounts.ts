import { invalidUserId } from '../apiError';
import type { Handler } from '../handler';
import { ok } from '../handler';
import { accountRecord } from '../members';
import { targetUser } from '../security';
import { accountOf } from '../state';

export const listMembers: Handler = ({ state, caller, settings }) => {
	const members = [...state.users.values()].filter(
		({ accountId, isAdmin }) => accountId === caller.account.id && (settings.listsAdministrators || !isAdmin),
	);
	return ok({ members: members.map((member) => accountRecord(state, member)) });
};

export const getUserPlan: Handler = ({ state, caller, params }) => {
	const user = targetUser(state, caller, params['user_id'] ?? '');
	return ok({
		plan_type: accountOf(state, user.id).planType,
		is_admin: user.isAdmin,
		is_owner: user.isOwner,
	});
};

export const updateMember: Handler = ({ state, caller, params, body }) => {
	const member = state.users.get(params['member_user_id'] ?? '');
	if (!member || member.accountId !== caller.account.id || !caller.user.isAdmin) throw invalidUserId();
	const { role, quota } = body as { role?: string; quota?: number };
	if (role !== undefined) member.role = role;
	if (quota !== undefined) member.quota = quota;
	return ok({});
};
