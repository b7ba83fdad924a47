import { ownerOf, type State, type User } from './state';

/** The API record of a user (docs/contributing/api.md, "Members"). */
export function accountRecord(state: State, user: User): object {
	return {
		uid: user.id,
		email: user.email,
		account_type: user.isAdmin ? 'corporate_admin' : 'corporate_member',
		status: user.status,
		creation_date: user.creationDate,
		name: user.name,
		lastname: user.lastname,
		phone: '+15550190000',
		member_of: user.isOwner ? [] : [ownerOf(state, user.accountId)],
		account_data: {
			company_name: user.accountId,
			role: user.role,
			default_file_type: 'pdf',
			save_history: true,
		},
		settings: {
			caller_id_name: `${user.name} ${user.lastname}`.trim(),
			send_fax: { should_enhance: true, retry: { count: 2, delay: 0 } },
		},
	};
}
