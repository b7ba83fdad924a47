import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { BROKEN_BODIES, seed } from '../../../tools/simulator';
import type { Failure } from '../../../tools/simulator/failures';
import { AUTHENTICATIONS, useBench } from '../support/bench';
import { jsonOf, type NodeRun } from '../support/execution';
import { clinic } from '../support/operationCases';
import { numberOf, outcomeOf, sendingOf } from '../support/sending';

const bench = useBench();
const { submissions, taken, waiting, slowly, ...sending } = sendingOf(bench);

/** Returns items for one fax each, all to different numbers. */
function faxes(count: number): INodeExecutionData[] {
	return Array.from({ length: count }, (_, i) => ({ json: { to: numberOf(i) } }));
}

async function send(count: number, parameters: INodeParameters = {}, more: Partial<NodeRun> = {}) {
	const ofItem = { to: '={{ $json.to }}', text: '=Fax to {{ $json.to }}' };
	return await sending.send(
		{ ...ofItem, ...parameters },
		{ items: faxes(count), onError: 'continueRegularOutput', ...more },
	);
}

const times = (i: number): number | undefined => taken()[numberOf(i)];

beforeEach(slowly);

const outcomesOf = (items: INodeExecutionData[]): unknown[] => items.map(outcomeOf);

function failSends(times: number, failure: Partial<Failure> & Pick<Failure, 'with'>): void {
	bench().simulator.fail({ operationId: 'sendFax', times, ...failure });
}

test.each<[string, Pick<Failure, 'with'>]>([
	['the connection breaks', { with: 'hang-up' }],
	['Fax.Plus answers 500', { with: 500 }],
	['a gateway answers 503', { with: 503 }],
])(
	'ten sends that Fax.Plus accepted before %s are reported as sent, once each, with their IDs',
	async (_how, failure) => {
		failSends(10, { ...failure, afterEffect: true });
		const { items } = await send(10);
		expect(jsonOf(items)).toEqual(
			Array.from({ length: 10 }, (_, i) => ({
				id: waiting(numberOf(i))?.id,
				to: numberOf(i),
				from: seed.ownedNumber,
				status: 'submitted',
			})),
		);
		expect(taken()).toEqual(Object.fromEntries(faxes(10).map(({ json }) => [json['to'], 1])));
	},
);

test.each<[number, string, Pick<Failure, 'with'>]>([
	[30, 'whose connection breaks before Fax.Plus accepts them', { with: 'hang-up' }],
	[10, 'with the answer 500', { with: 500 }],
])('%d sends %s are never reported as sent, and none is repeated', async (count, _how, failure) => {
	failSends(count, failure);
	const { items } = await send(count);
	expect(outcomesOf(items)).toEqual(Array.from({ length: count }, () => 'unknown'));
	expect(taken()).toEqual({});
	expect(submissions()).toHaveLength(count);
	const { error } = jsonOf(items)[0] as { error: { message: string; advice: string } };
	expect(error.message).toMatch(
		/It's unknown whether the fax was sent\. Don't repeat it before you've checked\.$/,
	);
	expect(error.advice).toMatch(
		/^The node didn't try again\. Before you send it again, wait a few minutes\. Then check the outbox/,
	);
});

test.each(
	AUTHENTICATIONS.flatMap((authentication) => BROKEN_BODIES.map((body) => ({ authentication, body }))),
)(
	'a send with an incomplete answer was sent once ($authentication, $body)',
	async ({ authentication, body }) => {
		failSends(1, { with: body });
		const credentials = await bench().credentials(authentication);
		const { items } = await send(1, { authentication }, { credentials });
		expect(outcomesOf(items)).toEqual(['submitted']);
		expect(times(0)).toBe(1);
	},
);

test.each([
	'{"error":"internal_server_error","description":"Unexpected server error"}',
	'<html>Please log in</html>',
	'{"error":"insufficient_credit"}',
	'{"success":false,"message":"denied"}',
	'[]',
	'false',
	'',
])("an answer %s isn't a success, unless the outbox has the fax", async (text) => {
	failSends(1, { with: 200, text });
	failSends(1, { with: 200, text, afterEffect: true });
	const { items } = await send(2);
	expect(outcomesOf(items)).toEqual(['unknown', 'submitted']);
	expect([times(0), times(1)]).toEqual([undefined, 1]);
});

