import type { IHookFunctions } from 'n8n-workflow';

import { Api } from '../../nodes/shared/http/api';
import { useHeldDeadlines } from '../support/deadlines';

const pass = useHeldDeadlines();

/** An account whose service takes requests and never answers. */
async function silentService(): Promise<Api> {
	const context = {
		getCredentials: () => Promise.resolve({ baseUrl: 'https://service.example/v3', accessToken: 'pat' }),
		helpers: { httpRequestWithAuthentication: async () => await new Promise(() => undefined) },
	} as unknown as IHookFunctions;
	return await Api.connect(context, 'accessToken');
}

describe('A request to a service that stays silent', () => {
	it.each<[string, number, (api: Api) => Promise<unknown>]>([
		['a minute', 60_000, async (api) => await api.read({ path: '/plan' })],
		[
			'ten seconds with a short timeout',
			10_000,
			async (api) => {
				await api.withShortTimeout().write({ path: '/webhooks', method: 'POST' });
			},
		],
		['ten seconds with one try', 10_000, async (api) => await api.withOneTry().read({ path: '/webhooks' })],
		[
			'the time that it asks for',
			1_500,
			async (api) => await api.withShortTimeout().read({ path: '/plan', timeout: 1_500 }),
		],
	])('is given up after %s', async (_what, limit, ask) => {
		const end = jest.fn();
		const request = ask(await silentService());
		request.then(end, end);

		pass(limit - 1);
		await new Promise(setImmediate);
		expect(end).not.toHaveBeenCalled();

		pass(1);
		await expect(request).rejects.toThrow('The service did not answer in time');
	});
});
