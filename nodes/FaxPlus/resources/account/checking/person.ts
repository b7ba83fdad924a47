import type { IDataObject } from 'n8n-workflow';

import { tokenGuidance, tokenIn } from '../../../../shared/editor/accessTokenCheck';
import { endpointRead } from '../../../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../../../shared/endpoints/webhookEndpoints';
import { recordAt } from '../../../../shared/http/answers';
import type { Reader } from '../../../../shared/http/requests';
import type { TokenInformation } from '../../../../shared/records';
import { labelTextOf } from '../../../../shared/values/text';
import type { Operation, Resource } from '../../../operation';
import { get as getAiCredit } from '../../aiCredit/get';
import { getAll as getNumbers } from '../../number/getAll';
import { getBalance } from '../../shop/getBalance';
import { checkEndpoints } from '../../webhookEndpoint/check';
import { FINDINGS } from '../../webhookEndpoint/findings';
import { get as getAccount } from '../get';
import { getPlan } from '../getPlan';
import { found, subject, unlessRefused } from './finding';
import { entriesOf, type Entries } from './lists';

const PLANS = ['free', 'basic', 'premium', 'business', 'enterprise'];
const STATUSES = ['active', 'unverified_phone', 'suspended', 'disabled', 'inactive', 'waiting_for_signup'];

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** Days before its end from which on a token is worth a warning. */
const WARNING = 14;

/** Seconds between two clocks: more than that may be the way of a request; beyond the second, triggers refuse deliveries. */
const NOTICEABLE = 60;
const REFUSED = 300;

const NEW_TOKEN =
	'In Fax.Plus, under Profile > Integrations > Personal Access Tokens, create a token with the scopes that you need (fax:all:read and fax:all:edit cover all), and enter it in the credential.';
const NO_NUMBER =
	'Ask an administrator to assign a number to you (Number: Assign), or buy one in Fax.Plus: Send needs a number to send from.';

/** The first request: without a good answer to it nothing else can be found out. */
export const accessToken = subject(
	'Access token',
	{ ...tokenGuidance, hasTimeout: true },
	async ({ service }) => {
		const { token_type: type, scopes: held } = await readToken(service);
		if (type === 'oauth') return found(true, 'OAuth2: the service knows the token.');
		if (held.length > 0) return found(true, 'The service knows the personal access token.');
		return found(false, 'The service knows the token, but it has no scopes: it permits nothing.', NEW_TOKEN);
	},
);

export const scopes = subject('Scopes', tokenGuidance, async ({ service, resources }) => {
	const { token_type: type, scopes: held } = await readToken(service);
	if (type === 'oauth') return found(true, 'OAuth2 permits all that the user may do.');
	const missing = namesOf(resources, (operation) => !isPermitted(operation, held));
	if (missing === '') return found(true, 'The token permits all operations.');
	const whatToDo = `If you need one of these, a token with more scopes is needed. ${NEW_TOKEN}`;
	return found(null, `The token does not permit: ${missing}.`, whatToDo);
});

export const expiry = subject('Expiry', tokenGuidance, async ({ service }) => {
	const { token_type: type, expiration_date: end } = await readToken(service);
	if (type === 'oauth') return found(true, 'n8n renews the token by itself.');
	if (typeof end !== 'number') return found(null, 'The service does not tell when the token expires.');
	const days = Math.floor((end - Date.now()) / DAY);
	if (days >= WARNING) return found(true, 'The token is valid for more than two weeks.');
	const when = days < 0 ? 'has expired' : `expires ${days === 0 ? 'within a day' : daysAhead(days)}`;
	return found(false, `The token ${when}.`, `All workflows with it fail then. ${NEW_TOKEN}`);
});

function daysAhead(days: number): string {
	return `in ${days} ${days === 1 ? 'day' : 'days'}`;
}

async function readToken(reader: Reader): Promise<TokenInformation & { expiration_date?: unknown }> {
	return tokenIn(await reader.read({ path: '/auth/token' }));
}

/** The operations of which something is so, by resource. */
function namesOf(resources: readonly Resource[], isSo: (operation: Operation) => boolean): string {
	const parts = resources.map(({ name, operations }) => {
		const names = operations.filter(isSo).map((operation) => operation.name);
		return names.length > 0 ? [`${name}: ${names.join(', ')}`] : [];
	});
	return parts.flat().join('; ');
}

/** Each text is a scope, several that are needed together, or a sentence that begins with "and" on what else may be needed. */
function isPermitted({ scopes: texts }: Operation, held: readonly string[]): boolean {
	const ways = texts.filter((text) => !text.startsWith('and '));
	return (
		ways.length === 0 ||
		ways.some((way) => (way.match(/fax:\w+:\w+/g) ?? []).every((scope) => held.includes(scope)))
	);
}

export async function readPlan(reader: Reader): Promise<IDataObject> {
	return await recordAt(reader, '/accounts/self/plan');
}

export async function readAccount(reader: Reader): Promise<IDataObject> {
	return await recordAt(reader, '/accounts/self');
}

/** A word of the service's own if it is one of those that are known; else it may be anything. */
function wordOf(value: unknown, known: readonly string[]): string {
	return known.find((word) => word === value) ?? 'a word that is not known';
}

export const plan = subject('Plan', getPlan, async ({ service }) => {
	const { plan_type: type } = await readPlan(service);
	const words = `The plan is ${wordOf(type, PLANS)}.`;
	if (type === 'enterprise') return found(true, words);
	return found(
		null,
		words,
		'Fax.Plus describes its API for Enterprise plans. If calls are refused with 403, ask Fax.Plus what the plan includes.',
	);
});

