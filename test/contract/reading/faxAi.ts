import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import type { NodeResult, NodeRun } from '../support/execution';
import { expectSuccess, jsonOf, stopButton } from '../support/execution';
import { pauses } from '../support/naps';
import { clinic } from '../support/operationCases';
import { answering } from '../support/rawServer';

const bench = useBench();

/** Waits long enough for the node to sleep several times. */
async function nextMoment(): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Returns the sum of the node's pauses, in milliseconds. */
const totalPause = (): number => pauses.reduce((sum, pause) => sum + pause, 0);

function jobOf(faxId: string, resource = 'fieldExtraction') {
	const fax = clinic(bench().simulator).faxes.get(faxId);
	if (!fax) throw new Error(`No fax ${faxId}`);
	return resource === 'faxText' ? fax.ocr : fax.extraction;
}

describe('a field extraction', () => {
	const read = async (faxId: string, options: INodeParameters = {}, more: Partial<NodeRun> = {}) =>
		await bench().run({ resource: 'fieldExtraction', operation: 'get', faxId, options }, more);

	test("isn't waited for when that is turned off", async () => {
		const { items } = await read(seed.pendingFaxId, { waitUntilFinished: false });
		expect(items[0]?.json).toEqual({ id: seed.pendingFaxId, status: 'pending', data: null });
		expect(bench().simulator.requests).toHaveLength(1);
		expect(pauses).toEqual([]);
	});

	test.each([
		[undefined, 5_000],
		[12, 12_000],
	])('is waited for while pending, then returned: checks every %p seconds', async (seconds, pause) => {
		const { items } = await read(
			seed.pendingFaxId,
			seconds === undefined ? {} : { pollingInterval: seconds },
		);
		const { data } = jobOf(seed.pendingFaxId);
		expect(items).toEqual([
			{ json: { id: seed.pendingFaxId, status: 'finished', data }, pairedItem: { item: 0 } },
		]);
		expect(bench().simulator.requests).toHaveLength(3);
		expect(totalPause()).toBe(2 * pause);
	});

	test.each(['finished', 'failed', 'content_filtering_policy'])(
		'isn\'t waited for with the status "%s", which won\'t change',
		async (status) => {
			Object.assign(jobOf(seed.pendingFaxId), { status, pendingReads: 1 });
			const { items } = expectSuccess(await read(seed.pendingFaxId));
			expect(items[0]?.json).toMatchObject({ id: seed.pendingFaxId, status });
			expect(bench().simulator.requests).toHaveLength(2);
		},
	);

	test('is waited for with several faxes at the same time, however few items are handled at once', async () => {
		const faxIds = [seed.pendingFaxId, seed.faxId];
		for (const faxId of faxIds) jobOf(faxId).pendingReads = 2;
		const items = faxIds.map((faxId) => ({ json: { faxId } }));
		const { items: output } = await read('={{ $json.faxId }}', { itemsAtOnce: 1 }, { items });
		expect(jsonOf(output).map(({ status }) => status)).toEqual(['finished', 'finished']);
		const asked = bench().simulator.requests.map(({ path }) => faxIds.findIndex((id) => path.includes(id)));
		expect(asked).toEqual([0, 1, 0, 1, 0, 1]);
	});

	test('is waited for with an unknown status', async () => {
		jobOf(seed.faxId).status = 'queued';
		bench().onRequest(undefined, 3, () => (jobOf(seed.faxId).status = 'finished'));
		const { items } = await read(seed.faxId);
		expect(items[0]?.json).toMatchObject({ status: 'finished' });
		expect(totalPause()).toBe(10_000);
	});

	test('fails at the limit, and says what to do', async () => {
		jobOf(seed.pendingFaxId).pendingReads = Number.POSITIVE_INFINITY;
		const { error } = await read(seed.pendingFaxId, { waitLimit: 1 });
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message:
				'The extraction was still "pending" after 1 second. Raise "Wait Limit (Seconds)", or run the node again later.',
			context: { itemIndex: 0 },
		});
		// A pause must not exceed the limit.
		for (const pause of pauses) expect(pause).toBeLessThanOrEqual(1_000);
	});

	test('shows the credits spent if the wait for a requested one ends too early', async () => {
		jobOf(seed.unreadFaxId).requestedReads = Number.POSITIVE_INFINITY;
		const parameters = { resource: 'fieldExtraction', operation: 'get', faxId: seed.unreadFaxId };
		const options = { waitLimit: 1 };
		const { error } = await bench().run({ ...parameters, requestIfMissing: true, options });
		expect(error?.message).toMatch(
			/^The extraction was still "pending" after 1 second\. It was requested, which uses AI credits\./,
		);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'carriedOut', code: 'not_finished' });
	});

	test('is no longer waited for once the execution is canceled, however long the interval is', async () => {
		jobOf(seed.pendingFaxId).pendingReads = Number.POSITIVE_INFINITY;
		const { cancel, stop } = stopButton();
		const running = read(seed.pendingFaxId, { pollingInterval: 600, waitLimit: 3600 }, { cancel });
		while (pauses.length === 0) await nextMoment();
		stop();
		expect((await running).status).toBe('canceled');
		await nextMoment();
		const asked = totalPause();
		expect(asked).toBeLessThan(600_000);
		await nextMoment();
		expect(totalPause()).toBe(asked);
		expect(bench().simulator.requests).toHaveLength(1);
	});
});

