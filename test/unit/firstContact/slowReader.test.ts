import { SlowReader, type Source } from '../../../tools/first-contact/slowReader';
import { ServiceFault } from '../../../nodes/shared/http/faults';
import { inTime, useFakeClock } from '../support/clock';

useFakeClock();

/** A service that notes when it was asked for what. */
function service(answer: (path: string) => unknown = () => ({})) {
	const requests: Array<{ path: string; at: number }> = [];
	const source: Source = {
		dateTold: undefined,
		read: async <T>({ path }: { path: string }) => {
			requests.push({ path, at: Date.now() });
			return await Promise.resolve(answer(path) as T);
		},
		bytesOf: async () => await Promise.reject(new Error('not asked for')),
	};
	return { source, requests };
}

function fault(status?: number): ServiceFault {
	return new ServiceFault('No', 'refused', status, 'bad_request');
}

async function askAll(asking: SlowReader, paths: readonly string[]): Promise<unknown[]> {
	const faults: unknown[] = [];
	for (const path of paths) await asking.read({ path }).catch((error: unknown) => faults.push(error));
	return faults;
}

const paths = Array.from({ length: 45 }, (_none, at) => `/${at}`);

test('requests are a second apart, and forty in all', async () => {
	const { source, requests } = service();
	const asking = new SlowReader(source, 1000);
	const faults = await inTime(askAll(asking, paths), 50);
	expect(requests.map(({ path }) => path)).toEqual(paths.slice(0, 40));
	const distances = requests.slice(1).map(({ at }, before) => at - (requests[before]?.at ?? 0));
	expect(Math.min(...distances)).toBeGreaterThanOrEqual(1000);
	expect(faults).toHaveLength(5);
	expect(asking.ended).toBeInstanceOf(ServiceFault);
});

test.each([undefined, 400, 403, 404, 500, 503])('what met %s is not asked for again', async (status) => {
	const { source, requests } = service(() => {
		throw fault(status);
	});
	const asking = new SlowReader(source, 1000);
	expect(await inTime(askAll(asking, ['/a', '/a', '/a']), 50)).toHaveLength(3);
	expect(requests).toHaveLength(1);
});

test.each([
	['a void token ends the asking', [401], 1],
	['a request for a rest does', [429], 1],
	['two silences, one after the other, do', [404, undefined, undefined], 3],
	['five troubles of the same kind, one after the other, do', [404, 502, 500, 500, 500, 500, 500], 7],
	['five refusals in the words of the service do not', [403, 403, 403, 403, 403, 403], 9],
	['nothing else does', [403, undefined, 500, undefined, 404], 9],
])('%s', async (_what, statuses, expected) => {
	const left = [...statuses];
	const { source, requests } = service(() => {
		if (left.length > 0) throw fault(left.shift());
		return {};
	});
	await inTime(askAll(new SlowReader(source, 1000), paths.slice(0, 9)), 50);
	expect(requests).toHaveLength(expected);
});

test.each([
	[0, 'Thu, 01 Jan 2026 00:00:00 GMT', 500],
	[90_000, 'Thu, 01 Jan 2026 00:00:00 GMT', -89_500],
])('the clock of the service is read from its first answer', async (later, date, ahead) => {
	jest.setSystemTime(Date.parse(date) + later);
	const { source } = service();
	const asking = new SlowReader({ ...source, dateTold: date }, 1000);
	await asking.read({ path: '/a' });
	expect(asking.clockAhead).toBe(ahead);
});
