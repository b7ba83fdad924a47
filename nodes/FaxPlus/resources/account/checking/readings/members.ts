import { recordAt } from '../../../../../shared/http/answers';
import { getAll as getMembers } from '../../../member/getAll';
import { told, untold, type Subject } from '../finding';
import { entriesOf } from '../lists';
import { ACCOUNT_PATH, PLAN_PATH, type AccountRecord, type Plan } from '../person/account';

const ADMINISTRATOR = 'corporate_admin';

/** docs/api.md, "Members" */
export const administrators: Subject = {
	check: 'Service: administrators among the members',
	guidance: getMembers,
	async look({ service }) {
		const members = await entriesOf(service, 'members');
		const { uid, account_type: type } = await recordAt<AccountRecord>(service, ACCOUNT_PATH);
		const { is_admin: isAdmin } = await recordAt<Plan>(service, PLAN_PATH);
		if (members.some((member) => typeof member.uid !== 'string'))
			return untold('The members have no uid.', 'Tell the authors that it is so.');
		if (isAdmin !== true || type !== ADMINISTRATOR || uid === undefined)
			return untold(
				'The user is not the administrator of a corporate account.',
				'Run this with the credential of an administrator.',
			);
		if (members.some((member) => member.uid === uid))
			return told('They are listed.', { listsAdministrators: true });
		if (members.some((member) => member.account_type === ADMINISTRATOR))
			return told('Others are listed, the user is not.');
		return untold(
			'The user is not listed, and no other administrator.',
			'If the account has another administrator, tell the authors: the list has none then.',
		);
	},
};