test('a send without an answer goes out once, and is found if Fax.Plus accepted it', async () => {
	failSends(1, { with: 'silence' });
	failSends(1, { with: 'silence', afterEffect: true });
	const { items } = await send(2, { options: { timeout: 1 } });
	expect(outcomesOf(items)).toEqual(['unknown', 'submitted']);
	expect([times(0), times(1)]).toEqual([undefined, 1]);
});

test('with a closed port, nothing was sent, and the error claims nothing else', async () => {
	const credentials = await bench().accessToken(seed.ownerToken, 'http://127.0.0.1:9/v3');
	const { items } = await send(1, {}, { credentials });
	expect(outcomesOf(items)).toEqual(['notSent']);
});

test.each([403, 404, 408, 409, 503])(
	"%i after Fax.Plus accepted the fax isn't a refusal, because something in between may have answered",
	async (status) => {
		failSends(1, { with: status, error: 'of_a_gateway', description: 'Not now', afterEffect: true });
		const { items } = await send(1);
		expect(outcomesOf(items)).toEqual(['submitted']);
		expect(times(0)).toBe(1);
	},
);

test.each([429, 403, 404])(
	"a page with %i after Fax.Plus accepted the fax isn't a refusal: the fax is found in the outbox, and unknown once it has left",
	async (status) => {
		const page = { with: status, text: '<html>Blocked</html>', afterEffect: true } as const;
		failSends(2, page);
		bench().simulator.latency = ({ operationId }) => {
			const gone = clinic(bench().simulator).outbox;
			if (operationId === 'listOutboxFaxes')
				for (const [id, { to }] of gone) if (to === numberOf(1)) gone.delete(id);
			return 0;
		};
		const { items } = await send(2);
		expect(outcomesOf(items)).toEqual(['submitted', 'unknown']);
		expect(submissions()).toHaveLength(2);
	},
);

test.each(['a/b?c#d', '[a, b]', '..'])(
	"an ID that doesn't fit into a path doesn't affect what was sent: %s",
	async (id) => {
		const text = JSON.stringify({ ids: { [numberOf(0)]: id } });
		failSends(1, { with: 201, text, contentType: 'application/json', afterEffect: true });
		const { items } = await send(1, { waitUntilSent: true, options: { waitLimit: 10, evidence: true } });
		const evidence = [{ bytes: expect.any(Number) as number }];
		expect(items[0]?.json['error']).toMatchObject({
			outcome: 'carriedOut',
			faxes: [{ id, to: numberOf(0), evidence }],
		});
	},
);

test('IDs under unknown keys are ignored, and the outbox is used', async () => {
	const text = '{"ids":{"first":"a","second":"b"}}';
	failSends(1, { with: 201, text, contentType: 'application/json', afterEffect: true });
	const { items } = await send(1, { to: `${numberOf(0)}, ${numberOf(1)}` });
	expect(jsonOf(items).map(({ id, status }) => [id, status])).toEqual(
		[0, 1].map((i) => [waiting(numberOf(i))?.id, 'submitted']),
	);
});

test.each<[string, string[][], INodeParameters?]>([
	['in the same run', [[numberOf(0), numberOf(0)]]],
	['to another number', [[numberOf(0)], [numberOf(1)]]],
	[
		'that is scheduled',
		[[numberOf(0)], [numberOf(0)]],
		{ sendTime: new Date(Date.now() + 86_400_000).toISOString() },
	],
])(
	"if equal files get equal paths, a lost send isn't confused with one %s",
	async (_which, executions, options = {}) => {
		const { simulator } = bench();
		const { uploads } = clinic(simulator);
		simulator.latency = ({ operationId }) => {
			// This adds the path of the second upload to the first fax.
			if (operationId === 'sendFax') {
				for (const fax of clinic(simulator).outbox.values()) fax.paths = [...uploads.keys()];
				if (submissions().length === 2) failSends(1, { with: 'hang-up' });
			}
			return 0;
		};
		const runs = [];
		for (const [at, to] of executions.entries()) {
			const items = to.map((number) => ({ json: { to: number } }));
			runs.push(await send(0, { text: 'The same', options: at === 0 ? options : {} }, { items }));
		}
		expect(runs.flatMap(({ items }) => outcomesOf(items))).toEqual(['submitted', 'unknown']);
		expect(submissions()).toHaveLength(2);
	},
);

