import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { addressAt } from '../../../nodes/shared/registration/addresses';
import type { EndpointAccess } from '../../../nodes/shared/registration/repair';
import {
	removeLater,
	removeLeftBehind,
	removeLeftBehindLater,
} from '../../../nodes/shared/registration/removal';
import { instanceOf, markedUrl } from '../../../nodes/shared/endpoints/unusedMark';
import { fingerprintOf } from '../../../nodes/shared/values/fingerprint';
import type { Api } from '../../../nodes/shared/http/api';
import { ServiceFault } from '../../../nodes/shared/http/faults';
import type * as naps from '../../contract/support/naps';
import { auditTrailIn } from '../../support/auditTrail';
import { auditContext, logTo } from '../support/context';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof naps>('../../contract/support/naps').withShortNaps(),
);

const OWN = remembered({ id: 'ep_1' });
const NOTHING = remembered(undefined);
const OTHER = { account: 'B', trigger: 'other', name: 'Fax', isTest: false };
let urls = 0;

/** Returns what a workflow remembers about its endpoint. */
function remembered(endpoint: { id: string } | { id: undefined } | undefined) {
	return { at: () => endpoint, registeredAt: undefined };
}

type Answer = Partial<IN8nHttpFullResponse> | Error;

const unregistered: Answer = {
	statusCode: 404,
	body: { code: 404, message: 'The requested webhook "POST x" is not registered.' },
	headers: {},
};

/** Returns a deactivated trigger of account A, with the endpoints at its URL. At that URL, n8n gives these responses. */
function ending(answers: Answer[], ids = ['ep_1']) {
	urls += 1;
	const url = `https://n8n.example/removal/${urls}`;
	const endpoints = ids.map((id) => ({ id, url, filter_types: ['fax_received'], channels: null }));
	const removed: string[] = [];
	const failures: Error[] = [];
	const log: string[] = [];
	const trail: string[] = [];
	const logger = logTo((line) => {
		const [audited] = auditTrailIn([line]);
		if (audited) trail.push([audited['event'], audited['endpointId'], audited['outcome']].join(' '));
		else if (!line.includes('will be deleted')) log.push(line);
	});
	const api: Api = {
		context: auditContext(logger),
		read: () => Promise.resolve({ records: endpoints }),
		write: ({ method, path }: { method: string; path: string }) => {
			// A PATCH only marks the endpoint for deletion.
			if (method === 'PATCH') return Promise.resolve(undefined);
			const failure = failures.shift();
			if (failure) return Promise.reject(failure);
			removed.push(path.replace('/webhooks/', ''));
			return Promise.resolve(undefined);
		},
	} as unknown as Api;
	const context = {
		...auditContext(logger),
		getNode: () => ({ name: 'Fax', parameters: {}, credentials: { faxPlusApi: { id: 'a' } } }),
		getWorkflow: () => ({ id: 'w1', name: 'Referrals' }),
		getInstanceId: () => 'n8n 1',
		helpers: {
			httpRequest: () => {
				const answer = answers.length > 1 ? answers.shift() : answers[0];
				return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
			},
		},
	} as unknown as EndpointAccess['context'];
	const address = addressAt(url);
	const departure = address.letGo('A', OWN);
	const remove = async (): Promise<void> => {
		await removeLater({ context, api, address }, departure);
	};
	/** Returns the deletions that the audit trail has. */
	const deletions = () => trail.filter((line) => line.startsWith('endpoint.deleted'));
	return { context, api, address, endpoints, removed, failures, log, deletions, remove };
}

/** Returns the refusal of a trigger with another credential, which uses this endpoint or remembers none. */
function elsewhere(endpointId?: string): Answer {
	const mark = endpointId === undefined ? {} : { 'x-faxplus-endpoint': fingerprintOf(endpointId) };
	return { statusCode: 401, headers: { 'x-faxplus-trigger': 'owner-b', ...mark } };
}

