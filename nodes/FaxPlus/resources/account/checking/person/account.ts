import { recordAt } from '../../../../../shared/http/answers';
import { get as getAccount } from '../../get';
import { getPlan } from '../../getPlan';
import { wordOf } from '../anonymous';
import { plainly, type Subject } from '../finding';

const PLANS = ['free', 'basic', 'premium', 'business', 'enterprise'];
const STATUSES = ['active', 'unverified_phone', 'suspended', 'disabled', 'inactive', 'waiting_for_signup'];

export interface Plan {
	plan_type?: unknown;
	is_admin?: unknown;
	is_owner?: unknown;
}

export interface AccountRecord {
	uid?: unknown;
	status?: unknown;
	account_type?: unknown;
}

export const PLAN_PATH = '/accounts/self/plan';
export const ACCOUNT_PATH = '/accounts/self';

export const plan: Subject = {
	check: 'Plan',
	guidance: getPlan,
	async look({ service }) {
		const { plan_type: type } = await recordAt<Plan>(service, PLAN_PATH);
		const isEnterprise = type === 'enterprise';
		const words = `The plan is ${wordOf(type, PLANS)}.`;
		const whatToDo = isEnterprise
			? ''
			: 'Fax.Plus describes its API for Enterprise plans. If calls are refused with 403, ask Fax.Plus what the plan includes.';
		return plainly(isEnterprise ? true : null, words, whatToDo);
	},
};

export const administrator: Subject = {
	check: 'Administrator',
	guidance: getPlan,
	async look({ service, resources }) {
		const { is_admin: isAdmin } = await recordAt<Plan>(service, PLAN_PATH);
		if (isAdmin === true) return plainly(true, 'The user is an administrator.', '');
		const reserved = resources.flatMap(({ name, operations }) =>
			operations
				.filter(({ adminOnly }) => adminOnly === true)
				.map((operation) => `${name}: ${operation.name}`),
		);
		const whatToDo = `For these use the credential of an administrator: ${reserved.join('; ')}.`;
		return plainly(isAdmin === false ? true : null, 'The user is not told to be an administrator.', whatToDo);
	},
};

export const status: Subject = {
	check: 'Account',
	guidance: getAccount,
	async look({ service }) {
		const { status: word } = await recordAt<AccountRecord>(service, ACCOUNT_PATH);
		const isActive = word === 'active';
		const whatToDo = isActive ? '' : 'Look at the account in Fax.Plus, or ask Fax.Plus about it.';
		return plainly(isActive, `The account is ${wordOf(word, STATUSES).replaceAll('_', ' ')}.`, whatToDo);
	},
};
