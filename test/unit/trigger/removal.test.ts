import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { leases } from '../../../nodes/FaxPlusTrigger/endpoint/leases';
import { removeLater } from '../../../nodes/FaxPlusTrigger/endpoint/removal';
import type { EndpointAccess } from '../../../nodes/FaxPlusTrigger/endpoint/access';
import { fingerprintOf } from '../../../nodes/shared/values/fingerprint';
import type { Api } from '../../../nodes/shared/service/api';
import { ServiceFault } from '../../../nodes/shared/service/faults';
import type * as naps from '../../contract/support/naps';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof naps>('../../contract/support/naps').withShortNaps(),
);

const OWN = { id: 'ep_1', isGuess: false };
let urls = 0;

type Answer = Partial<IN8nHttpFullResponse> | Error;

const unregistered: Answer = {
	statusCode: 404,
	body: { code: 404, message: 'The requested webhook "POST x" is not registered.' },
	headers: {},
};

/** A service with these endpoints at a URL whose lease of account A is ending; n8n answers requests to the URL so. */
function ending(answers: Answer[], ids = ['ep_1']) {
	urls += 1;
	const url = `https://n8n.example/removal/${urls}`;
	const endpoints = ids.map((id) => ({ id, url, filter_types: ['fax_received'], channels: null }));
	const removed: string[] = [];
	const failures: Error[] = [];
	const api: Api = {
		read: () => Promise.resolve({ records: endpoints }),
		write: ({ path }: { path: string }) => {
			const failure = failures.shift();
			if (failure) return Promise.reject(failure);
			removed.push(path.replace('/webhooks/', ''));
			return Promise.resolve(undefined);
		},
		withShortTimeout: () => api,
	} as unknown as Api;
	const log: string[] = [];
	const note = (text: string) => log.push(text);
	const context = {
		logger: { debug: note, info: note, warn: note, error: note },
		getNode: () => ({ name: 'Fax', parameters: {}, credentials: { faxPlusApi: { id: 'a' } } }),
		getWorkflow: () => ({ id: 'w1', name: 'Referrals' }),
		helpers: {
			httpRequest: () => {
				const answer = answers.length > 1 ? answers.shift() : answers[0];
				return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
			},
		},
	} as unknown as EndpointAccess['context'];
	const remove = async (lease = leases.end(url, 'A', OWN)): Promise<void> => {
		await removeLater({ context, api, lease });
	};
	return { url, endpoints, removed, failures, log, remove };
}

/** What a trigger refuses with that uses an endpoint, or remembers none, with another credential. */
function elsewhere(endpointId?: string): Answer {
	const mark = endpointId === undefined ? {} : { 'x-faxplus-endpoint': fingerprintOf(endpointId) };
	return { statusCode: 401, headers: { 'x-faxplus-trigger': 'owner-b', ...mark } };
}

describe('The endpoint of a deactivated trigger', () => {
	it('is removed when n8n says that its URL is nobody’s, with all others at this URL', async () => {
		const { remove, removed, log, url } = ending([unregistered], ['ep_1', 'ep_2']);
		await remove();
		expect(removed).toEqual(['ep_1', 'ep_2']);
		expect(log).toHaveLength(2);
		expect(leases.at(url)).toEqual([]);
	});

	it.each([
		{ what: 'a trigger of another credential without an endpoint', answer: elsewhere() },
		{ what: 'a trigger of another credential with this endpoint', answer: elsewhere('ep_1') },
		{ what: 'a 404 that is not n8n’s', answer: { statusCode: 404, headers: {}, body: { error: 'no' } } },
		{ what: 'a 200', answer: { statusCode: 200, headers: {}, body: {} } },
		{ what: 'a 401 that is no trigger’s', answer: { statusCode: 401, headers: {} } },
	])('stays when the URL is answered by $what, and the log says so once', async ({ answer }) => {
		const { remove, removed, log } = ending([answer]);
		await remove();
		expect(removed).toEqual([]);
		expect(log).toEqual([expect.stringContaining('endpoint ep_1 is kept at the service, because')]);
	});

	it.each([
		{ what: 'is elsewhere', ids: ['ep_1', 'ep_2'], inUse: 'ep_9', gone: ['ep_1'] },
		{ what: 'is at the same account', ids: ['ep_1', 'ep_2'], inUse: 'ep_2', gone: [] },
	])(
		'when a trigger of another credential has one that $what: removed $gone',
		async ({ ids, inUse, gone }) => {
			const { remove, removed } = ending([elsewhere(inUse)], ids);
			await remove();
			expect(removed).toEqual(gone);
		},
	);

	it.each([
		{ what: 'has an endpoint elsewhere', endpoint: { id: 'ep_9', isGuess: false }, gone: ['ep_1'] },
		{ what: 'has adopted it', endpoint: OWN, gone: [] },
		{ what: 'does not know yet which it has', endpoint: undefined, gone: [] },
	])('when another credential takes its URL here and $what: removed $gone', async ({ endpoint, gone }) => {
		const { url, remove, removed } = ending([new Error('not to be asked')]);
		const lease = leases.end(url, 'A', OWN);
		const taken = await leases.take(url, 'B');
		taken.lease.endpoint = endpoint;
		await remove(lease);
		expect(removed).toEqual(gone);
	});

	it('stays when its URL is taken by another credential between the question and the deletion', async () => {
		const { url, endpoints, remove, removed, log } = ending([unregistered]);
		const lease = leases.end(url, 'A', OWN);
		const [endpoint] = endpoints;
		if (!endpoint) throw new Error('there is one');
		let looks = 0;
		Object.defineProperty(endpoint, 'url', {
			get: () => {
				looks += 1;
				// Another process may not be, but this one is taken into account at the last moment.
				if (looks === 1) void leases.take(url, 'B');
				return url;
			},
		});
		await remove(lease);
		expect(removed).toEqual([]);
		expect(log[0]).toContain('its webhook URL has been taken meanwhile. This is tried again in 4 minutes.');
	});

	it.each([new Error('connect ECONNREFUSED'), { statusCode: 502, headers: {} }])(
		'is asked for three times in all while the answer is %s, and goes once it is clear',
		async (answer) => {
			const kept = ending([answer]);
			await kept.remove();
			expect(kept.removed).toEqual([]);
			expect(kept.log).toHaveLength(3);

			const going = ending([answer, answer, unregistered]);
			await going.remove();
			expect(going.removed).toEqual(['ep_1']);
		},
	);

	it('is left alone when it has another URL meanwhile, and fine when it is gone already', async () => {
		const moved = ending([unregistered]);
		Object.assign(moved.endpoints[0] ?? {}, { url: 'https://elsewhere.example/' });
		await moved.remove();
		expect(moved.removed).toEqual([]);

		const gone = ending([unregistered]);
		gone.failures.push(new ServiceFault('gone', 'refused', 404));
		await gone.remove();
		expect(gone.log).toEqual([expect.stringContaining('removed webhook endpoint ep_1')]);
	});

	it('is tried again after a transient failure, and given up after a refusal', async () => {
		const transient = ending([unregistered]);
		transient.failures.push(new ServiceFault('down', 'unknown', 503));
		await transient.remove();
		expect(transient.removed).toEqual(['ep_1']);

		const refused = ending([unregistered]);
		refused.failures.push(
			new ServiceFault('no', 'refused', 403, 'forbidden'),
			new ServiceFault('no', 'refused', 403, 'forbidden'),
		);
		await refused.remove();
		expect(refused.removed).toEqual([]);
		expect(refused.failures).toHaveLength(1);
	});
});
