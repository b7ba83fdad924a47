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

test('only an execution that a person has stopped ends with the word by which n8n knows that', () => {
	const words = 'The fax was canceled';
	for (const error of [refusal(400, 'gone', words), new InputError(words)]) {
		expect(toNodeError(node, error, guidance).message).toContain('The fax was cancelled');
	}
	expect(toNodeError(node, canceled('unknown'), guidance).message).toContain('canceled');
});

test('of a timeout only who has the option is told to raise it', () => {
	const late = new ServiceFault('No answer', 'unknown', undefined, 'ETIMEDOUT');
	const told = (hasTimeout: boolean) => shown(late, { scopes: [], hasTimeout }).description;
	expect(told(false)).toMatch(/^Try again later\. If it happens again, check the network/);
	expect(told(true)).toMatch(/^Try again later, or raise "Timeout" under "Options"\. If/);
});

test.each([
	['SsrfBlockedIpError', 'The request was blocked because it resolves to a restricted IP address'],
	['SsrfBlockedHostnameError', 'The request was blocked because the destination hostname is restricted'],
	['NodeApiError', 'The request was blocked because it resolves to a restricted IP address'],
])('what the protection of n8n keeps back was not sent, and who can allow it is told (%s)', (name, words) => {
	const cause = Object.assign(new Error(words), { name });
	const fault = fromConnectionError(new Error('Request failed', { cause }));
	expect(fault?.outcome).toBe('notSent');
	const { message, description, context } = shown(fault as ServiceFault);
	expect(message).toBe('n8n blocked the request to Fax.Plus (blocked by n8n)');
	expect(description).toMatch(/SSRF.*Base URL.*N8N_SSRF_ALLOWED_HOSTNAMES/);
	expect(context['faxPlus']).toMatchObject({ outcome: 'notSent' });
});

describe('a refusal of the service', () => {
	const ADMINS = 'Fax.Plus allows this only to administrators.';
	const NEEDED = 'A personal access token needs one of these scopes: fax:all:edit, fax:shop:edit.';

	const adviceOn = (status: number, code: string, advised: Guidance) =>
		shown(refusal(status, code), advised).description;

	const OF_TOKEN = /^Fax\.Plus doesn't allow this to the user of the token\. A personal access/;
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
		[302, undefined, /^Check "Base URL" in the credential\. Something other than Fax\.Plus answers there/],
		[402, 'payment_required', /^Fax\.Plus asks for a payment\. Check the plan and the balance/],
		[404, undefined, /check "Base URL" in the credential\.$/],
		[407, undefined, /^A proxy between n8n and Fax\.Plus asks for a login\. Check the proxy settings/],
		[408, undefined, /^The request took too long\. Try again\.$/],
		[409, 'conflict', /^It conflicts with something that exists/],
		[418, 'teapot', VALUES],
		[418, undefined, VALUES_OR_URL],
		[422, 'unprocessable', VALUES],
		[429, 'too_many_requests', /^Fax.Plus asks for fewer requests/],
		[500, 'internal_server_error', /Fax\.Plus itself has a problem\. Try again later\.$/],
		[502, undefined, /Fax.Plus itself has a problem/],
		[503, undefined, /^Fax.Plus itself has a problem/],
		[504, undefined, /Fax.Plus itself has a problem/],
	])('%i %s is shown with description, code, status, advice and item', (status, code, advice) => {
		const error = shown(refusal(status, code), { scopes: guidance.scopes });
		expect(error.message).toBe(`Words of the service (${code ? `${code}, ` : ''}HTTP ${status})`);
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBe(String(status));
		expect(error.context['itemIndex']).toBe(3);
		expect(error.node).toEqual(node);
	});

	describe('of a user', () => {
		const memberIds = field('Member IDs');

		const checkMember = 'Check "Member IDs". You can only select members of your own corporate account.';
		const ofToken = `Fax.Plus doesn't allow this to the user of the token. ${ADMINS} ${NEEDED}`;
		const ofMembers = { adminOnly: true, userField: memberIds };

		test.each<[string, number, Partial<Guidance>, string]>([
			[
				'leads to the field that names it, where "self" may stand',
				400,
				{ userField: userIdField },
				'Check "User ID". "self" is the account of the credential. Only administrators of a corporate account can select a member.',
			],
			['leads to the field that names it', 400, { userField: memberIds }, checkMember],
			[
				'tells of administrators too where the call is about the user, as a member is told the same code',
				400,
				{ ...ofMembers, itemField: memberIds },
				`${checkMember} ${ADMINS}`,
			],
			['with status 403 names what the token needs too', 403, ofMembers, `${ofToken} ${checkMember}`],
			['is about the user of the token where no field names one', 400, { adminOnly: true }, ofToken],
		])('%s', (_what, status, advised, advice) => {
			expect(adviceOn(status, 'invalid_user_id', { ...guidance, ...advised })).toBe(advice);
		});
	});

	describe('of a call about one item', () => {
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

		test('that sends values beside, may be about those as well', () => {
			expect(adviceOn(400, 'bad_request', { scopes: [], itemField, sendsValues: true })).toBe(
				`${gone} If it's right, check the values of the other fields.`,
			);
		});
	});

	test('says that only administrators may, where that is so', () => {
		expect(adviceOn(403, 'forbidden', { ...guidance, adminOnly: true })).toBe(`${ADMINS} ${NEEDED}`);
	});

	test('names no scope for a call that needs none', () => {
		expect(permissionAdvice({ scopes: [] })).toBe("The account of the credential isn't allowed to do this.");
	});

	test.each([
		['reading', endpointRead, 'one of these scopes: fax:webhook:read, fax:all:read.'],
		[
			'creating, which reads too,',
			endpointCreation,
			'the scopes fax:webhook:read and fax:webhook:edit, or fax:all:read and fax:all:edit.',
		],
	])('%s webhook endpoints: 403 and 404 name feature, scope and setting', (_what, advised, needed) => {
		expect(adviceOn(403, 'forbidden', advised)).toBe(
			`Webhooks need an Enterprise plan, and a token with the right scopes. A personal access token needs ${needed}`,
		);
		expect(adviceOn(404, 'not_found', advised)).toMatch(
			/^Turn webhooks on in Fax\.Plus, under Settings > Integrations/,
		);
	});

	test('one webhook endpoint: 404 means the endpoint first, then the setting', () => {
		expect(adviceOn(404, 'not_found', oneEndpointEdit)).toMatch(
			/^Check "Webhook Endpoint"\. .* or webhooks are off/,
		);
		const scopes = /needs one of these scopes: fax:webhook:edit, fax:all:edit\.$/;
		expect(adviceOn(403, 'forbidden', oneEndpointEdit)).toMatch(scopes);
	});

	test('advice for a status goes before advice for a code, and both before what is said in general', () => {
		const advice = { '400': 'by status', bad_request: 'by code' };
		expect(adviceOn(400, 'bad_request', { scopes: [], advice })).toBe('by status');
		expect(adviceOn(404, 'bad_request', { scopes: [], advice })).toBe('by code');
	});
});

