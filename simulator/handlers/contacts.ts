import { invalidUserId, notFound } from '../apiError';
import type { Handler } from '../handler';
import { ok } from '../handler';

export const shareContactGroups: Handler = ({ state, caller, body }) => {
	const { group_ids, member_ids } = body as { group_ids: string[]; member_ids: string[] };
	const { groups, id } = caller.account;
	if (member_ids.some((memberId) => state.users.get(memberId)?.accountId !== id)) throw invalidUserId();
	const shared = group_ids.map((groupId) => {
		const group = groups.get(groupId);
		if (!group) throw notFound();
		return group;
	});
	for (const group of shared) for (const memberId of member_ids) group.sharedWith.add(memberId);
	return ok({});
};

export const deleteContactGroup: Handler = ({ caller, params }) => {
	if (!caller.account.groups.delete(params['group_id'] ?? '')) throw notFound();
	return ok({});
};
