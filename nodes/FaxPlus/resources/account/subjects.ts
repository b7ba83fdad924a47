import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { tokenGuidance, tokenIn } from '../../../shared/editor/accessTokenCheck';
import type { Guidance } from '../../../shared/editor/advice';
import { endpointRead } from '../../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../../shared/endpoints/webhookEndpoints';
import { readNumbers } from '../../../shared/faxes/ownNumbers';
import { recordAt } from '../../../shared/http/answers';
import type { Api } from '../../../shared/http/api';
import type { OwnNumber, TokenInformation } from '../../../shared/records';
import { labelTextOf } from '../../../shared/values/text';
import type { Operation, Resource } from '../../operation/operation';
import { get as getAiCredit } from '../aiCredit/get';
import { getAll as getNumbers } from '../number/getAll';
import { getBalance } from '../shop/getBalance';
import { checkEndpoints } from '../webhookEndpoint/check';
import { FINDINGS } from '../webhookEndpoint/findings';
import { get as getAccount } from './get';
import { getPlan } from './getPlan';

/** The account of a credential. */
export interface Account {
	api: Api;
	context: IExecuteFunctions;
	resources: readonly Resource[];
	token: ReturnType<typeof readToken>;
}

/** `ok` is false where something has to be put right, and null where it is unknown or for a person to decide. */
export type Conclusion = [ok: boolean | null, finding: string, whatToDo?: string];

/** One subject that Account: Check reports on, such as the plan or the numbers. */
export interface Subject {
	name: string;
	/** The permissions that its requests need, for the advice if they're refused. */
	guidance: Guidance;
	ask(account: Account): Promise<Conclusion | Conclusion[]>;
}

const tokenRead: Guidance = { ...tokenGuidance, hasTimeout: true };

const NEW_TOKEN =
	'In Fax.Plus, under Profile > Integrations > Personal Access Tokens, create a token with the scopes that you need (fax:all:read and fax:all:edit cover all), and enter it in the credential.';

/** Comes first, because nothing can be found out with a token that is void. */
export const accessToken = subject('Access token', tokenRead, async (account) => {
	const { token_type: type, scopes } = await account.token;
	if (type === 'oauth') return [true, 'OAuth2: the service knows the token.'];
	if (scopes.length > 0) return [true, 'The service knows the personal access token.'];
	return [false, 'The service knows the token, but it has no scopes: it permits nothing.', NEW_TOKEN];
});

const tokenScopes = subject('Scopes', tokenRead, async (account) => {
	const { token_type: type, scopes } = await account.token;
	if (type === 'oauth') return [true, 'OAuth2 permits all that the user may do.'];
	const missing = missingWith(scopes, account.resources);
	if (missing === '') return [true, 'The token permits all operations.'];
	const whatToDo = `If you need one of these, a token with more scopes is needed. ${NEW_TOKEN}`;
	return [null, `The token does not permit: ${missing}.`, whatToDo];
});

const expiry = subject('Expiry', tokenRead, async (account) => {
	const { token_type: type, expiration_date: end } = await account.token;
	if (type === 'oauth') return [true, 'n8n renews the token by itself.'];
	if (typeof end !== 'number') return [null, 'The service does not tell when the token expires.'];
	const days = Math.floor((end - Date.now()) / (24 * 60 * 60 * 1000));
	if (days >= 14) return [true, 'The token is valid for more than two weeks.'];
	const when = days === 0 ? 'within a day' : `in ${days} ${days === 1 ? 'day' : 'days'}`;
	const finding = `The token ${days < 0 ? 'has expired' : `expires ${when}`}.`;
	return [false, finding, `All workflows with it fail then. ${NEW_TOKEN}`];
});

const plan = subject('Plan', getPlan, async (account) => {
	const { plan_type: type } = await readAccount(account, '/plan');
	if (type === 'enterprise') return [true, 'The plan is enterprise.'];
	const whatToDo =
		'Fax.Plus describes its API for Enterprise plans: if calls get 403, ask what yours includes.';
	return [null, `The plan is ${labelTextOf(type) || 'not told'}.`, whatToDo];
});

const status = subject('Account', getAccount, async (account) => {
	const { status: word } = await readAccount(account);
	if (word === 'active') return [true, 'The account is active.'];
	const finding = `The account is ${labelTextOf(word) || 'not told to be active'}.`;
	return [false, finding, 'Look at the account in Fax.Plus, or ask Fax.Plus about it.'];
});

/** One conclusion for each number of the account, or that there is none. */
export const numbers = subject('Number', getNumbers, async (account) => {
	const own = await readNumbers(account.api, 'self');
	const whatToDo = 'Send needs one: ask an administrator to assign one to you (Number: Assign), or buy one.';
	if (own.length === 0) return [false, 'The account has no number that the user may use.', whatToDo];
	const { uid } = await readAccount(account).catch((): IDataObject => ({}));
	return own.map((record) => conclusionOnNumber(record, uid));
});

