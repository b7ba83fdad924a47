import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { Api } from '../../nodes/shared/http/api';

const node: INode = {
	id: '1',
	name: 'Fax.Plus',
	type: 'n8n-nodes-faxplus.faxPlus',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** The error of a request as n8n 2.8 throws it: without the cause. */
function errorWithoutCause(httpCode: string): NodeApiError {
	const error = new NodeApiError(node, { message: 'Request failed' }, { httpCode });
	error.httpCode = httpCode;
	return error;
}

/** The API over an n8n whose every request ends with this error. */
async function apiThatMeets(error: Error): Promise<{ api: Api; request: jest.Mock }> {
	const request = jest.fn().mockRejectedValue(error);
	const context = {
		getCredentials: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:9/v3', accessToken: 'token' }),
		helpers: { httpRequestWithAuthentication: request },
	} as unknown as IExecuteFunctions;
	return { api: await Api.connect(context, 'accessToken'), request };
}

const purchase = { method: 'POST' as const, path: '/shop/numbers/purchase', body: { item_id: 'a' } };

describe('an n8n that keeps no cause of its errors', () => {
	test.each([
		['ECONNRESET', 'unknown'],
		['ECONNREFUSED', 'notSent'],
		['ECONNABORTED', 'unknown'],
	])('still tells what is known of a write that met %s', async (code, outcome) => {
		const { api, request } = await apiThatMeets(errorWithoutCause(code));
		await expect(api.write(purchase)).rejects.toMatchObject({ status: undefined, code, outcome });
		expect(request).toHaveBeenCalledTimes(1);
	});

	test('leaves errors alone that have nothing to do with an answer', async () => {
		const thrown = new NodeApiError(node, { message: 'The credential needs to be reconnected' });
		const { api } = await apiThatMeets(thrown);
		await expect(api.write(purchase)).rejects.toBe(thrown);
	});
});