describe.each([
	{ resource: 'faxText', requestId: 'requestOcr', readId: 'getOcr', noun: 'text' },
	{
		resource: 'fieldExtraction',
		requestId: 'requestFieldExtraction',
		readId: 'getFieldExtraction',
		noun: 'extraction',
	},
])('$resource of a fax that nobody has requested yet', ({ resource, requestId, readId, noun }) => {
	const run = async (
		parameters: INodeParameters = {},
		faxIds: string[] = [seed.unreadFaxId],
		more: Partial<NodeRun> = {},
	): Promise<NodeResult> =>
		await bench().run(
			{ resource, operation: 'get', faxId: '={{ $json.fax }}', requestIfMissing: true, ...parameters },
			{ items: faxIds.map((fax) => ({ json: { fax } })), ...more },
		);

	const timesRequested = (): number =>
		bench().simulator.requests.filter(({ operationId }) => operationId === requestId).length;

	test.each([200, 202] as const)(
		'is requested once, waited for and returned, after the answer %i',
		async (status) => {
			bench().simulator.settings.aiRequestStatus = status;
			const { items } = expectSuccess(await run());
			expect(items[0]?.json).toMatchObject({ id: seed.unreadFaxId, status: 'finished' });
			expect(timesRequested()).toBe(1);
			expect(clinic(bench().simulator).credits.credits_remaining).toBe(419);
		},
	);

	test("isn't requested when that is turned off", async () => {
		const { items } = await run({ requestIfMissing: false });
		expect(items[0]?.json).toMatchObject({ id: seed.unreadFaxId, status: 'not_requested' });
		expect(bench().simulator.requests.map(({ operationId }) => operationId)).toEqual([readId]);
	});

	test('is requested once, however many items are about the fax', async () => {
		const faxIds = [seed.unreadFaxId, seed.faxId, seed.unreadFaxId, seed.unreadFaxId];
		const { items } = await run({}, faxIds);
		expect(jsonOf(items).map(({ id, status }) => [id, status])).toEqual(
			faxIds.map((faxId) => [faxId, 'finished']),
		);
		expect(timesRequested()).toBe(1);
	});

	test("is waited for if Fax.Plus doesn't know about the request at first", async () => {
		let reads = 0;
		bench().simulator.latency = ({ operationId }) => {
			if (operationId === readId && ++reads > 1)
				jobOf(seed.unreadFaxId, resource).status = reads === 2 ? 'not_requested' : 'finished';
			return 0;
		};
		const { items } = await run();
		expect(items[0]?.json).toMatchObject({ status: 'finished' });
		expect(timesRequested()).toBe(1);
	});

	test("gets a hint on how to request it if it isn't", async () => {
		const { items, hints } = await run({ requestIfMissing: false }, [seed.unreadFaxId, seed.unreadFaxId]);
		expect(items).toHaveLength(2);
		expect(hints).toEqual([expect.stringContaining('"Request If Not Requested"')]);
		expect((await run()).hints).toEqual([]);
	});

	test.each(['failed', 'content_filtering_policy', 'finished', 'not_requested'])(
		"can be requested again when it's %s, and costs credits again",
		async (status) => {
			const job = jobOf(seed.unreadFaxId, resource);
			Object.assign(job, { status, pendingReads: 0 });
			const again = { requestIfMissing: false, options: { requestAgain: true } };
			const { items, hints } = expectSuccess(await run(again, [seed.unreadFaxId, seed.unreadFaxId]));
			expect(jsonOf(items).map((item) => item['status'])).toEqual(['finished', 'finished']);
			expect(timesRequested()).toBe(1);
			expect(clinic(bench().simulator).credits.credits_remaining).toBe(419);
			expect(hints).toEqual([]);
		},
	);

	test("isn't requested again while it's pending", async () => {
		Object.assign(jobOf(seed.unreadFaxId, resource), { status: 'finished', pendingReads: 2 });
		const { items } = expectSuccess(await run({ options: { requestAgain: true } }));
		expect(items[0]?.json).toMatchObject({ status: 'finished' });
		expect(timesRequested()).toBe(0);
	});

	test('is waited for if Fax.Plus still returns the former result after a new request', async () => {
		Object.assign(jobOf(seed.unreadFaxId, resource), { status: 'failed', pendingReads: 0 });
		let reads = 0;
		bench().simulator.latency = ({ operationId }) => {
			if (operationId === readId && ++reads > 1)
				jobOf(seed.unreadFaxId, resource).status = reads === 2 ? 'failed' : 'finished';
			return 0;
		};
		const { items } = await run({ options: { requestAgain: true } });
		expect(items[0]?.json).toMatchObject({ status: 'finished' });
		expect(timesRequested()).toBe(1);
	});

	test.each(['failed', 'content_filtering_policy'])(
		'is returned as %s again if a new request fails, and a hint says what to do',
		async (status) => {
			bench().simulator.latency = () => {
				Object.assign(jobOf(seed.unreadFaxId, resource), { status, pendingReads: 0 });
				return 0;
			};
			const { items, hints } = expectSuccess(await run({ options: { requestAgain: true } }));
			expect(items[0]?.json).toMatchObject({ status });
			expect(hints).toEqual([expect.stringContaining('"Request Again"')]);
			expect(timesRequested()).toBe(1);
		},
	);

	test("isn't requested again after a lost answer, because its outcome is unknown", async () => {
		bench().simulator.fail({ times: 1, with: 'hang-up', afterEffect: true, operationId: requestId });
		const { items, error } = await run();
		expect(items).toEqual([]);
		expect(error?.message).toMatch(new RegExp(`It's unknown whether the ${noun} was requested\\.$`));
		const again = await run();
		expect(again.items[0]?.json).toMatchObject({ status: 'finished' });
		expect(timesRequested()).toBe(1);
	});

	test("isn't requested by the next item about the fax either, if the node continues", async () => {
		bench().simulator.fail({ times: 1, with: 'hang-up', afterEffect: true, operationId: requestId });
		const twice = [seed.unreadFaxId, seed.unreadFaxId];
		const { items } = await run({}, twice, { onError: 'continueRegularOutput' });
		expect(items[0]?.json).toMatchObject({ error: { outcome: 'unknown' } });
		expect(items[1]?.json).toMatchObject({ status: 'finished' });
		expect(timesRequested()).toBe(1);
	});

	test('says where to check when no credits are left, and which scopes a request needs', async () => {
		clinic(bench().simulator).credits.credits_remaining = 0;
		const { error } = await run();
		expect(error).toMatchObject({ httpCode: '402' });
		expect(error?.description).toMatch(/^There may be no AI credits left\. Check them with "AI Credit: Get"/);
		const credentials = await bench().limitedAccessToken(['fax:ai:read']);
		const refused = await run({}, undefined, { credentials });
		expect(refused.error).toMatchObject({ httpCode: '403' });
		expect(refused.error?.description).toContain(
			'fax:ai:read, and for a request also fax:all:edit or fax:ai:edit.',
		);
	});

	test('reports that the request was carried out if a check fails after it', async () => {
		bench().onRequest(readId, 2, () => {
			bench().simulator.fail({ times: 1, with: 500, operationId: readId });
		});
		const { error } = await run();
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'carriedOut' });
		expect(error?.description).toContain(
			'Run the node again without "Request Again". It doesn\'t request anything twice.',
		);
	});

	test('reports no request if none was sent', async () => {
		bench().simulator.fail({ times: 1, with: 500, operationId: readId });
		const { error } = await run({ options: { itemsAtOnce: 1 } }, [seed.faxId, seed.faxId]);
		expect(error?.message).toBe('Unexpected server error (internal_server_error, HTTP 500)');
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
	});

	test('reports no request if none was sent, and a check fails during the wait', async () => {
		Object.assign(jobOf(seed.faxId, resource), { status: 'pending', pendingReads: 5 });
		bench().onRequest(readId, 2, () => {
			bench().simulator.fail({ times: 1, with: 500, operationId: readId });
		});
		const { error } = await run({}, [seed.faxId]);
		expect(error?.message).toBe('Unexpected server error (internal_server_error, HTTP 500)');
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
	});

	test.each(['{}', '[]', '{"data":null}', '{"status":null}', '{"status":""}'])(
		'is unexpected at once if an answer has no status: %s',
		async (body) => {
			const at = await answering(body);
			const { error } = await bench().run({ resource, operation: 'get', faxId: seed.faxId }, { at });
			expect(error?.message).toBe(`Fax.Plus responded without the status of the ${noun} (unexpected_answer)`);
		},
	);
});

