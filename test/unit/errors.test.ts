import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Guidance } from '../../nodes/shared/editor/advice';
import { permissionAdvice } from '../../nodes/shared/editor/advice';
import { userIdField } from '../../nodes/shared/editor/commonFields';
import { toErrorData, toNodeError } from '../../nodes/shared/editor/errors';
import { RenewalFault } from '../../nodes/shared/http/authorizationServer';
import { InputError } from '../../nodes/shared/values/inputError';
import {
	canceled,
	fromConnectionError,
	isBrokenConnection,
	ServiceFault,
	type Outcome,
} from '../../nodes/shared/http/faults';
import { endpointCreation, endpointRead, oneEndpointEdit } from '../../nodes/shared/editor/endpointGuidance';
import { NODE as node } from './support/context';

const guidance: Guidance = { scopes: ['fax:all:edit', 'fax:shop:edit'], howToCheck: 'Look at the balance.' };

function field(displayName: string, preset = ''): INodeProperties {
	return { displayName, name: 'field', type: 'string', default: preset };
}

function refusal(status: number, code?: string, words = 'Words of the service'): ServiceFault {
	return new ServiceFault(words, status >= 500 ? 'unknown' : 'refused', status, code);
}

function shown(fault: ServiceFault, advised: Guidance = guidance): NodeApiError {
	const error = toNodeError(node, fault, advised, 3);
	expect(error).toBeInstanceOf(NodeApiError);
	return error as NodeApiError;
}

test('only an execution that a person stopped ends with the word that n8n looks for', () => {
	const words = 'The fax was canceled';
	for (const error of [refusal(400, 'gone', words), new InputError(words)]) {
		expect(toNodeError(node, error, guidance).message).toContain('The fax was cancelled');
	}
	expect(toNodeError(node, canceled('unknown'), guidance).message).toContain('canceled');
});

test('only nodes with the timeout option suggest raising it', () => {
	const late = new ServiceFault('No answer', 'unknown', undefined, 'ETIMEDOUT');
	const adviceIf = (hasTimeout: boolean) => shown(late, { scopes: [], hasTimeout }).description;
	expect(adviceIf(false)).toMatch(/^Try again later\. If it happens again, check the network/);
	expect(adviceIf(true)).toMatch(/^Try again later, or raise "Timeout \(Seconds\)" under "Options"\. If/);
});

test.each([
	['SsrfBlockedIpError', 'The request was blocked because it resolves to a restricted IP address'],
	['SsrfBlockedHostnameError', 'The request was blocked because the destination hostname is restricted'],
	['NodeApiError', 'The request was blocked because it resolves to a restricted IP address'],
])(
	"a request that n8n's protection blocks counts as not sent, and the error names who can allow it (%s)",
	(name, words) => {
		const cause = Object.assign(new Error(words), { name });
		const fault = fromConnectionError(new Error('Request failed', { cause }));
		expect(fault?.outcome).toBe('notSent');
		const { message, description, context } = shown(fault as ServiceFault);
		expect(message).toBe('n8n blocked the request to Fax.Plus (blocked by n8n)');
		expect(description).toMatch(/SSRF.*Base URL.*N8N_SSRF_ALLOWED_HOSTNAMES/);
		expect(context['faxPlus']).toMatchObject({ outcome: 'notSent' });
	},
);