export const administrator = subject('Administrator', getPlan, async ({ service, resources }) => {
	const { is_admin: isAdmin } = await readPlan(service);
	if (isAdmin === true) return found(true, 'The user is an administrator.');
	const reserved = namesOf(resources, ({ adminOnly }) => adminOnly === true);
	const whatToDo = `For these use the credential of an administrator: ${reserved}.`;
	return found(isAdmin === false ? true : null, 'The user is not told to be an administrator.', whatToDo);
});

export const status = subject('Account', getAccount, async ({ service }) => {
	const { status: word } = await readAccount(service);
	const finding = `The account is ${wordOf(word, STATUSES).replaceAll('_', ' ')}.`;
	if (word === 'active') return found(true, finding);
	return found(false, finding, 'Look at the account in Fax.Plus, or ask Fax.Plus about it.');
});

/** One finding for each number of the account, or that there is none. */
export const numbers = subject('Number', getNumbers, async ({ service }) => {
	const own = await entriesOf(service, 'numbers');
	const { uid } = (await unlessRefused(readAccount(service))) ?? {};
	if (own.length === 0) return found(false, 'The account has no number that the user may use.', NO_NUMBER);
	return own.map((record) => {
		const [ok, state, whatToDo] = stateOf(record, uid);
		const shared = `${shapeOfNumber(record.number)} ${state}.`;
		const number = labelTextOf(record.number) || 'A number that the service does not name';
		return found(ok, `${number} ${state}.`, whatToDo, shared);
	});
});

function stateOf(
	{ status: word, is_canceled: isCanceled, assigned_to: users }: Entries['numbers'],
	uid: unknown,
): [ok: Parameters<typeof found>[0], state: string, whatToDo?: string] {
	if (isCanceled === true) return [false, 'is cancelled', 'Send from another number.'];
	if (word !== undefined && word !== 'active')
		return [false, 'is not active yet, so it cannot send', 'Finish its verification in Fax.Plus.'];
	if (Array.isArray(users) && uid !== undefined && !users.includes(uid))
		return [null, 'belongs to other members', 'To send from it, assign it to the user with Number: Assign.'];
	return [true, 'can send'];
}

/** A number as `+1… (11 digits)`. */
function shapeOfNumber(number: unknown): string {
	const text = typeof number === 'string' ? number : '';
	const digits = text.replace(/\D/g, '').length;
	return `${/^\+\d/.test(text) ? text.slice(0, 2) : 'without +'}… (${digits} digits)`;
}

export const webhooks = subject('Webhooks', endpointRead, async ({ service }) => {
	const { length } = await listEndpoints(service);
	const none = ' There is no endpoint: a Fax.Plus Trigger makes one when its workflow is published.';
	return found(true, `Webhooks are enabled.${length > 0 ? '' : none}`);
});

const TAKEN_BY = {
	trigger: 'A trigger takes deliveries at',
	otherTrigger: 'A trigger that has another endpoint takes deliveries at',
	nobody: 'Nobody takes deliveries at',
	unknown: 'Nobody knows who takes deliveries at',
};

/** One finding for each endpoint, as Webhook Endpoint: Check has it; where all is well, without its hints. */
export const endpoints = subject('Webhook endpoint', endpointRead, async ({ service, context }) => {
	const checked = await checkEndpoints(await listEndpoints(service), [], context);
	return checked.map(({ url, takenBy, status: answer, finding }) => {
		const isWell = takenBy === 'trigger' && [FINDINGS.own, FINDINGS.listening].includes(finding);
		return found(
			isWell ? true : takenBy === 'nobody' ? false : null,
			`${TAKEN_BY[takenBy]} ${labelTextOf(url) || 'an address that the service does not name'}`,
			isWell ? '' : finding,
			`Taken by: ${takenBy}${answer === null ? ', no answer' : `, HTTP ${answer}`}.`,
		);
	});
});

export const credits = subject('AI credits', getAiCredit, async ({ service }) => {
	const record = await recordAt<IDataObject>(service, '/accounts/self/ai/credits');
	const { credits_remaining: left, reload_at: reload } = record;
	const when = labelTextOf(reload) && `; reloaded at ${labelTextOf(reload)}`;
	const finding = `${labelTextOf(left) || 'It is not told how many'} are left${when}.`;
	return left === 0
		? found(false, finding, 'Fax AI reads no other fax until the credits are reloaded.', 'None are left.')
		: found(true, finding, '', 'Some are left.');
});

export const balance = subject('Balance', getBalance, async ({ service }) => {
	const { amount, currency } = await recordAt<IDataObject>(service, '/shop/balance');
	const finding = `The balance is ${labelTextOf(amount)} ${labelTextOf(currency)}.`;
	return amount === 0
		? found(true, finding, 'It pays for numbers, and for faxes beyond the plan.', 'The balance is nought.')
		: found(true, finding, '', 'The balance is told.');
});

/** n8n's clock, by which signatures of deliveries are judged, against the service's. */
export const clock = subject('Clock of n8n', { scopes: [] }, ({ service: { clockAhead } }) => {
	if (clockAhead === undefined) return found(null, 'The service does not tell its time.');
	const seconds = Math.round(Math.abs(clockAhead) / 1000);
	if (seconds < NOTICEABLE) return found(true, 'It agrees with that of the service.');
	const consequence = seconds > REFUSED ? 'Triggers with a signing secret refuse all deliveries: set' : 'Set';
	return found(
		false,
		`It is ${seconds} seconds ${clockAhead > 0 ? 'behind' : 'ahead of'} that of the service.`,
		`${consequence} the clock of the machine that n8n runs on.`,
	);
});