/** One conclusion for each endpoint, as Webhook Endpoint: Check has it, but without its hints where all is well. */
export const endpoints = subject('Webhook endpoint', endpointRead, async (account) => {
	const listed = await listEndpoints(account.api);
	const none = 'Webhooks are enabled. A Fax.Plus Trigger makes an endpoint when its workflow is published.';
	if (listed.length === 0) return [true, none];
	const checked = await checkEndpoints(listed, [], account.context);
	return checked.map(({ url, takenBy, finding }): Conclusion => {
		const isWell = takenBy === 'trigger' && [FINDINGS.own, FINDINGS.listening].includes(finding);
		const address = labelTextOf(url) || 'an address that the service does not name';
		const ok = isWell ? true : takenBy === 'nobody' ? false : null;
		return [ok, `${TAKEN_BY[takenBy]} ${address}`, isWell ? '' : finding];
	});
});

const credits = subject('AI credits', getAiCredit, async (account) => {
	const { credits_remaining: left, reload_at: reload } = await readAccount(account, '/ai/credits');
	const when = labelTextOf(reload) && `; reloaded at ${labelTextOf(reload)}`;
	const finding = `${labelTextOf(left) || 'It is not told how many'} are left${when}.`;
	return [left !== 0, finding, left === 0 ? 'Fax AI reads no other fax until the credits are reloaded.' : ''];
});

const balance = subject('Balance', getBalance, async (account) => {
	const { amount, currency } = await recordAt<IDataObject>(account.api, '/shop/balance');
	const finding = `The balance is ${labelTextOf(amount) || 'not told'} ${labelTextOf(currency)}`.trim();
	return [true, `${finding}.`, amount === 0 ? 'It pays for numbers, and for faxes beyond the plan.' : ''];
});

/** Triggers check signatures by n8n's clock. A difference below a minute counts for none, because the request itself takes time. */
const clock = subject('Clock of n8n', tokenRead, async (account) => {
	const { clockAhead } = await account.token;
	const seconds = Math.round(Math.abs(clockAhead) / 1000);
	if (Number.isNaN(seconds)) return [null, 'The service does not tell its time.'];
	if (seconds < 60) return [true, 'It agrees with that of the service.'];
	const finding = `It is ${seconds} seconds ${clockAhead > 0 ? 'behind' : 'ahead of'} that of the service.`;
	const consequence =
		'No signature counts: triggers ask Fax.Plus about each delivery, and those with Only Signed Deliveries refuse all. ';
	return [
		false,
		finding,
		`${seconds > 300 ? consequence : ''}Set the clock of the machine that n8n runs on.`,
	];
});

/** All that is looked at once the token is known to be good. */
export const subjects = [tokenScopes, expiry, plan, status, numbers, endpoints, credits, balance, clock];

export function subject(name: string, guidance: Guidance, ask: Subject['ask']): Subject {
	return { name, guidance, ask };
}

/** Reads the token, and by how many milliseconds the service's clock is ahead of n8n's: NaN where the service does not tell its time. */
export async function readToken(api: Api): Promise<TokenInformation & { clockAhead: number }> {
	const token = tokenIn(await api.read({ path: '/auth/token' }));
	return { ...token, clockAhead: Date.parse(String(api.dateTold)) - Date.now() };
}

async function readAccount({ api }: Account, path = ''): Promise<IDataObject> {
	return await recordAt(api, `/accounts/self${path}`);
}

/** The operations that these scopes do not permit, by resource. */
function missingWith(held: readonly string[], resources: readonly Resource[]): string {
	const parts = resources.map(({ name, operations }) => {
		const names = operations.filter((one) => !isPermitted(one, held)).map((one) => one.name);
		return names.length > 0 ? [`${name}: ${names.join(', ')}`] : [];
	});
	return parts.flat().join('; ');
}

/** A text of `scopes` is one scope, several that are needed together, or a sentence that begins with "and" and names what else may be needed. */
function isPermitted({ scopes }: Operation, held: readonly string[]): boolean {
	const ways = scopes.filter((text) => !text.startsWith('and ')).map((text) => text.match(/fax:\w+:\w+/g));
	return ways.length === 0 || ways.some((way) => way?.every((scope) => held.includes(scope)) ?? true);
}

function conclusionOnNumber(record: OwnNumber, uid: unknown): Conclusion {
	const { status: word, is_canceled: isCanceled, assigned_to: users } = record;
	const number = labelTextOf(record.number) || 'A number that the service does not name';
	if (isCanceled === true) return [false, `${number} is cancelled.`, 'Send from another number.'];
	if (word === 'waiting_verification')
		return [false, `${number} is not active yet, so it cannot send.`, 'Finish its verification in Fax.Plus.'];
	if ((word ?? 'active') !== 'active')
		return [false, `${number} is not active (${labelTextOf(word)}).`, 'Look at the number in Fax.Plus.'];
	if (Array.isArray(users) && uid !== undefined && !users.includes(uid)) {
		const whose = users.length === 0 ? 'is assigned to nobody' : 'belongs to other members';
		return [null, `${number} ${whose}.`, 'To send from it, assign it with Number: Assign.'];
	}
	return [true, `${number} can send.`];
}

const TAKEN_BY = {
	trigger: 'A trigger takes deliveries at',
	otherTrigger: 'A trigger that has another endpoint takes deliveries at',
	nobody: 'Nobody takes deliveries at',
	unknown: 'Nobody knows who takes deliveries at',
};
