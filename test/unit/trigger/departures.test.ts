import type { IN8nHttpFullResponse } from 'n8n-workflow';

import type { Departure } from '../../../nodes/FaxPlusTrigger/endpoint/departures';
import { departures } from '../../../nodes/FaxPlusTrigger/endpoint/departures';
import { fingerprintOf } from '../../../nodes/FaxPlusTrigger/marks';
import type { Api } from '../../../nodes/shared/service/api';
import { ServiceFault } from '../../../nodes/shared/service/faults';

const LINGER = 20;
let urls = 0;

const unregistered: Partial<IN8nHttpFullResponse> = {
	statusCode: 404,
	body: { code: 404, message: 'The requested webhook "POST x" is not registered.' },
	headers: {},
};

/** An endpoint that leaves, at a service with just that endpoint. */
function leaving(answer: Partial<IN8nHttpFullResponse> | Error, values: Partial<Departure> = {}) {
	urls += 1;
	const url = values.url ?? `https://n8n.example/webhook/${urls}`;
	const endpoints = [{ id: 'ep_1', url, filter_types: ['fax_received'], channels: null }];
	const removed: string[] = [];
	const failures: ServiceFault[] = [];
	const api = {
		read: () => Promise.resolve({ records: endpoints }),
		write: ({ path }: { path: string }) => {
			const failure = failures.shift();
			if (failure) return Promise.reject(failure);
			removed.push(path);
			return Promise.resolve(undefined);
		},
	} as unknown as Api;
	const logger = { info: jest.fn(), warn: jest.fn(), error: jest.fn(), debug: jest.fn() };
	const departure: Departure = {
		url,
		account: 'account A',
		owner: 'owner-a',
		endpointId: 'ep_1',
		lingerMilliseconds: LINGER,
		api,
		logger: logger,
		name: 'The trigger',
		helpers: {
			httpRequest: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
		},
		...values,
	};
	return { departure, endpoints, removed, failures, logger };
}

/** The refusal of a trigger that uses an endpoint with another credential. */
function marked(endpointId: string): Partial<IN8nHttpFullResponse> {
	const headers = { 'x-faxplus-trigger': 'owner-b', 'x-faxplus-endpoint': fingerprintOf(endpointId) };
	return { statusCode: 401, headers };
}

const settled = async (): Promise<void> => {
	await new Promise((resolve) => setTimeout(resolve, LINGER * 6));
};
const adopt = async (url: string, account: string) =>
	await departures.takeUp(url, account, ({ lingering }) => Promise.resolve(lingering?.endpointId));

describe('An endpoint that leaves', () => {
	it('lingers, and is then removed when n8n says that its URL is nobody’s', async () => {
		const { departure, removed } = leaving(unregistered);
		departures.leave(departure);
		expect(removed).toEqual([]);
		await settled();
		expect(removed).toEqual(['/webhooks/ep_1']);
	});

	it('stays when its URL is taken up again, and that is told to who does', async () => {
		const { departure, removed } = leaving(unregistered);
		departures.leave(departure);
		expect(await adopt(departure.url, 'account A')).toBe('ep_1');
		await settled();
		expect(removed).toEqual([]);
		expect(await adopt(departure.url, 'account A')).toBeUndefined();
	});

	it.each([
		{ what: 'has an endpoint of its own', endpointId: 'ep_2', gone: ['/webhooks/ep_1'] },
		{ what: 'is of the same account and has adopted it', endpointId: 'ep_1', gone: [] },
		{ what: 'does not know yet which it has', endpointId: undefined, gone: [] },
	])('when another credential takes its URL up and $what: removed $gone', async ({ endpointId, gone }) => {
		const { departure, removed } = leaving(new Error('not to be asked'));
		departures.leave(departure);
		await departures.takeUp(departure.url, 'account B', async (hold) => {
			if (endpointId !== undefined) hold.endpointId = endpointId;
			await Promise.resolve();
		});
		await settled();
		expect(removed).toEqual(gone);
	});

	it.each([
		{
			what: 'a trigger of the same credential answers',
			answer: { statusCode: 401, headers: { 'x-faxplus-trigger': 'owner-a' } },
			stays: true,
		},
		{
			what: 'a trigger of another credential answers',
			answer: { statusCode: 401, headers: { 'x-faxplus-trigger': 'owner-b' } },
			stays: true,
		},
		{
			what: 'a trigger of another credential answers, with this endpoint',
			answer: marked('ep_1'),
			stays: true,
		},
		{
			what: 'a trigger of another credential answers, with another endpoint',
			answer: marked('ep_2'),
			stays: false,
		},
		{
			what: 'something answers 404 that is not n8n',
			answer: { statusCode: 404, headers: {}, body: { error: 'no route' } },
			stays: true,
		},
		{ what: 'something answers 200', answer: { statusCode: 200, headers: {}, body: {} }, stays: true },
		{ what: 'something refuses that is no trigger', answer: { statusCode: 401, headers: {} }, stays: true },
	])('when $what: stays $stays', async ({ answer, stays }) => {
		const { departure, removed, logger } = leaving(answer);
		departures.leave(departure);
		await settled();
		expect(removed).toEqual(stays ? [] : ['/webhooks/ep_1']);
		expect(logger.warn).toHaveBeenCalledTimes(stays ? 1 : 0);
	});

	it.each([
		{ what: 'nothing answers', answer: new Error('connect ECONNREFUSED') },
		{ what: 'a gateway fails', answer: { statusCode: 502, headers: {} } },
	])('when $what: is asked for three times in all, and goes once the answer is clear', async ({ answer }) => {
		const kept = leaving(answer);
		departures.leave(kept.departure);
		let answers = 0;
		const going = leaving(unregistered, {
			helpers: {
				httpRequest: () => {
					answers += 1;
					if (answers > 2) return Promise.resolve(unregistered);
					return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
				},
			},
		});
		departures.leave(going.departure);
		await settled();
		expect(kept.removed).toEqual([]);
		expect(kept.logger.warn).toHaveBeenCalledTimes(3);
		expect(going.removed).toEqual(['/webhooks/ep_1']);
	});

	it('is left alone when its id has another URL meanwhile', async () => {
		const { departure, endpoints, removed } = leaving(unregistered);
		departures.leave(departure);
		Object.assign(endpoints[0] ?? {}, { url: 'https://elsewhere.example/' });
		await settled();
		expect(removed).toEqual([]);
	});

	it('that is gone already is fine', async () => {
		const { departure, failures, logger } = leaving(unregistered);
		failures.push(new ServiceFault('gone', 'refused', 404));
		departures.leave(departure);
		await settled();
		expect(logger.warn).not.toHaveBeenCalled();
	});

	it('is tried again after a failure that may pass, and given up after a refusal', async () => {
		const passing = leaving(unregistered);
		passing.failures.push(new ServiceFault('down', 'unknown', 503));
		departures.leave(passing.departure);
		const refused = leaving(unregistered);
		refused.failures.push(new ServiceFault('no', 'refused', 403), new ServiceFault('no', 'refused', 403));
		departures.leave(refused.departure);
		await settled();
		expect(passing.removed).toEqual(['/webhooks/ep_1']);
		expect(refused.removed).toEqual([]);
		expect(refused.failures).toHaveLength(1);
	});
});