describe('a write whose outcome nobody knows', () => {
	const purchase = { ...guidance, effect: 'the number was bought', ifNotDone: "The number wasn't bought." };

	test('says so in the message, which is all that lists and AI agents are shown, and then how to find out', () => {
		const lost = new ServiceFault('The connection broke', 'unknown', undefined, 'ECONNRESET');
		const { message, description } = shown(lost, purchase);
		const words = "The connection broke (connection reset). It's unknown whether the number was bought.";
		expect(message).toBe(words);
		expect(description).toBe("The node didn't try again. Look at the balance.");
	});

	test('warns there of a second time, which costs money or is seen by others', () => {
		const once = { ...purchase, refusesRetryOnFail: true };
		expect(shown(new ServiceFault('The connection broke', 'unknown'), once).message).toBe(
			"The connection broke. It's unknown whether the number was bought. Don't repeat it before you've checked.",
		);
		expect(shown(new ServiceFault('No', 'refused', 400), once).message).not.toMatch(/repeat/);
	});

	test('leads to the Base URL too when something other than the service has answered', () => {
		const { description } = shown(new ServiceFault('A page', 'unknown', 200, 'unexpected_answer'), purchase);
		expect(description).toMatch(/^The node didn't try again\. Look at the balance\. Check "Base URL"/);
	});

	test.each<Outcome>(['refused', 'notSent'])('is another matter when it was certainly %s', (outcome) => {
		const { message, description } = shown(new ServiceFault('x', outcome, 400, 'no'), purchase);
		expect(message).toBe('x (no, HTTP 400)');
		expect(description).toBe("Check the values of the fields. The number wasn't bought.");
	});

	test('a read says nothing of the kind, and nothing of an outcome', () => {
		const error = shown(refusal(500), { scopes: [] });
		expect(`${error.message} ${error.description ?? ''}`).not.toContain('not known');
		expect(error.context['faxPlus']).not.toHaveProperty('outcome');
	});
});

describe('an error of the connection', () => {
	const NOT_REACHED = "n8n couldn't reach Fax.Plus";
	const LATE = 'No answer from Fax.Plus in time';
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
		['Z_DATA_ERROR', 'damaged answer', BROKE, 'unknown', true],
	])('%s reads "%s": "%s", %s, another attempt may do better: %s', (code, name, ...told) => {
		const [message, outcome, mayDoBetter] = told;
		const cause = new Error('middle', { cause: Object.assign(new Error('x'), { code }) });
		const fault = fromConnectionError(new Error('outer', { cause })) as ServiceFault;
		expect(fault).toMatchObject({ message, outcome, code, status: undefined });
		expect(isBrokenConnection(fault)).toBe(mayDoBetter);
		const error = shown(fault, { scopes: [] });
		expect(error.message).toBe(`${message} (${name})`);
		expect(error.description).toMatch(/Base URL|machine that runs n8n/);
		expect(error.context['itemIndex']).toBe(3);
	});

	test('of TLS at a port without it is known by the words of Node 20', () => {
		const words = 'write EPROTO 80DC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…';
		const error = new Error('outer', { cause: Object.assign(new Error(words), { code: 'EPROTO' }) });
		const told = { outcome: 'notSent', code: 'ERR_SSL_WRONG_VERSION_NUMBER' };
		expect(fromConnectionError(error)).toMatchObject(told);
	});

	test.each(['socket hang up', 'aborted'])('is known by the words "%s"', (message) => {
		expect(fromConnectionError(new Error(message))?.code).toBe('ECONNRESET');
	});

	test.each([
		[new Error('Credentials not found')],
		[Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })],
		['text'],
		[undefined],
	])('is not what else went wrong: %p', (error) => {
		expect(fromConnectionError(error)).toBeUndefined();
	});

	const UNTRUSTED = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED'];

	test.each(UNTRUSTED)('%s tells how n8n can be made to trust a certificate', (code) => {
		const { description } = shown(new ServiceFault('x', 'notSent', undefined, code));
		expect(description).toContain('set the environment variable NODE_EXTRA_CA_CERTS');
	});
});

