import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Guidance } from '../../nodes/shared/editor/errors';
import { permissionAdvice, toErrorData, toNodeError } from '../../nodes/shared/editor/errors';
import type { Outcome } from '../../nodes/shared/service/faults';
import { InputError } from '../../nodes/shared/values/inputError';
import { ServiceFault } from '../../nodes/shared/service/faults';
import { endpointEdit, endpointRead, oneEndpointEdit } from '../../nodes/shared/editor/endpointGuidance';

const node: INode = {
	id: '1',
	name: 'Fax.Plus',
	type: 'n8n-nodes-faxplus.faxPlus',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

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

describe('a refusal of the service', () => {
	test.each([
		[401, 'unauthorized', /^The token has expired, was revoked or is mistyped\. .* reconnect it/],
		[
			400,
			'invalid_user_id',
			/^The service does not accept the user of the token for this\. A personal access/,
		],
		[
			403,
			'invalid_user_id',
			/^The service does not accept the user of the token for this\. A personal access/,
		],
		[400, 'bad_request', /^Check the values of the fields\.$/],
		[404, 'bad_request', /^Check the values of the fields\.$/],
		[400, 'invalid_number', /^Check the values of the fields\.$/],
		[403, 'forbidden', /one of these scopes: fax:all:edit, fax:shop:edit\.$/],
		[
			404,
			'not_found',
			/^Nothing was found at this address\. Check the values of the fields; .* Base URL in the credential\.$/,
		],
		[409, 'conflict', /^Check the Base URL in the credential and the values/],
		[429, 'too_many_requests', /^The service asks for fewer requests/],
		[500, 'internal_server_error', /The service has a problem of its own\. Try again later\.$/],
		[502, undefined, /The service has a problem of its own/],
		[503, undefined, /^The service has a problem of its own/],
		[504, undefined, /The service has a problem of its own/],
	])('%i %s is shown with description, code, status, advice and item', (status, code, advice) => {
		const error = shown(refusal(status, code), { scopes: guidance.scopes });
		expect(error.message).toBe(
			`Words of the service (${code === undefined ? '' : `${code}, `}HTTP ${status})`,
		);
		expect(error.description).toMatch(advice);
		expect(error.httpCode).toBe(String(status));
		expect(error.context['itemIndex']).toBe(3);
		expect(error.node).toEqual(node);
	});

	describe('of a user', () => {
		const userId = field('User ID', 'self');
		const memberIds = field('Member IDs');

		test.each([
			[userId, /^Check User ID: "self" stands for the account of the credential, and only corporate/],
			[memberIds, /^Check Member IDs: only members of your own corporate account may be named\.$/],
		])('leads to the field that names it: %#', (userField, advice) => {
			const advised = { ...guidance, userField };
			expect(shown(refusal(400, 'invalid_user_id'), advised).description).toMatch(advice);
		});

		test('with status 403 names what the user of the token needs too', () => {
			const advised = { ...guidance, adminOnly: true, userField: memberIds };
			expect(shown(refusal(403, 'invalid_user_id'), advised).description).toBe(
				'The service does not accept the user of the token for this. The service allows this to administrators only. A personal access token needs one of these scopes: fax:all:edit, fax:shop:edit. Check Member IDs: only members of your own corporate account may be named.',
			);
		});

		test('is about the user of the token where no field names one', () => {
			const advised = { scopes: ['fax:ai_settings:edit'], adminOnly: true };
			expect(shown(refusal(400, 'invalid_user_id'), advised).description).toBe(
				'The service does not accept the user of the token for this. The service allows this to administrators only. A personal access token needs one of these scopes: fax:ai_settings:edit.',
			);
		});
	});

	describe('of a call about one item', () => {
		const itemField = field('Fax ID');
		const gone =
			'Check Fax ID: the service found nothing with it. It may have been deleted, or belong to another account.';

		test.each([
			[400, 'bad_request', gone],
			[404, 'bad_request', gone],
			[404, 'not_found', `${gone} If nothing is found at all, check the Base URL in the credential.`],
			[400, 'invalid_number', 'Check the values of the fields.'],
		])('%i %s: %s', (status, code, advice) => {
			expect(shown(refusal(status, code), { scopes: [], itemField }).description).toBe(advice);
		});

		test('that sends values beside, may be about those as well', () => {
			const advised = { scopes: [], itemField, sendsValues: true };
			expect(shown(refusal(400, 'bad_request'), advised).description).toBe(
				`${gone} If it is right, check the values of the other fields.`,
			);
		});
	});

	test('says that only administrators may, where that is so', () => {
		const adminOnly = { scopes: ['fax:ai_settings:edit'], adminOnly: true };
		expect(shown(refusal(403, 'forbidden'), adminOnly).description).toBe(
			'The service allows this to administrators only. A personal access token needs one of these scopes: fax:ai_settings:edit.',
		);
	});

	test('names no scope for a call that needs none', () => {
		expect(permissionAdvice({ scopes: [] })).toBe('The account of the credential may not do this.');
	});

	test.each([
		['reading', endpointRead, 'fax:webhook:read, fax:all:read'],
		['changing', endpointEdit, 'fax:webhook:edit, fax:all:edit'],
	])('%s webhook endpoints: 403 and 404 name feature, scope and setting', (_what, advised, scopes) => {
		expect(shown(refusal(403, 'forbidden'), advised).description).toBe(
			`The account lacks the webhooks feature of the Enterprise plan, or the token may not do this. A personal access token needs one of these scopes: ${scopes}.`,
		);
		expect(shown(refusal(404, 'not_found'), advised).description).toMatch(
			/^Webhooks are not enabled: turn them on in the integrations settings/,
		);
	});

	test('one webhook endpoint: 404 means the endpoint first, then the setting', () => {
		expect(shown(refusal(404, 'not_found'), oneEndpointEdit).description).toMatch(
			/^There is no endpoint with this ID .*, or webhooks are not enabled/,
		);
	});

	test('advice for a status goes before advice for a code, and both before what is said in general', () => {
		const advice = { '400': 'by status', bad_request: 'by code' };
		expect(shown(refusal(400, 'bad_request'), { scopes: [], advice }).description).toBe('by status');
		expect(shown(refusal(404, 'bad_request'), { scopes: [], advice }).description).toBe('by code');
	});
});

describe('a write whose outcome nobody knows', () => {
	const unknown = 'It is not known whether the service carried this out, and the node did not try again. ';

	test.each<[Outcome, boolean]>([
		['unknown', true],
		['refused', false],
		['notSent', false],
	])('outcome %s: says so and how to find out: %s', (outcome, says) => {
		const { description } = shown(new ServiceFault('x', outcome, undefined, 'ECONNRESET'));
		expect(description?.startsWith(`${unknown}Look at the balance.`)).toBe(says);
	});

	test('a read says nothing of the kind', () => {
		const { description } = shown(refusal(500), { scopes: [] });
		expect(description).not.toContain('not known');
	});
});

describe('an error of the connection', () => {
	test.each([
		['ECONNREFUSED', 'connection refused'],
		['ECONNRESET', 'connection reset'],
		['ENOTFOUND', 'unknown host'],
		['ETIMEDOUT', 'timeout'],
		['ECONNABORTED', 'timeout'],
		['EHOSTUNREACH', 'host unreachable'],
		['ENETUNREACH', 'network unreachable'],
		['EAI_AGAIN', 'name lookup failed'],
		['EPIPE', 'EPIPE'],
	])('%s reads "%s" and keeps the message', (code, words) => {
		const error = shown(new ServiceFault('The service could not be reached', 'notSent', undefined, code));
		expect(error.message).toBe(`The service could not be reached (${words})`);
		expect(error.description).toMatch(/^Check the Base URL in the credential and the network/);
		expect(error.context['itemIndex']).toBe(3);
	});
});

describe('other errors', () => {
	test('bad input is shown as it is, for its item', () => {
		const error = toNodeError(node, new InputError('Fax ID is empty.'), guidance, 2);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe('Fax ID is empty.');
		expect(error.context['itemIndex']).toBe(2);
	});

	test('what n8n itself threw stays the same error and learns its item', () => {
		const thrown = new NodeOperationError(node, 'Credentials not found');
		expect(toNodeError(node, thrown, guidance, 5)).toBe(thrown);
		expect(thrown.context['itemIndex']).toBe(5);
	});

	test('without an item, none is named', () => {
		const error = toNodeError(node, new InputError('x'), guidance);
		expect(error.context['itemIndex']).toBeUndefined();
	});

	test.each([
		[new TypeError('boom'), 'boom'],
		['text', 'text'],
	])('%p becomes an error of the node', (thrown, message) => {
		const error = toNodeError(node, thrown, guidance, 1);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(message);
		expect(error.context['itemIndex']).toBe(1);
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
		const data = toErrorData(shown(new ServiceFault('x', 'unknown')));
		expect(Object.keys(data['error'] as IDataObject).sort()).toEqual([
			'advice',
			'description',
			'message',
			'outcome',
		]);
	});

	test('of bad input holds the message', () => {
		const error = toNodeError(node, new InputError('Fax ID is empty.'), guidance, 2);
		expect(toErrorData(error)).toEqual({ error: { message: 'Fax ID is empty.' } });
	});
});
