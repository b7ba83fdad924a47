import { endpointRead } from '../../../../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../../../../shared/endpoints/webhookEndpoints';
import { recordAt } from '../../../../../shared/http/answers';
import type { Reader } from '../../../../../shared/http/requests';
import { labelTextOf } from '../../../../../shared/values/text';
import { get as getAiCredit } from '../../../aiCredit/get';
import { getAll as getNumbers } from '../../../number/getAll';
import { getBalance } from '../../../shop/getBalance';
import { checkEndpoints } from '../../../webhookEndpoint/check';
import { get as getAccount } from '../../get';
import { getPlan } from '../../getPlan';
import { shapeOfNumber, wordOf } from '../anonymous';
import { plainly, unlessRefused, subject } from '../finding';
import { entriesOf, type ListedNumber } from '../lists';

const PLANS = ['free', 'basic', 'premium', 'business', 'enterprise'];
const STATUSES = ['active', 'unverified_phone', 'suspended', 'disabled', 'inactive', 'waiting_for_signup'];

/** Seconds between two clocks: more than that may be the way of a request; beyond the second, triggers refuse deliveries. */
const NOTICEABLE = 60;
const REFUSED = 300;

const NO_NUMBER =
	'Ask an administrator to assign a number to you (Number: Assign), or buy one in Fax.Plus: Send needs a number to send from.';

/** A record of which nothing is certain to be there. */
type Told<K extends string> = Partial<Record<K, unknown>>;

export async function readPlan(reader: Reader): Promise<Told<'plan_type' | 'is_admin'>> {
	return await recordAt(reader, '/accounts/self/plan');
}

export async function readAccount(reader: Reader): Promise<Told<'uid' | 'status' | 'account_type'>> {
	return await recordAt(reader, '/accounts/self');
}

export const plan = subject('Plan', getPlan, async ({ service }) => {
	const { plan_type: type } = await readPlan(service);
	const words = `The plan is ${wordOf(type, PLANS)}.`;
	if (type === 'enterprise') return plainly(true, words);
	return plainly(
		null,
		words,
		'Fax.Plus describes its API for Enterprise plans. If calls are refused with 403, ask Fax.Plus what the plan includes.',
	);
});

export const administrator = subject('Administrator', getPlan, async ({ service, resources }) => {
	const { is_admin: isAdmin } = await readPlan(service);
	if (isAdmin === true) return plainly(true, 'The user is an administrator.');
	const reserved = resources.flatMap(({ name, operations }) =>
		operations.filter(({ adminOnly }) => adminOnly === true).map((operation) => `${name}: ${operation.name}`),
	);
	const whatToDo = `For these use the credential of an administrator: ${reserved.join('; ')}.`;
	return plainly(isAdmin === false ? true : null, 'The user is not told to be an administrator.', whatToDo);
});

export const status = subject('Account', getAccount, async ({ service }) => {
	const { status: word } = await readAccount(service);
	const isActive = word === 'active';
	const whatToDo = isActive ? '' : 'Look at the account in Fax.Plus, or ask Fax.Plus about it.';
	return plainly(isActive, `The account is ${wordOf(word, STATUSES).replaceAll('_', ' ')}.`, whatToDo);
});

/** One finding for each number of the account, or that there is none. */
export const numbers = subject('Number', getNumbers, async ({ service }) => {
	const own = await entriesOf(service, 'numbers');
	const { uid } = (await unlessRefused(readAccount(service))) ?? {};
	if (own.length === 0) return plainly(false, 'The account has no number that the user may use.', NO_NUMBER);
	return own.map((record) => {
		const [ok, state, whatToDo] = stateOf(record, uid);
		return {
			ok,
			finding: `${labelTextOf(record.number)} ${state}.`,
			whatToDo,
			shared: `${shapeOfNumber(record.number)} ${state}.`,
		};
	});
});

function stateOf(
	{ status: word, is_canceled: isCanceled, assigned_to: users }: ListedNumber,
	uid: unknown,
): [ok: boolean | null, state: string, whatToDo: string] {
	if (isCanceled === true) return [false, 'is cancelled', 'Send from another number.'];
	if (word !== undefined && word !== 'active')
		return [false, 'is not active yet, so it cannot send', 'Finish its verification in Fax.Plus.'];
	if (Array.isArray(users) && uid !== undefined && !users.includes(uid))
		return [null, 'belongs to other members', 'To send from it, assign it to the user with Number: Assign.'];
	return [true, 'can send', ''];
}

export const webhooks = subject('Webhooks', endpointRead, async ({ service }) => {
	const { length } = await listEndpoints(service);
	const none = ' There is no endpoint: a Fax.Plus Trigger makes one when its workflow is published.';
	return plainly(true, `Webhooks are enabled.${length > 0 ? '' : none}`);
});

const TAKEN_BY = {
	trigger: 'A trigger takes deliveries at',
	otherTrigger: 'A trigger that has another endpoint takes deliveries at',
	nobody: 'Nobody takes deliveries at',
	unknown: 'Nobody knows who takes deliveries at',
};

/** One finding for each endpoint, as Webhook Endpoint: Check has it. */
export const endpoints = subject('Webhook endpoint', endpointRead, async ({ service, context }) => {
	const checked = await checkEndpoints(await listEndpoints(service), [], context);
	return checked.map(({ url, takenBy, status: answer, finding }) => ({
		ok: takenBy === 'trigger' ? true : takenBy === 'nobody' ? false : null,
		finding: `${TAKEN_BY[takenBy]} ${url}`,
		whatToDo: finding,
		shared: `Taken by: ${takenBy}${answer === null ? ', no answer' : `, HTTP ${answer}`}.`,
	}));
});

export const credits = subject('AI credits', getAiCredit, async ({ service }) => {
	const path = '/accounts/self/ai/credits';
	const record = await recordAt<Told<'credits_remaining' | 'reload_at'>>(service, path);
	const { credits_remaining: left, reload_at: reload } = record;
	const when = labelTextOf(reload);
	return {
		ok: left !== 0,
		finding: `${labelTextOf(left) || 'It is not told how many'} are left${when === '' ? '' : `; reloaded at ${when}`}.`,
		whatToDo: left === 0 ? 'Fax AI reads no other fax until the credits are reloaded.' : '',
		shared: left === 0 ? 'None are left.' : 'Some are left.',
	};
});

export const balance = subject('Balance', getBalance, async ({ service }) => {
	const record = await recordAt<Told<'amount' | 'currency'>>(service, '/shop/balance');
	const { amount, currency } = record;
	return {
		ok: true,
		finding: `The balance is ${labelTextOf(amount)} ${labelTextOf(currency)}.`,
		whatToDo: amount === 0 ? 'It pays for numbers, and for faxes beyond the plan.' : '',
		shared: amount === 0 ? 'The balance is nought.' : 'The balance is told.',
	};
});

/** n8n's clock, by which signatures of deliveries are judged, against the service's. */
export const clock = subject('Clock of n8n', { scopes: [] }, async ({ service: { clockAhead } }) => {
	if (clockAhead === undefined)
		return await Promise.resolve(plainly(null, 'The service does not tell its time.'));
	const seconds = Math.round(Math.abs(clockAhead) / 1000);
	if (seconds < NOTICEABLE) return plainly(true, 'It agrees with that of the service.');
	const consequence = seconds > REFUSED ? 'Triggers with a signing secret refuse all deliveries: set' : 'Set';
	return plainly(
		false,
		`It is ${seconds} seconds ${clockAhead > 0 ? 'behind' : 'ahead of'} that of the service.`,
		`${consequence} the clock of the machine that n8n runs on.`,
	);
});
