import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { tokenGuidance, tokenIn } from '../../../shared/editor/accessTokenCheck';
import type { Guidance } from '../../../shared/editor/advice';
import { endpointRead } from '../../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../../shared/endpoints/webhookEndpoints';
import { readNumbers } from '../../../shared/lists/numbers';
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

/**
 * The conclusion about one subject. `ok` is false if something needs fixing. It's null if the result is unknown or the user
 * has to decide.
 */
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
	'In Fax.Plus, open Profile > Integrations > Personal Access Tokens. Create a token with the scopes that you need (fax:all:read and fax:all:edit cover everything), and enter it in the credential.';

/** Checks the token. This comes first, because nothing else can be checked with an invalid token. */
export const accessToken = subject('Access token', tokenRead, async (account) => {
	const { token_type: type, scopes } = await account.token;
	if (type === 'oauth') return [true, 'Fax.Plus accepts the OAuth2 token.'];
	if (scopes.length > 0) return [true, 'Fax.Plus accepts the personal access token.'];
	return [false, 'Fax.Plus accepts the token, but it has no scopes, so it allows nothing.', NEW_TOKEN];
});

const tokenScopes = subject('Scopes', tokenRead, async (account) => {
	const { token_type: type, scopes } = await account.token;
	if (type === 'oauth') return [true, 'OAuth2 allows everything that the user can do.'];
	const missing = missingWith(scopes, account.resources);
	if (missing === '') return [true, 'The token allows all operations.'];
	const whatToDo = `If you need one of these, create a token with more scopes. ${NEW_TOKEN}`;
	return [null, `The token doesn't allow: ${missing}.`, whatToDo];
});

const expiry = subject('Expiry', tokenRead, async (account) => {
	const { token_type: type, expiration_date: end } = await account.token;
	if (type === 'oauth') return [true, 'n8n renews the token automatically.'];
	if (typeof end !== 'number') return [null, "Fax.Plus doesn't report when the token expires."];
	const days = Math.floor((end - Date.now()) / (24 * 60 * 60 * 1000));
	if (days >= 14) return [true, 'The token is valid for more than two weeks.'];
	const when = days === 0 ? 'within a day' : `in ${days} ${days === 1 ? 'day' : 'days'}`;
	const finding = `The token ${days < 0 ? 'has expired' : `expires ${when}`}.`;
	return [false, finding, `All workflows with this token fail from then on. ${NEW_TOKEN}`];
});

const plan = subject('Plan', getPlan, async (account) => {
	const { plan_type: type } = await readAccount(account, '/plan');
	if (type === 'enterprise') return [true, 'The plan is enterprise.'];
	const whatToDo =
		'The Fax.Plus API is part of Enterprise plans. If requests fail with status 403, ask Fax.Plus what your plan includes.';
	return [null, `The plan is ${labelTextOf(type) || 'unknown'}.`, whatToDo];
});

const status = subject('Account', getAccount, async (account) => {
	const { status: word } = await readAccount(account);
	if (word === 'active') return [true, 'The account is active.'];
	const finding = `The status of the account is ${labelTextOf(word) || 'unknown'}.`;
	return [false, finding, 'Check the account in Fax.Plus, or contact Fax.Plus.'];
});

/** Reports one conclusion for each number of the account, or that there is none. */
export const numbers = subject('Number', getNumbers, async (account) => {
	const own = await readNumbers(account.api, 'self');
	const whatToDo =
		'You need a number to send faxes. Ask an administrator to assign one to you with "Number: Assign", or buy one.';
	if (own.length === 0) return [false, 'The user has no number.', whatToDo];
	const { uid } = await readAccount(account).catch((): IDataObject => ({}));
	return own.map((record) => conclusionOnNumber(record, uid));
});

/** Reports one conclusion for each endpoint, like Webhook Endpoint: Check. It leaves out the hints if everything is fine. */
export const endpoints = subject('Webhook endpoint', endpointRead, async (account) => {
	const listed = await listEndpoints(account.api);
	const none = 'Webhooks are enabled. A Fax.Plus Trigger creates an endpoint when you publish its workflow.';
	if (listed.length === 0) return [true, none];
	const checked = await checkEndpoints(listed, [], account.context);
	return checked.map(({ url, receiver, finding }): Conclusion => {
		const isWell = receiver === 'trigger' && [FINDINGS.own, FINDINGS.listening].includes(finding);
		const address = labelTextOf(url) || 'an unknown address';
		const ok = isWell ? true : receiver === 'nobody' ? false : null;
		return [ok, `${RECEIVERS[receiver]} ${address}`, isWell ? '' : finding];
	});
});

