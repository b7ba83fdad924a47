import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { Slots } from '../../nodes/shared/async/slots';
import { readJson } from '../../nodes/shared/http/answers';
import { Api, ONE_TRY, SHORT } from '../../nodes/shared/http/api';
import { Deadline } from '../../nodes/shared/http/deadline';
import { ServiceFault } from '../../nodes/shared/http/faults';
import { afterTransientFaults, withRetries } from '../../nodes/shared/http/retries';
import { useHeldDeadlines } from '../support/deadlines';
import { Concurrency } from './support/concurrency';
import { NODE } from './support/context';

/** Returns the API client of an n8n instance that handles each request with this function. */
async function apiOver(httpRequestWithAuthentication: () => Promise<unknown>): Promise<Api> {
	const context = {
		getCredentials: () => Promise.resolve({ baseUrl: 'https://service.example/v3', accessToken: 'pat' }),
		helpers: { httpRequestWithAuthentication },
	} as unknown as IExecuteFunctions;
	return await Api.connect(context, 'accessToken');
}

describe('A request without an answer', () => {
	const pass = useHeldDeadlines();

	const path = '/webhooks';

	it.each<[string, number, (api: Api) => Promise<unknown>]>([
		['a minute', 60_000, async (api) => await api.read({ path })],
		['ten seconds', 10_000, async (api) => await api.at(SHORT).write({ path, method: 'POST' })],
		['ten seconds with one try', 10_000, async (api) => await api.at(ONE_TRY).read({ path })],
		['its own time', 1_500, async (api) => await api.at(SHORT).read({ path, timeout: 1_500 })],
	])('times out after %s', async (_what, limit, ask) => {
		const end = jest.fn();
		const request = ask(await apiOver(async () => await new Promise(() => undefined)));
		request.then(end, end);

		pass(limit - 1);
		await new Promise(setImmediate);
		expect(end).not.toHaveBeenCalled();

		pass(1);
		await expect(request).rejects.toThrow('No response from Fax.Plus in time');
	});
});

it("An answer over the size limit gets its own error and isn't retried like a broken connection", async () => {
	const endless = function* () {
		yield Buffer.from('[');
		for (;;) yield Buffer.alloc(2 ** 20, ' ');
	};
	const request = jest.fn(
		async () => await Promise.resolve({ statusCode: 200, headers: {}, body: Readable.from(endless()) }),
	);
	await expect((await apiOver(request)).read({ path: '/accounts' })).rejects.toMatchObject({
		message: "The response is longer than 64 MB, so it isn't from Fax.Plus",
		code: 'unexpected_answer',
	});
	expect(request).toHaveBeenCalledTimes(1);
});

describe('When n8n drops the cause of its errors, as 2.8 does,', () => {
	const purchase = { method: 'POST' as const, path: '/shop/numbers/purchase', body: { item_id: 'a' } };

	it.each([
		['ECONNRESET', 'unknown'],
		['ECONNREFUSED', 'notSent'],
		['ECONNABORTED', 'unknown'],
	])('a write that met %s still reports whether it was carried out', async (httpCode, outcome) => {
		const error = new NodeApiError(NODE, { message: 'Request failed' }, { httpCode });
		error.httpCode = httpCode;
		const request = jest.fn().mockRejectedValue(error);
		const expected = { status: undefined, code: httpCode, outcome };
		await expect((await apiOver(request)).write(purchase)).rejects.toMatchObject(expected);
		expect(request).toHaveBeenCalledTimes(1);
	});

	it("errors that aren't about an answer stay unchanged", async () => {
		const thrown = new NodeApiError(NODE, { message: 'The credential needs to be reconnected' });
		const api = await apiOver(jest.fn().mockRejectedValue(thrown));
		await expect(api.write(purchase)).rejects.toBe(thrown);
	});
});

describe('The body of a successful answer', () => {
	async function faultOf(body: string): Promise<unknown> {
		const deadline = new Deadline(10_000);
		const reading = readJson({ status: 200, headers: {}, body }, deadline, 'refused');
		const fault = await reading.catch((error: unknown) => error);
		deadline.release();
		return fault;
	}

	it.each(['{"data": {"records": [{"id"', '[', ' \n{"a": 1'])(
		"counts as a broken connection when it's cut off: %j",
		async (text) => {
			const fault = await faultOf(text);
			expect(fault).toMatchObject({ code: 'ECONNRESET', outcome: 'unknown' });
			expect(afterTransientFaults(fault as ServiceFault)).toBe(true);
		},
	);

	it.each(['<html>', 'OK', '"text"', '5'])(
		"counts as somebody else's answer when it isn't a JSON object: %j",
		async (text) => {
			expect(await faultOf(text)).toMatchObject({ code: 'unexpected_answer' });
		},
	);
});

it('A transient fault is retried three times, each time after a longer pause', async () => {
	jest.useFakeTimers();
	const attempts: number[] = [];
	const retries = withRetries(
		async () => {
			attempts.push(Date.now());
			return await Promise.reject(new ServiceFault('Not available', 'refused', 503));
		},
		afterTransientFaults,
		60_000,
	);
	const ended = expect(retries).rejects.toThrow('Not available');
	await jest.advanceTimersByTimeAsync(60_000);
	await ended;
	const [first = 0, second = 0, third = 0] = attempts.slice(1).map((at, n) => at - (attempts[n] ?? 0));
	expect(attempts).toHaveLength(4);
	expect(second).toBeGreaterThan(first);
	expect(third).toBeGreaterThan(second);
	jest.useRealTimers();
});

it('A pause that Fax.Plus requests ends as soon as a person stops the execution', async () => {
	jest.useFakeTimers();
	const stop = new AbortController();
	const fault = new ServiceFault('Later', 'refused', 429, 'too_many_requests', 50_000);
	const attempt = jest.fn().mockRejectedValue(fault);
	const begunAt = Date.now();
	const message = expect.stringContaining('canceled') as string;
	const retries = withRetries(attempt, afterTransientFaults, 60_000, stop.signal);
	const retried = expect(retries).rejects.toMatchObject({ outcome: 'refused', message });
	await jest.advanceTimersByTimeAsync(50);
	stop.abort();
	await retried;
	expect(attempt).toHaveBeenCalledTimes(1);
	expect(Date.now() - begunAt).toBe(50);
	jest.useRealTimers();
});

test('Requests that share slots never exceed them, and a failed request frees its slot', async () => {
	const concurrency = new Concurrency();
	const api = await apiOver(async () => {
		await concurrency.count(async () => new Promise((resolve) => setTimeout(resolve, 2)));
		throw new Error('refused');
	});
	const reads = api.at({ slots: new Slots(3) });
	const results = await Promise.allSettled(
		Array.from({ length: 20 }, async (_, i) =>
			i % 2 === 0 ? reads.read({ path: '/' }) : reads.download({ path: '/' }, () => Promise.resolve()),
		),
	);
	expect(results).toHaveLength(20);
	expect(concurrency.most).toBe(3);
});
