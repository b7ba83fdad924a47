import { ApiError, invalidUserId } from '../apiError';
import { done, ok, type Call } from '../handler';
import { user as newUser } from '../makers';
import { accountRecord } from '../members';
import { newId, type User } from '../state';
import { USER, get, operation, post, put, some } from '../openapi/sketch';
import * as record from '../openapi/records';
import {
	each,
	empty,
	flag,
	listOf,
	matching,
	number,
	object,
	oneOf,
	success,
	text,
	whole,
} from '../openapi/schema';

const MEMBER = '/accounts/self/member-details/{member_user_id}';
const plan = object({
	plan_type: oneOf('free', 'basic', 'premium', 'business', 'enterprise', 'unknown'),
	...each('is_admin is_owner', flag),
});

export const listMembers = operation(
	get('/accounts', success(object({ members: listOf(record.account) })), { scopes: ['member'], admin: true }),
	({ state, account, settings }) => {
		const members = [...state.users.values()].filter(
			({ accountId, isAdmin }) => accountId === account.id && (settings.listsAdministrators || !isAdmin),
		);
		return ok({ members: members.map((member) => accountRecord(state, member)) });
	},
);

export const getAccount = operation(
	get(USER, success(record.account), { scopes: ['member', 'user'] }),
	({ state, user }) => ok(accountRecord(state, user)),
);

export const getUserPlan = operation(
	get(`${USER}/plan`, success(plan), { scopes: ['member', 'user'] }),
	({ account, user }) => ok({ plan_type: account.planType, is_admin: user.isAdmin, is_owner: user.isOwner }),
);

export const getMember = operation(
	get(MEMBER, success(object({ role: text, quota: whole })), { scopes: ['member'] }),
	(call) => {
		const { role, quota } = memberOf(call);
		return ok({ role, quota });
	},
);

export const updateMember = operation(
	put(MEMBER, success(object({})), { scopes: ['member'], body: some({ quota: number, role: text }) }),
	(call) => {
		const member = memberOf(call);
		const { role, quota } = call.body as { role?: string; quota?: number };
		if (role !== undefined) member.role = role;
		if (quota !== undefined) member.quota = quota;
		return ok({});
	},
);

/** Invites all members or, if there's a conflict, none of them. */
export const inviteMembers = operation(
	post(
		'/accounts/self/member-invitations',
		{ '204': empty, ...success(object({ message: text }, [])) },
		{
			scopes: ['member'],
			body: { ...listOf(matching('^\\S+@\\S+$')), minItems: 1, maxItems: 10 },
			admin: true,
		},
	),
	({ state, account, body, settings }) => {
		const emails = body as string[];
		const taken = new Set([...state.users.values()].map(({ email }) => email));
		if (emails.some((email) => taken.has(email))) {
			throw new ApiError(409, 'conflict', 'A user with this email exists already');
		}
		for (const email of emails) {
			const invited = newUser(newId('u_'), account.id, { email, status: 'waiting_for_signup' });
			state.users.set(invited.id, invited);
		}
		return settings.answersInvitations ? ok({ message: 'Invitations were sent' }) : done(settings);
	},
);

export const getToken = operation(get('/auth/token', success(record.token)), ({ caller: { token } }) => {
	if (token.type === 'oauth') return ok({ token_type: 'oauth', scopes: token.scopes });
	return ok({
		token_type: 'pat',
		scopes: token.scopes,
		id: `tok_${token.name}`,
		name: token.name,
		preview: `${token.value.slice(0, 12)}…`,
		created_date: token.createdAt,
		expiration_date: token.expiresAt,
		last_used: token.lastUsedAt,
	});
});

/** The member in the path. Only administrators can access it. */
function memberOf({ state, account, caller, params }: Call): User {
	const member = state.users.get(params.member_user_id);
	if (!member || member.accountId !== account.id || !caller.user.isAdmin) throw invalidUserId();
	return member;
}
