import { codeIn, messageIn } from './errorAnswer';
import { causesOf, fromConnectionError, ServiceFault, UNEXPECTED_ANSWER, type ErrorLike } from './faults';

/** The OAuth2 token wasn't renewed, so the request that Fax.Plus had refused because of it wasn't repeated. */
export class RenewalFault extends ServiceFault {}

/** Matches messages of n8n's OAuth2 client about responses that it can't use. */
const CLIENT_TEXT = /reconnect|Cannot read propert|Unexpected (token|end)|JSON/;

/** Matches codes and words of refusals after which another attempt may succeed. */
const TRANSIENT = /too_many|rate_limit|slow_down|temporar|server_error|unexpected condition/;

/** Finds out what a failed token renewal says about the authorization server (docs/contributing/api.md, "Authentication"). */
export function fromAuthorizationServer(error: unknown): RenewalFault | undefined {
	const connection = fromConnectionError(error, 'the authorization server');
	if (connection) return new RenewalFault(connection.message, 'notSent', undefined, connection.code);
	const cause = causesOf(error).find(
		({ code, response, message }) =>
			code === 'EAUTH' || code === 'ESTATUS' || response !== undefined || CLIENT_TEXT.test(String(message)),
	);
	if (!cause) return causesOf(error).some(isLostRedirect) ? lostRedirect() : undefined;
	const status = Number(cause.status ?? cause.response?.status);
	if (status >= 500 || status === 429) return notNow(status);
	if (isPage(cause.body)) return noServer(status);
	return TRANSIENT.test(`${codeIn(cause.body) ?? ''} ${String(cause.message)}`) ? notNow(429) : lapsed(cause);
}

function notNow(status: number): RenewalFault {
	return new RenewalFault("The authorization server couldn't renew the token", 'refused', status);
}

/** Whether the body is HTML, which no authorization server returns. */
function isPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*</.test(body);
}

/** Whether the response was a redirect to something that isn't an address. The client's error for that has no response. */
function isLostRedirect({ code }: ErrorLike): boolean {
	return code === 'ERR_FR_REDIRECTION_FAILURE';
}

function lostRedirect(): RenewalFault {
	const message =
		"The OAuth2 token wasn't renewed, because the authorization server responded with a redirect to something that isn't an address";
	return new RenewalFault(message, 'refused', undefined, UNEXPECTED_ANSWER);
}

function noServer(status: number): RenewalFault {
	const message = `The OAuth2 token wasn't renewed, because a web page responded instead of the authorization server, with status ${status}`;
	return new RenewalFault(message, 'refused', status, UNEXPECTED_ANSWER);
}

function lapsed({ body }: ErrorLike): RenewalFault {
	const text = messageIn(body) ?? codeIn(body);
	const details = text === undefined ? '' : `: ${text}`;
	const message = `The OAuth2 connection expired, because the authorization server didn't renew the token${details}`;
	return new RenewalFault(message, 'refused', 401, 'token_not_renewed');
}