describe('an error from Fax.Plus', () => {
	const ADMINS = 'Fax.Plus lets only administrators do this.';
	const NEEDED = 'A personal access token needs one of these scopes: fax:all:edit, fax:shop:edit.';

	const adviceOn = (status: number, code: string, advised: Guidance) =>
		shown(refusal(status, code), advised).description;

	const OF_TOKEN = /^Fax\.Plus doesn't let the token's user do this\. A personal access/;
	const VALUES = /^Check the values of the fields\.$/;
	const VALUES_OR_URL =
		/^Check the values of the fields\. If they're right, check "Base URL" in the credential\.$/;
	const NOT_FOUND =
		/^Nothing was found at this address\. Check the values of the fields\. .* "Base URL" in the credential\.$/;

	test.each([
		[401, 'unauthorized', /^Enter a new access token .* connect it again/],
		[400, 'invalid_user_id', OF_TOKEN],
		[403, 'invalid_user_id', OF_TOKEN],
		[400, 'bad_request', VALUES],
		[404, 'bad_request', NOT_FOUND],
		[400, 'invalid_number', VALUES],
		[400, undefined, VALUES_OR_URL],
		[403, 'forbidden', /one of these scopes: fax:all:edit, fax:shop:edit\.$/],
		[404, 'not_found', NOT_FOUND],
		[302, undefined, /^Check "Base URL" in the credential\. Something other than Fax\.Plus responds there/],
		[402, 'payment_required', /^Fax\.Plus requires a payment\. Check the plan and the balance/],
		[404, undefined, /check "Base URL" in the credential\.$/],
		[407, undefined, /^A proxy between n8n and Fax\.Plus asks for a login\. Check the proxy settings/],
		[408, undefined, /^The request took too long\. Try again\.$/],
		[409, 'conflict', /^It conflicts with something that already exists/],
		[418, 'teapot', VALUES],
		[418, undefined, VALUES_OR_URL],
		[422, 'unprocessable', VALUES],
		[429, 'too_many_requests', /^Fax.Plus received too many requests/],
		[500, 'internal_server_error', /Fax\.Plus itself has a problem\. Try again later\.$/],
		[502, undefined, /Fax.Plus itself has a problem/],
		[503, undefined, /^Fax.Plus itself has a problem/],
		[504, undefined, /Fax.Plus itself has a problem/],
	])('%i %s shows the description, code, status, advice and item', (status, code, advice) => {
		const error = shown(refusal(status, code), { scopes: guidance.scopes });
		expect(error.message).toBe(`Words of the service (${code ? `${code}, ` : ''}HTTP ${status})`);
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBe(String(status));
		expect(error.context['itemIndex']).toBe(3);
		expect(error.node).toEqual(node);
	});

	describe('about a user', () => {
		const memberIds = field('Member IDs');

		const checkMember = 'Check "Member IDs". You can only select members of your own corporate account.';
		const ofToken = `Fax.Plus doesn't let the token's user do this. ${ADMINS} ${NEEDED}`;
		const ofMembers = { adminOnly: true, userField: memberIds };

		test.each<[string, number, Partial<Guidance>, string]>([
			[
				'names the field, and says that "self" is allowed',
				400,
				{ userField: userIdField },
				'Check "User ID". "self" is the account of the credential. Only administrators of a corporate account can select a member.',
			],
			['names the field', 400, { userField: memberIds }, checkMember],
			[
				'also mentions administrators when the call is about the user, because members get the same code',
				400,
				{ ...ofMembers, itemField: memberIds },
				`${checkMember} ${ADMINS}`,
			],
			['with status 403 also names the scopes', 403, ofMembers, `${ofToken} ${checkMember}`],
			["is about the token's user when no field selects one", 400, { adminOnly: true }, ofToken],
		])('%s', (_what, status, advised, advice) => {
			expect(adviceOn(status, 'invalid_user_id', { ...guidance, ...advised })).toBe(advice);
		});
	});

	describe('about a call for one item', () => {
		const itemField = field('Fax ID');
		const gone =
			'Check "Fax ID". Fax.Plus can\'t find it. It may have been deleted, or belong to another account.';

		test.each([
			[400, 'bad_request', gone],
			[404, 'bad_request', gone],
			[404, 'not_found', `${gone} If Fax.Plus never finds anything, check "Base URL" in the credential.`],
			[400, 'invalid_number', 'Check the values of the fields.'],
		])('%i %s: %s', (status, code, advice) => {
			expect(adviceOn(status, code, { scopes: [], itemField })).toBe(advice);
		});

		test('also mentions the other fields if the call sends values', () => {
			expect(adviceOn(400, 'bad_request', { scopes: [], itemField, sendsValues: true })).toBe(
				`${gone} If it's right, check the values of the other fields.`,
			);
		});
	});

	test('says when an action is for administrators only', () => {
		expect(adviceOn(403, 'forbidden', { ...guidance, adminOnly: true })).toBe(`${ADMINS} ${NEEDED}`);
	});

	test('names no scope for a call that needs none', () => {
		expect(permissionAdvice({ scopes: [] })).toBe("The account of the credential isn't allowed to do this.");
	});

	test.each([
		['reading', endpointRead, 'one of these scopes: fax:webhook:read, fax:all:read.'],
		[
			'creating, which also reads,',
			endpointCreation,
			'the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.',
		],
	])('%s webhook endpoints: 403 and 404 name the feature, scope and setting', (_what, advised, needed) => {
		expect(adviceOn(403, 'forbidden', advised)).toBe(
			`Webhooks need an Enterprise plan, and a token with the right scopes. A personal access token needs ${needed}`,
		);
		expect(adviceOn(404, 'not_found', advised)).toMatch(
			/^Turn webhooks on in Fax\.Plus, under Settings > Integrations/,
		);
	});

	test('one webhook endpoint: 404 names the endpoint first, then the setting', () => {
		expect(adviceOn(404, 'not_found', oneEndpointEdit)).toMatch(
			/^Check "Webhook Endpoint"\. .* or webhooks are off/,
		);
		const scopes = /needs one of these scopes: fax:webhook:edit, fax:all:edit\.$/;
		expect(adviceOn(403, 'forbidden', oneEndpointEdit)).toMatch(scopes);
	});

	test('advice for a status beats advice for a code, and both beat general advice', () => {
		const advice = { '400': 'by status', bad_request: 'by code' };
		expect(adviceOn(400, 'bad_request', { scopes: [], advice })).toBe('by status');
		expect(adviceOn(404, 'bad_request', { scopes: [], advice })).toBe('by code');
	});
});