describe('a correction', () => {
	const correct = async (corrections: INodeParameters): Promise<NodeResult> =>
		await bench().run(
			{ resource: 'fieldExtraction', operation: 'correct', faxId: seed.faxId, ...corrections },
			{ items: [{ json: { found: { patient_name: 'Jane Doe', pages: 3 } } }] },
		);

	test.each([
		['an object from an expression', '={{ $json.found }}', { patient_name: 'Jane Doe', pages: '3' }],
		['JSON', '{ "date": "2026-11-21", "is_urgent": true }', { date: '2026-11-21', is_urgent: 'true' }],
	])('may be %s', async (_what, correctionsJson, data) => {
		const { items } = await correct({ specifyCorrections: 'json', correctionsJson });
		expect(bench().simulator.requests.map(({ body }) => body)).toEqual([{ data }]);
		expect(items[0]?.json['data']).toMatchObject({ sender_name: 'Dr. Jane Roe', ...data });
	});

	test.each([
		[
			'no name',
			{ name: ' ', value: 'x' },
			'"Name" is empty. Enter the name of the extracted field, or remove the correction.',
		],
		[
			'a value that is missing in an expression',
			{ name: 'date', value: '={{ $json.nothing }}' },
			'"date" under "Corrections" has no value. Enter one, or check its expression.',
		],
	])('of %s is refused', async (_what, field, message) => {
		bench().expectRefused(await correct({ corrections: { field: [field] } }), message);
	});
});