test("a lost send isn't confused with a fax of its document to one of its numbers and another", async () => {
	const { simulator } = bench();
	failSends(1, { with: 'hang-up' });
	simulator.latency = ({ operationId }) => {
		if (operationId !== 'sendFax') return 0;
		const to = [numberOf(0), numberOf(1)];
		const record = { id: 'another', to, status: 'submitted', files: [...clinic(simulator).uploads.keys()] };
		const text = JSON.stringify({ records: [record] });
		const contentType = 'application/json';
		simulator.fail({ operationId: 'listOutboxFaxes', times: 10, with: 200, text, contentType });
		return 0;
	};
	const { items } = await send(1);
	expect(outcomesOf(items)).toEqual(['unknown']);
});

test('a refusal names the fields', async () => {
	failSends(1, { with: 400, error: 'bad_request', description: 'Invalid request' });
	const { items } = await send(1);
	expect(jsonOf(items)).toEqual([
		{
			error: {
				message: 'Invalid request (bad_request, HTTP 400)',
				description: 'Invalid request',
				code: 'bad_request',
				status: 400,
				outcome: 'refused',
				advice:
					'Check that "From" is one of your own numbers. Then check "To" and "Cover Page". An extension in "From" and "Resolution" aren\'t documented, so try without them. The fax wasn\'t sent.',
			},
		},
	]);
});

test('in a mixture, Fax.Plus gets each at most once, and what is reported as sent was sent', async () => {
	const { simulator } = bench();
	const kinds: Array<Partial<Failure> & Pick<Failure, 'with'>> = [
		{ with: 'hang-up', afterEffect: true },
		{ with: 'hang-up' },
		{ with: 502 },
		{ with: 502, afterEffect: true },
		{ with: 429, retryAfter: '0' },
	];
	let seen = 0;
	simulator.latency = ({ operationId }) => {
		const kind = operationId === 'sendFax' ? kinds[seen++ % 7] : undefined;
		if (kind) failSends(1, kind);
		return 0;
	};
	const { items } = await send(28);
	const counts = taken();
	expect(items).toHaveLength(28);
	jsonOf(items).forEach(({ error, id, to }, i) => {
		const count = counts[numberOf(i)] ?? 0;
		expect(count).toBeLessThanOrEqual(1);
		if (!error) expect([count, typeof id, to]).toEqual([1, 'string', numberOf(i)]);
		else expect((error as { outcome?: string }).outcome).toBe('unknown');
	});
	// Each fax that was sent is found again.
	expect(Object.keys(counts)).toHaveLength(jsonOf(items).filter(({ error }) => !error).length);
});

test('a broken upload is repeated, and the fax contains it once', async () => {
	bench().simulator.fail({ operationId: 'uploadFile', times: 2, with: 'hang-up' });
	bench().simulator.fail({ operationId: 'uploadFile', times: 1, with: 503, afterEffect: true });
	const { items } = await send(1);
	expect(outcomesOf(items)).toEqual(['submitted']);
	expect(times(0)).toBe(1);
	expect(waiting(numberOf(0))?.documents.map(({ bytes }) => bytes.toString())).toEqual([
		`Fax to ${numberOf(0)}`,
	]);
});

test.each([
	['that breaks every time', { times: 10, with: 'hang-up' }],
	[
		'without a path in the answer',
		{ times: 1, with: 200, text: '{"file":"x"}', contentType: 'application/json' },
	],
] as const)('an upload %s means that nothing was sent, and the error says so', async (_how, failure) => {
	bench().simulator.fail({ operationId: 'uploadFile', ...failure });
	const { items } = await send(1);
	expect(jsonOf(items)).toEqual([{ error: expect.objectContaining({ outcome: 'notSent' }) as unknown }]);
	expect(submissions()).toEqual([]);
});