describe('a write with an unknown outcome', () => {
	const purchase = { ...guidance, effect: 'the number was bought', ifNotDone: "The number wasn't bought." };

	test('says so in the message, because lists and AI agents see only that, and then says how to find out', () => {
		const lost = new ServiceFault('The connection broke', 'unknown', undefined, 'ECONNRESET');
		const { message, description } = shown(lost, purchase);
		const words = "The connection broke (connection reset). It's unknown whether the number was bought.";
		expect(message).toBe(words);
		expect(description).toBe("The node didn't try again. Look at the balance.");
	});

	test('warns that trying again may cost money or be seen by others', () => {
		const once = { ...purchase, refusesRetryOnFail: true };
		expect(shown(new ServiceFault('The connection broke', 'unknown'), once).message).toBe(
			"The connection broke. It's unknown whether the number was bought. Don't repeat it before you've checked.",
		);
		expect(shown(new ServiceFault('No', 'refused', 400), once).message).not.toMatch(/repeat/);
	});

	test('also suggests checking the Base URL if something other than Fax.Plus answered', () => {
		const { description } = shown(new ServiceFault('A page', 'unknown', 200, 'unexpected_answer'), purchase);
		expect(description).toMatch(/^The node didn't try again\. Look at the balance\. Check "Base URL"/);
	});

	test.each<Outcome>(['refused', 'notSent'])('gets no such warning when it was certainly %s', (outcome) => {
		const { message, description } = shown(new ServiceFault('x', outcome, 400, 'no'), purchase);
		expect(message).toBe('x (no, HTTP 400)');
		expect(description).toBe("Check the values of the fields. The number wasn't bought.");
	});

	test('a read mentions neither a repeat nor an outcome', () => {
		const error = shown(refusal(500), { scopes: [] });
		expect(`${error.message} ${error.description ?? ''}`).not.toContain('not known');
		expect(error.context['faxPlus']).not.toHaveProperty('outcome');
	});
});

describe('a connection error', () => {
	const NOT_REACHED = "n8n couldn't reach Fax.Plus";
	const LATE = 'No response from Fax.Plus in time';
	const BROKE = 'The connection to Fax.Plus broke';

	test.each<[code: string, name: string, message: string, outcome: Outcome, mayDoBetter: boolean]>([
		['ECONNREFUSED', 'connection refused', NOT_REACHED, 'notSent', true],
		['EAI_AGAIN', 'name lookup failed', NOT_REACHED, 'notSent', true],
		['EAI_FAIL', 'name lookup failed', NOT_REACHED, 'notSent', true],
		['EADDRNOTAVAIL', 'address not available', NOT_REACHED, 'notSent', true],
		['EHOSTUNREACH', 'host unreachable', NOT_REACHED, 'notSent', true],
		['EHOSTDOWN', 'host unreachable', NOT_REACHED, 'notSent', true],
		['ENETUNREACH', 'network unreachable', NOT_REACHED, 'notSent', true],
		['ENETDOWN', 'network unreachable', NOT_REACHED, 'notSent', true],
		['ENOTFOUND', 'unknown host', NOT_REACHED, 'notSent', false],
		['CERT_HAS_EXPIRED', 'expired certificate', NOT_REACHED, 'notSent', false],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', NOT_REACHED, 'notSent', false],
		['SELF_SIGNED_CERT_IN_CHAIN', 'certificate not trusted', NOT_REACHED, 'notSent', false],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate not trusted', NOT_REACHED, 'notSent', false],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate not trusted', NOT_REACHED, 'notSent', false],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate of another host', NOT_REACHED, 'notSent', false],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'no HTTPS at this address', NOT_REACHED, 'notSent', false],
		['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'no HTTPS at this address', NOT_REACHED, 'notSent', false],
		['ETIMEDOUT', 'timeout', LATE, 'unknown', false],
		['ECONNABORTED', 'timeout', LATE, 'unknown', false],
		['ECONNRESET', 'connection reset', BROKE, 'unknown', true],
		['EPIPE', 'connection reset', BROKE, 'unknown', true],
		['ERR_SOCKET_CLOSED', 'connection closed', BROKE, 'unknown', true],
		['ERR_STREAM_PREMATURE_CLOSE', 'connection closed', BROKE, 'unknown', true],
		['EPROTO', 'no HTTPS at this address', BROKE, 'unknown', true],
		['HPE_INVALID_CONSTANT', 'no HTTP at this address', BROKE, 'unknown', true],
		['Z_DATA_ERROR', 'damaged response', BROKE, 'unknown', true],
	])('%s reads "%s": "%s", %s, can be retried: %s', (code, name, ...expected) => {
		const [message, outcome, mayDoBetter] = expected;
		const cause = new Error('middle', { cause: Object.assign(new Error('x'), { code }) });
		const fault = fromConnectionError(new Error('outer', { cause })) as ServiceFault;
		expect(fault).toMatchObject({ message, outcome, code, status: undefined });
		expect(isBrokenConnection(fault)).toBe(mayDoBetter);
		const error = shown(fault, { scopes: [] });
		expect(error.message).toBe(`${message} (${name})`);
		expect(error.description).toMatch(/Base URL|machine that runs n8n/);
		expect(error.context['itemIndex']).toBe(3);
	});

	test("about TLS on a port without it is recognized by Node 20's text", () => {
		const words = 'write EPROTO 80DC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…';
		const error = new Error('outer', { cause: Object.assign(new Error(words), { code: 'EPROTO' }) });
		const expected = { outcome: 'notSent', code: 'ERR_SSL_WRONG_VERSION_NUMBER' };
		expect(fromConnectionError(error)).toMatchObject(expected);
	});

	test.each(['socket hang up', 'aborted'])('is recognized by the text "%s"', (message) => {
		expect(fromConnectionError(new Error(message))?.code).toBe('ECONNRESET');
	});

	test.each([
		[new Error('Credentials not found')],
		[Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })],
		['text'],
		[undefined],
	])("isn't confused with other errors: %p", (error) => {
		expect(fromConnectionError(error)).toBeUndefined();
	});

	const UNTRUSTED = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED'];

	test.each(UNTRUSTED)('%s explains how n8n can trust a certificate', (code) => {
		const { description } = shown(new ServiceFault('x', 'notSent', undefined, code));
		expect(description).toContain('set the environment variable NODE_EXTRA_CA_CERTS');
	});
});