test('a connection to the authorization server leads to the address of that', () => {
	const fault = new RenewalFault('The token was not renewed', 'refused', undefined, 'ENOTFOUND');
	expect(shown(fault).description).toMatch(/^Check the spelling of "Authorization Server"/);
});

test('a status is not said twice', () => {
	const fault = new ServiceFault('The service answered with status 418', 'refused', 418);
	expect(shown(fault).message).toBe('The service answered with status 418');
});

describe('other errors', () => {
	test.each([2, undefined])('bad input is shown as it is, for its item (%p)', (item) => {
		const error = toNodeError(node, new InputError('"Fax ID" is empty.'), guidance, item);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('"Fax ID" is empty.');
		expect(error.context['itemIndex']).toBe(item);
	});

	test('what n8n itself threw stays the same error and learns its item', () => {
		const thrown = new NodeOperationError(node, 'Credentials not found');
		expect(toNodeError(node, thrown, guidance, 5)).toBe(thrown);
		expect(thrown.context['itemIndex']).toBe(5);
	});

	test.each([
		[new TypeError("Cannot read properties of undefined (reading 'id')")],
		[new NodeApiError(node, { message: 'bad_request' })],
		[new NodeOperationError(node, 'x.y is not a function')],
		['text'],
	])('%p is no sentence for people, so it stands in the advice only', (thrown) => {
		const error = toNodeError(node, thrown, guidance, 1);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Something unexpected went wrong in the node.');
		expect(error.description).toContain(thrown instanceof Error ? thrown.message : thrown);
		expect(error.context['itemIndex']).toBe(1);
	});

	test('a cancelled request stays what it is, because n8n knows by it that a person has stopped the execution', () => {
		const cancelled = new NodeApiError(node, { message: 'canceled' });
		expect(toNodeError(node, cancelled, guidance, 1)).toBe(cancelled);
	});

	test.each([
		new ServiceFault('Upstream said ECONNREFUSED', 'refused', 400, 'bad_request'),
		new InputError('"Fax ID" is "ENOENT", which isn\'t an identifier.'),
	])('words that hold the code of a connection survive n8n: %p', (thrown) => {
		expect(toNodeError(node, thrown, guidance).message).toContain(thrown.message);
	});
});

describe('an error as data', () => {
	test('holds everything under one key, by which n8n knows an error item', () => {
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

	test('leaves out what is not known', () => {
		const { error } = toErrorData(shown(new ServiceFault('x', 'unknown')));
		expect(Object.keys(error as IDataObject).sort()).toEqual(['advice', 'description', 'message', 'outcome']);
	});

	test('of bad input holds the message, and of a write that it was not sent', () => {
		const cause = new InputError('"Fax ID" is empty.');
		const message = '"Fax ID" is empty.';
		expect(toErrorData(toNodeError(node, cause, guidance, 2))).toEqual({
			error: { message, outcome: 'notSent' },
		});
		expect(toErrorData(toNodeError(node, cause, { scopes: [] }, 2))).toEqual({ error: { message } });
	});
});
