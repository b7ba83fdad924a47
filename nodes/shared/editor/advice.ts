import type { INodeProperties } from 'n8n-workflow';

import { EarlierAttemptFault, UNEXPECTED_ANSWER, type ServiceFault } from '../http/faults';
import { RenewalFault } from '../http/authorizationServer';
import { connectionError } from '../http/connectionErrors';
import { PACKAGE } from '../version';
import { valueOfList } from './listField';

/** Facts about a call, so that an error can say what to do. */
export interface Guidance {
	/** Scopes of a personal access token, each of which permits the call. */
	scopes: readonly string[];
	/** Whether Fax.Plus allows the call only to administrators. */
	adminOnly?: boolean;
	/** The field that names a user, if the call has one. */
	userField?: Pick<INodeProperties, 'displayName' | 'default'>;
	/** The field that names the item that the call is about, if there's one. */
	itemField?: Pick<INodeProperties, 'displayName'>;
	/** Whether a call about one item also sends values. Fax.Plus may refuse them with the code for "not found". */
	sendsValues?: boolean;
	/** What to do after a certain status or error code, if the general advice doesn't fit. */
	advice?: Readonly<Record<string, string>>;
	/** For a write: what it does, as the end of a sentence that starts with "It's unknown whether". */
	effect?: string;
	/** For a write: how to find out whether it was carried out. */
	howToCheck?: string;
	/**
	 * Set for a write that costs money or that others see. It refuses to run if n8n would repeat a failed node. If the
	 * outcome is unknown, its message says not to repeat it, because an AI agent sees nothing else.
	 */
	refusesRetryOnFail?: boolean;
	/** Whether the call has the option "Timeout (Seconds)". */
	hasTimeout?: boolean;
	/** For a write: a sentence that is true if it wasn't carried out. */
	ifNotDone?: string;
}

/** Advice for calls that always find something at the right address. */
export const NOTHING_AT_BASE_URL =
	'Check "Base URL" in the credential. It\'s https://restapi.fax.plus/v3, unless Fax.Plus gave you another one.';

/** How to report something. Maintainers need to know both versions. */
export const HOW_TO_REPORT = `with "${PACKAGE}" and the version of n8n, at https://github.com/n8n-nodes-faxplus/n8n-nodes-faxplus/issues`;

/** Advice if Fax.Plus contradicts docs/contributing/api.md, "Assumptions that can fail". */
export const REPORT = `Fax.Plus works differently from what this package expects. Report this sentence, ${HOW_TO_REPORT}`;

const BASE_URL =
	'Check "Base URL" in the credential. Something other than Fax.Plus responds there, such as a proxy or a login page.';
const FIELDS = 'Check the values of the fields.';
const CHECK_BASE_URL = 'check "Base URL" in the credential.';
const FIELDS_OR_BASE_URL = `${FIELDS} If they're right, ${CHECK_BASE_URL}`;
const NOT_FOUND = `Nothing was found at this address. ${FIELDS_OR_BASE_URL}`;
const ADMIN_ONLY = 'Fax.Plus lets only administrators do this.';
const TROUBLE = 'Fax.Plus itself has a problem. Try again later.';

const SILENT_RENEWAL =
	'Try again in a few minutes, because n8n waits up to five minutes for the authorization server. A restart of n8n ends that. If it happens again, check "Authorization Server" in the credential.';

const LONGER = 'Try again later, or raise "Timeout (Seconds)" under "Options"';

const AFTER_CHECKING =
	'Then set the node\'s "On Error" to "Continue", save, and retry the execution with the saved workflow. The other items continue, and this one is output with its error.';

type Advise = (fault: ServiceFault, guidance: Guidance) => string;

/** What error codes from Fax.Plus (docs/contributing/api.md, "Errors") and from this package mean. */
const BY_CODE: Readonly<Record<string, Advise>> = {
	invalid_user_id: userAdvice,
	bad_request: badRequestAdvice,
	unexpected_answer: (fault) => ofRenewal(fault, BASE_URL),
	token_not_renewed: () =>
		`Open the credential and connect your account again. If that also fails, check "Client ID", "Client Secret" and "Authorization Server". If the connection expires again an hour later, the authorization server may not permit n8n to renew it. Use an access token instead. Report that n8n sent the renewal's parameters in the body, and then also in the query, ${HOW_TO_REPORT}`,
};

const BY_STATUS: Readonly<Record<number, Advise>> = {
	401: () => 'Enter a new access token in the credential. If it uses OAuth2, connect it again.',
	402: () => 'Fax.Plus requires a payment. Check the plan and the balance of your account.',
	403: (_fault, guidance) => permissionAdvice(guidance),
	404: (_fault, { itemField }) =>
		itemField ? `${itemAdvice(itemField)} If Fax.Plus never finds anything, ${CHECK_BASE_URL}` : NOT_FOUND,
	407: () =>
		'A proxy between n8n and Fax.Plus asks for a login. Check the proxy settings of the machine that runs n8n, such as HTTPS_PROXY.',
	408: () => 'The request took too long. Try again.',
	409: () =>
		'It conflicts with something that already exists, or with another change at the same time. Check it in Fax.Plus, then try again.',
	429: () => 'Fax.Plus received too many requests. Wait a while, then try again with fewer items at once.',
};