test("with the authorization server names that server's address", () => {
	const fault = new RenewalFault('The token was not renewed', 'refused', undefined, 'ENOTFOUND');
	expect(shown(fault).description).toMatch(/^Check the spelling of "Authorization Server"/);
});

test('a status appears only once', () => {
	const fault = new ServiceFault('The service answered with status 418', 'refused', 418);
	expect(shown(fault).message).toBe('The service answered with status 418');
});

describe('other errors', () => {
	test.each([2, undefined])('invalid input stays as it is and names its item (%p)', (item) => {
		const error = toNodeError(node, new InputError('"Fax ID" is empty.'), guidance, item);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('"Fax ID" is empty.');
		expect(error.context['itemIndex']).toBe(item);
	});

	test("n8n's own error stays the same object and gets its item", () => {
		const thrown = new NodeOperationError(node, 'Credentials not found');
		expect(toNodeError(node, thrown, guidance, 5)).toBe(thrown);
		expect(thrown.context['itemIndex']).toBe(5);
	});

	test.each([
		[new TypeError("Cannot read properties of undefined (reading 'id')")],
		[new NodeApiError(node, { message: 'bad_request' })],
		[new NodeOperationError(node, 'x.y is not a function')],
		['text'],
	])("%p isn't a sentence for people, so only the advice contains it", (thrown) => {
		const error = toNodeError(node, thrown, guidance, 1);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Something unexpected went wrong in the node.');
		expect(error.description).toContain(thrown instanceof Error ? thrown.message : thrown);
		expect(error.context['itemIndex']).toBe(1);
	});

	test('a canceled request keeps its error, because n8n recognizes a stopped execution by it', () => {
		const cancelled = new NodeApiError(node, { message: 'canceled' });
		expect(toNodeError(node, cancelled, guidance, 1)).toBe(cancelled);
	});

	test.each([
		new ServiceFault('Upstream said ECONNREFUSED', 'refused', 400, 'bad_request'),
		new InputError('"Fax ID" is "ENOENT", which isn\'t an identifier.'),
	])('text that contains a connection code survives n8n: %p', (thrown) => {
		expect(toNodeError(node, thrown, guidance).message).toContain(thrown.message);
	});
});

describe('an error as data', () => {
	test('puts everything under one key, which n8n recognizes as an error item', () => {
		const data = toErrorData(shown(refusal(403, 'forbidden')));
		expect(data).toEqual({
			error: {
				message: 'Words of the service (forbidden, HTTP 403)',
				description: 'Words of the service',
				code: 'forbidden',
				status: 403,
				advice: 'A personal access token needs one of these scopes: fax:all:edit, fax:shop:edit.',
				outcome: 'refused',
			},
		});
	});

	test("leaves out what's unknown", () => {
		const { error } = toErrorData(shown(new ServiceFault('x', 'unknown')));
		expect(Object.keys(error as IDataObject).sort()).toEqual(['advice', 'description', 'message', 'outcome']);
	});

	test("for invalid input, contains the message, and for a write also that it wasn't sent", () => {
		const cause = new InputError('"Fax ID" is empty.');
		const message = '"Fax ID" is empty.';
		expect(toErrorData(toNodeError(node, cause, guidance, 2))).toEqual({
			error: { message, outcome: 'notSent' },
		});
		expect(toErrorData(toNodeError(node, cause, { scopes: [] }, 2))).toEqual({ error: { message } });
	});
});