describe('The endpoint of a deactivated trigger', () => {
	it('is removed with all others at its URL when n8n says that the URL is unused', async () => {
		const { remove, removed, log, deletions, address } = ending([unregistered], ['ep_1', 'ep_2']);
		await remove();
		expect(removed).toEqual(['ep_1', 'ep_2']);
		expect(deletions()).toEqual(['endpoint.deleted ep_1 done', 'endpoint.deleted ep_2 done']);
		expect(log).toEqual([]);
		expect(address.departures.size).toBe(0);
	});

	const KEPT = 'endpoint ep_1 is kept in Fax.Plus, because';
	const TO_BE_DELETED = 'delete it with the Fax.Plus node';

	it.each<[string, Answer, string]>([
		['a trigger of another credential without an endpoint', elsewhere(), KEPT],
		['a trigger of another credential with this endpoint', elsewhere('ep_1'), KEPT],
		["a 404 that isn't n8n's", { statusCode: 404, headers: {}, body: { error: 'no' } }, KEPT],
		['a 200', { statusCode: 200, headers: {}, body: {} }, KEPT],
		["a 401 that isn't a trigger's", { statusCode: 401, headers: {} }, KEPT],
		['nobody', new Error('connect ECONNREFUSED'), TO_BE_DELETED],
		['a gateway', { statusCode: 502, headers: {} }, TO_BE_DELETED],
	])('stays when the URL is answered by %s, and the log says so once', async (_what, answer, words) => {
		const { remove, removed, log } = ending([answer]);
		await remove();
		expect(removed).toEqual([]);
		expect(log).toEqual([expect.stringContaining(words)]);
	});

	it.each([
		{ what: 'is elsewhere', inUse: 'ep_9', gone: ['ep_1'] },
		{ what: 'is in the same account', inUse: 'ep_2', gone: [] },
	])("when another credential's trigger uses one that $what: removed $gone", async ({ inUse, gone }) => {
		const { remove, removed } = ending([elsewhere(inUse)], ['ep_1', 'ep_2']);
		await remove();
		expect(removed).toEqual(gone);
	});

	it.each([
		{ what: 'has an endpoint elsewhere', endpoint: { id: 'ep_9' }, gone: ['ep_1'] },
		{ what: 'has taken it over', endpoint: { id: 'ep_1' }, gone: [] },
		{ what: "doesn't know its endpoint yet", endpoint: undefined, gone: [] },
	])(
		'when another credential takes over its URL here and $what: removed $gone',
		async ({ endpoint, gone }) => {
			const { address, remove, removed } = ending([new Error('not to be asked')]);
			address.take(OTHER, remembered(endpoint));
			await remove();
			expect(removed).toEqual(gone);
		},
	);

	it('stays when another credential takes over its URL between the check and the deletion', async () => {
		const answers = [unregistered];
		const { address, remove, removed, log } = ending(answers);
		Object.defineProperty(answers, 0, {
			get: () => {
				address.take(OTHER, NOTHING);
				return unregistered;
			},
		});
		await remove();
		expect(removed).toEqual([]);
		expect(log).toEqual([
			expect.stringContaining('unknown which endpoint the trigger uses now. If nothing uses it, delete it'),
		]);
	});

	it('is left alone if it has another URL by then, and may already be gone', async () => {
		const moved = ending([unregistered]);
		Object.assign(moved.endpoints[0] ?? {}, { url: 'https://elsewhere.example/' });
		await moved.remove();
		expect(moved.removed).toEqual([]);

		const gone = ending([unregistered]);
		gone.failures.push(new ServiceFault('gone', 'refused', 404));
		await gone.remove();
		expect([gone.log, gone.deletions()]).toEqual([[], []]);
		expect(gone.address.deleted).toContain('ep_1');
	});

	it.each([
		new ServiceFault('no', 'refused', 403, 'forbidden'),
		new ServiceFault('the connection broke', 'unknown'),
	])("stays when Fax.Plus doesn't delete it (%s), and the log says how to", async (failure) => {
		const { remove, removed, failures, log } = ending([unregistered]);
		failures.push(failure, failure, failure, failure);
		await remove();
		expect(removed).toEqual([]);
		const words =
			/endpoint ep_1 couldn't be removed \((no|the connection broke).* Delete it with the Fax\.Plus node/;
		expect(log).toEqual([expect.stringMatching(words)]);
	});

	it.each([1, 2, 3])('is removed although Fax.Plus fails %i times before', async (times) => {
		const { remove, removed, failures, deletions } = ending([unregistered]);
		for (let time = 0; time < times; time++)
			failures.push(new ServiceFault('no', 'unknown', 500, 'internal'));
		await remove();
		expect(removed).toEqual(['ep_1']);
		const unknown = Array.from({ length: times }, () => 'endpoint.deleted ep_1 unknown');
		expect(deletions()).toEqual([...unknown, 'endpoint.deleted ep_1 done']);
	});

	it('is removed although n8n is too busy to answer at first', async () => {
		const { remove, removed } = ending([
			new Error('connect ECONNREFUSED'),
			{ statusCode: 503 },
			unregistered,
		]);
		await remove();
		expect(removed).toEqual(['ep_1']);
	});

	it("counts as removed if the answer was lost and the list doesn't show it", async () => {
		const { endpoints, remove, failures, log, deletions } = ending([unregistered]);
		Object.defineProperty(failures, 'shift', {
			value: () => {
				endpoints.length = 0;
				return new ServiceFault('the connection broke', 'unknown');
			},
		});
		await remove();
		expect(log).toEqual([]);
		expect(deletions()).toEqual(['endpoint.deleted ep_1 unknown', 'endpoint.deleted ep_1 done']);
	});

	it('is left alone if the same account has taken its URL again, or released it once more', async () => {
		const taken = ending([unregistered]);
		taken.address.take({ ...OTHER, account: 'A' }, NOTHING);
		await taken.remove();
		expect(taken.removed).toEqual([]);

		const later = ending([unregistered]);
		later.address.letGo('A', OWN);
		await later.remove();
		expect(later.removed).toEqual([]);
		expect(later.log).toEqual([]);
	});
});

