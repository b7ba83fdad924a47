import { adviceFor } from '../../nodes/shared/editor/advice';
import { fromAuthorizationServer, type RenewalFault } from '../../nodes/shared/http/authorizationServer';

const LAPSED = "The OAuth2 connection expired, because the authorization server didn't renew the token";

/** Returns an error of n8n's OAuth2 client that contains an authorization server's response. */
function refusal(body: object): Error {
	return Object.assign(new Error('in the words of RFC 6749'), { code: 'EAUTH', body });
}

/** Returns an error of n8n's OAuth2 client for a response that the client couldn't use. */
function unusable(status: number): Error {
	return Object.assign(new Error(`HTTP status ${status}`), { code: 'ESTATUS', status, body: '<p>' });
}

describe('a refused renewal means that the connection has expired', () => {
	test.each<[string, Error, string]>([
		['invalid_grant', refusal({ error: 'invalid_grant' }), `${LAPSED}: invalid_grant`],
		['an error from the server', refusal({ error: 'bad_request', description: 'Gone' }), `${LAPSED}: Gone`],
		['an error object of another kind', refusal({ error: { message: 'Not today' } }), `${LAPSED}: Not today`],
		['nothing', new TypeError("Cannot read properties of null (reading 'error')"), LAPSED],
		['half an answer', new SyntaxError('Unterminated string in JSON at position 6'), LAPSED],
		["n8n's own error", new Error('The credential needs to be reconnected.'), LAPSED],
	])('%s', (_what, error, message) => {
		const expected = { outcome: 'refused', status: 401, code: 'token_not_renewed', isTransient: false };
		expect(fromAuthorizationServer(error)).toMatchObject({ message, ...expected });
	});
});

test.each([200, 302, 403])(
	"a page with status %i from the authorization server doesn't mean that the connection has expired",
	(status) => {
		const fault = fromAuthorizationServer(unusable(status));
		expect(fault).toMatchObject({ outcome: 'refused', status, code: 'unexpected_answer' });
		expect(fault?.message).toContain('a web page responded instead of the authorization server');
		expect(adviceFor(fault as RenewalFault, { scopes: [] })).toMatch(/^Check "Authorization Server" in the/);
	},
);

test.each<[string, Error]>([
	['503', Object.assign(new Error('x'), { response: { status: 503 } })],
	['429', unusable(429)],
	['429 with an error object', refusal({ error: 'too_many_requests' })],
	['a broken connection', Object.assign(new Error('x'), { code: 'ECONNRESET' })],
])("a renewal that fails with %s can be retried, and the request wasn't carried out", (_what, error) => {
	const fault = fromAuthorizationServer(error);
	expect(fault).toMatchObject({ isTransient: true });
	expect(fault?.message).toContain('authorization server');
	expect(fault?.outcome).not.toBe('unknown');
});

test('a canceled request is reported as canceled', () => {
	expect(fromAuthorizationServer(new Error('canceled'))).toBeUndefined();
});
