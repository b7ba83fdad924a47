import type { IHookFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Api } from '../../nodes/shared/service/api';

/** An account whose service answers every request with an empty object; notes the requests. */
function account() {
	const requests: IHttpRequestOptions[] = [];
	const context = {
		getCredentials: () => Promise.resolve({ baseUrl: 'https://service.example/v3', accessToken: 'pat' }),
		helpers: {
			httpRequestWithAuthentication: (_type: string, options: IHttpRequestOptions) => {
				requests.push(options);
				return Promise.resolve({ statusCode: 200, headers: {}, body: {} });
			},
		},
	} as unknown as IHookFunctions;
	return { context, requests };
}

describe('Requests to the service', () => {
	it('wait a minute for the answer, or ten seconds with a short timeout, unless they say how long', async () => {
		const { context, requests } = account();
		const api = await Api.connect(context, 'accessToken');
		await api.read({ path: '/plan' });
		await api.withShortTimeout().write({ path: '/webhooks', method: 'POST' });
		await api.withShortTimeout().read({ path: '/plan', timeout: 1_500 });

		expect(requests.map(({ timeout }) => timeout)).toEqual([60_000, 10_000, 1_500]);
	});
});