describe('An endpoint that n8n has marked before it stopped', () => {
	/** Returns an endpoint that an n8n instance marked some minutes ago. The process has no other memory of it. */
	function marked(minutes: number, instance = 'n8n 1') {
		const bench = ending([unregistered]);
		bench.address.departures.clear();
		const mark = {
			since: Date.now() - minutes * 60_000,
			instance: instanceOf({ getInstanceId: () => instance }),
		};
		for (const endpoint of bench.endpoints) endpoint.url = markedUrl(endpoint.url, mark);
		return bench;
	}

	it.each([
		{ minutes: 3, instance: 'n8n 1', removed: ['ep_1'], left: [] },
		{ minutes: 1, instance: 'n8n 1', removed: [], left: ['ep_1'] },
		{ minutes: 3, instance: 'n8n 2', removed: [], left: [] },
	])(
		'$minutes minutes ago on "$instance": $removed are removed',
		async ({ minutes, instance, removed, left }) => {
			const bench = marked(minutes, instance);
			expect(await removeLeftBehind(bench, bench.endpoints)).toEqual({ removed, left });
			expect(bench.removed).toEqual(removed);
		},
	);

	it('is left to a removal that is running in this process', async () => {
		const bench = marked(3);
		bench.address.letGo('A', OWN);
		expect(await removeLeftBehind(bench, bench.endpoints)).toEqual({ removed: [], left: ['ep_1'] });
		bench.address.departures.clear();
		expect(await removeLeftBehind(bench, bench.endpoints)).toEqual({ removed: ['ep_1'], left: [] });
	});

	it('is looked for once after a start, however many triggers have the credential', async () => {
		const { context, api, removed } = marked(3);
		let connections = 0;
		const connect = async (): Promise<Api> => {
			connections += 1;
			return await Promise.resolve({ at: () => api } as unknown as Api);
		};
		await Promise.all([removeLeftBehindLater(context, connect), removeLeftBehindLater(context, connect)]);
		await removeLeftBehindLater(context, connect);
		expect(connections).toBe(1);
		expect(removed).toEqual(['ep_1']);
	});
});