/** Returns what a user can do about a fault. The call's own advice comes first, then the code's, then the status's. */
export function adviceFor(fault: ServiceFault, guidance: Guidance): string {
	const specific = specificAdvice(fault, guidance);
	const isUnknown = isOutcomeUnknown(fault, guidance);
	if (isUnknown || fault.outcome === 'carriedOut') {
		// The general advice is to try again, which is wrong unless the first attempt certainly failed.
		const parts = [
			isUnknown ? "The node didn't try again." : undefined,
			guidance.howToCheck,
			fault instanceof EarlierAttemptFault ? AFTER_CHECKING : undefined,
			isOfSomethingElse(fault) ? BASE_URL : specific,
		];
		return parts.filter((part) => part !== undefined).join(' ');
	}
	const advice = specific ?? generalAdvice(fault, guidance);
	return guidance.ifNotDone === undefined ? advice : `${advice} ${guidance.ifNotDone}`;
}

/** Whether something other than Fax.Plus has responded, perhaps because of a wrong address. */
function isOfSomethingElse({ code, status = 0 }: ServiceFault): boolean {
	if (code !== undefined) return code === UNEXPECTED_ANSWER;
	return (status >= 300 && status < 400) || [403, 404].includes(status);
}

/**
 * Returns the call's own advice for the status or, if there's none, for the code. If the code is about a user, the status
 * is ignored.
 */
function specificAdvice({ code = '', status }: ServiceFault, { advice = {} }: Guidance): string | undefined {
	return (code === 'invalid_user_id' ? undefined : advice[String(status)]) ?? advice[code];
}

/** Whether it's unknown if a write was carried out. For a read, this is false. */
export function isOutcomeUnknown(fault: ServiceFault, guidance: Guidance): boolean {
	return fault.outcome === 'unknown' && isWrite(guidance);
}

/** Whether a call changes something. Only then is there something to check. */
export function isWrite({ howToCheck }: Guidance): boolean {
	return howToCheck !== undefined;
}

function generalAdvice(fault: ServiceFault, guidance: Guidance): string {
	const { code = '', status } = fault;
	const advise = BY_CODE[code] ?? BY_STATUS[status ?? 0];
	if (advise) return advise(fault, guidance);
	if (status === undefined) return connectionAdvice(fault, guidance);
	if (status >= 500) return TROUBLE;
	if (status < 400) return BASE_URL;
	return fault.code === undefined ? FIELDS_OR_BASE_URL : FIELDS;
}

/** With OAuth2, the failed connection may be the one to the authorization server. */
function connectionAdvice(fault: ServiceFault, { hasTimeout }: Guidance): string {
	if (fault instanceof RenewalFault && fault.code === 'ETIMEDOUT') return SILENT_RENEWAL;
	const advice = ofRenewal(fault, connectionError(fault.code ?? '')?.advice ?? 'Try again later.');
	return hasTimeout && !(fault instanceof RenewalFault) && /^(ETIMEDOUT|ECONNABORTED)$/.test(fault.code ?? '')
		? advice.replace('Try again later', LONGER)
		: advice;
}

/** Adapts advice about an address, because a token is renewed at another address. */
function ofRenewal(fault: ServiceFault, advice: string): string {
	return fault instanceof RenewalFault ? advice.replaceAll('Base URL', 'Authorization Server') : advice;
}

/** Returns what to do if Fax.Plus doesn't accept a user, who is either the one in a field or the token's own. */
function userAdvice({ status }: ServiceFault, guidance: Guidance): string {
	const { userField, itemField, adminOnly } = guidance;
	const ofToken = `Fax.Plus doesn't let the token's user do this. ${permissionAdvice(guidance)}`;
	if (userField === undefined) return ofToken;
	const ofField = `Check "${userField.displayName}". ${whoMayBeNamed(userField)}`;
	if (status === 403) return `${ofToken} ${ofField}`;
	// Fax.Plus also responds like this if a member makes a call about a user.
	return adminOnly && itemField === userField ? `${ofField} ${ADMIN_ONLY}` : ofField;
}

function whoMayBeNamed(userField: NonNullable<Guidance['userField']>): string {
	return valueOfList(userField.default) === 'self'
		? '"self" is the account of the credential. Only administrators of a corporate account can select a member.'
		: 'You can only select members of your own corporate account.';
}

/** Fax.Plus uses the same code for an item that it can't find and for values that it doesn't accept. */
function badRequestAdvice({ status }: ServiceFault, { itemField, sendsValues }: Guidance): string {
	if (itemField === undefined) return status === 404 ? NOT_FOUND : FIELDS;
	const advice = itemAdvice(itemField);
	return sendsValues ? `${advice} If it's right, check the values of the other fields.` : advice;
}

function itemAdvice({ displayName }: NonNullable<Guidance['itemField']>): string {
	return `Check "${displayName}". Fax.Plus can't find it. It may have been deleted, or belong to another account.`;
}

/** Returns text about the permissions that a call needs. */
export function permissionAdvice({ scopes, adminOnly }: Guidance): string {
	const ofToken = `A personal access token needs one of these scopes: ${scopes.join(', ')}.`;
	const needs = [...(adminOnly ? [ADMIN_ONLY] : []), ...(scopes.length > 0 ? [ofToken] : [])];
	return needs.join(' ') || "The account of the credential isn't allowed to do this.";
}