const credits = subject('AI credits', getAiCredit, async (account) => {
	const { credits_remaining: left, reload_at: reload } = await readAccount(account, '/ai/credits');
	const when = labelTextOf(reload) && `. Fax.Plus renews them at ${labelTextOf(reload)}`;
	const finding = `AI credits left: ${labelTextOf(left) || 'unknown'}${when}.`;
	return [
		left !== 0,
		finding,
		left === 0 ? "Fax AI can't read faxes until Fax.Plus renews the credits." : '',
	];
});

const balance = subject('Balance', getBalance, async (account) => {
	const { amount, currency } = await recordAt<IDataObject>(account.api, '/shop/balance');
	const finding = `The balance is ${labelTextOf(amount) || 'unknown'} ${labelTextOf(currency)}`.trim();
	return [
		true,
		`${finding}.`,
		amount === 0
			? 'The balance pays for numbers, and for faxes beyond the plan. Add to it in Fax.Plus if you need these.'
			: '',
	];
});

/**
 * Compares the clocks, because triggers use n8n's clock to check signatures. A difference below a minute is ignored,
 * because the request itself takes time.
 */
const clock = subject('Clock of n8n', tokenRead, async (account) => {
	const { clockAhead } = await account.token;
	const seconds = Math.round(Math.abs(clockAhead) / 1000);
	if (Number.isNaN(seconds)) return [null, "Fax.Plus doesn't report its time."];
	if (seconds < 60) return [true, "n8n's clock agrees with Fax.Plus's clock."];
	const finding = `n8n's clock is ${seconds} seconds ${clockAhead > 0 ? 'behind' : 'ahead of'} Fax.Plus's clock.`;
	const consequence =
		'All signatures are invalid, so triggers check each delivery with Fax.Plus. Triggers with "Only Signed Deliveries" refuse all deliveries. ';
	return [
		false,
		finding,
		`${seconds > 300 ? consequence : ''}Set the clock of the machine that n8n runs on.`,
	];
});

/** The subjects to check once the token is known to be valid. */
export const subjects = [tokenScopes, expiry, plan, status, numbers, endpoints, credits, balance, clock];

export function subject(name: string, guidance: Guidance, ask: Subject['ask']): Subject {
	return { name, guidance, ask };
}

/**
 * Reads the token, and by how many milliseconds Fax.Plus's clock is ahead of n8n's. The difference is NaN if Fax.Plus doesn't
 * return its time.
 */
export async function readToken(api: Api): Promise<TokenInformation & { clockAhead: number }> {
	const token = tokenIn(await api.read({ path: '/auth/token' }));
	return { ...token, clockAhead: Date.parse(String(api.answerDate)) - Date.now() };
}

async function readAccount({ api }: Account, path = ''): Promise<IDataObject> {
	return await recordAt(api, `/accounts/self${path}`);
}

/** Returns the operations that these scopes don't allow, by resource. */
function missingWith(held: readonly string[], resources: readonly Resource[]): string {
	const parts = resources.map(({ name, operations }) => {
		const names = operations.filter((one) => !isPermitted(one, held)).map((one) => one.name);
		return names.length > 0 ? [`${name}: ${names.join(', ')}`] : [];
	});
	return parts.flat().join('; ');
}

/**
 * True if these scopes allow an operation. Each string in `scopes` is one scope, or several that are needed together. One
 * that starts with "and" names what else may be needed.
 */
function isPermitted({ scopes }: Operation, held: readonly string[]): boolean {
	const alternatives = scopes
		.filter((text) => !text.startsWith('and '))
		.map((text) => text.match(/fax:\w+:\w+/g));
	return (
		alternatives.length === 0 ||
		alternatives.some((scopesOfOne) => scopesOfOne?.every((scope) => held.includes(scope)) ?? true)
	);
}

function conclusionOnNumber(record: OwnNumber, uid: unknown): Conclusion {
	const { status: word, is_canceled: isCanceled, assigned_to: users } = record;
	const number = labelTextOf(record.number) || 'A number without digits';
	if (isCanceled === true) return [false, `${number} is canceled.`, 'Send from another number.'];
	if (word === 'waiting_verification')
		return [
			false,
			`${number} isn't active yet, so it can't send faxes.`,
			'Finish its verification in Fax.Plus.',
		];
	if ((word ?? 'active') !== 'active')
		return [false, `${number} isn't active (${labelTextOf(word)}).`, 'Check the number in Fax.Plus.'];
	if (Array.isArray(users) && uid !== undefined && !users.includes(uid)) {
		const whose = users.length === 0 ? "isn't assigned to anybody" : 'is assigned to other members';
		return [null, `${number} ${whose}.`, 'To send from it, assign it to yourself with "Number: Assign".'];
	}
	return [true, `${number} can send.`];
}

const RECEIVERS = {
	trigger: 'A trigger listens at',
	otherTrigger: 'A trigger with another endpoint listens at',
	nobody: 'Nothing listens at',
	unknown: "It's unknown what listens at",
};
