import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../simulator';
import { useBench } from './support/bench';
import type { NodeResult } from './support/execution';
import { jsonOf } from './support/execution';
import { answering } from './support/rawServer';
import { clinic } from './support/operationCases';

const bench = useBench();

const jobs = [
	{ resource: 'faxText', requestId: 'requestOcr', readId: 'getOcr', noun: 'text' },
	{
		resource: 'fieldExtraction',
		requestId: 'requestFieldExtraction',
		readId: 'getFieldExtraction',
		noun: 'extraction',
	},
];

describe.each(jobs)(
	'$resource of a fax of which nobody has requested it',
	({ resource, requestId, readId, noun }) => {
		const run = async (
			parameters: INodeParameters = {},
			faxIds: string[] = [seed.unreadFaxId],
		): Promise<NodeResult> =>
			await bench().run(
				{
					resource,
					operation: 'get',
					faxId: '={{ $json.fax }}',
					requestIfMissing: true,
					...parameters,
				},
				{ items: faxIds.map((fax) => ({ json: { fax } })) },
			);

		const requested = (): string[] =>
			bench()
				.simulator.requests.map(({ operationId }) => operationId)
				.filter((id) => id === requestId)
				.map(String);

		test.each([200, 202] as const)('requests it once, waits and puts it out, answered %i', async (status) => {
			bench().simulator.settings.aiRequestStatus = status;
			const { items, error } = await run();
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ faxId: seed.unreadFaxId, status: 'finished' });
			expect(requested()).toHaveLength(1);
			expect(clinic(bench().simulator).credits.credits_remaining).toBe(419);
		});

		test('requests nothing where that is switched off', async () => {
			const { items } = await run({ requestIfMissing: false });
			expect(items[0]?.json).toMatchObject({ faxId: seed.unreadFaxId, status: 'not_requested' });
			expect(bench().simulator.requests.map(({ operationId }) => operationId)).toEqual([readId]);
		});

		test('is requested once, however many items are about the fax', async () => {
			const { items } = await run({}, [seed.unreadFaxId, seed.faxId, seed.unreadFaxId, seed.unreadFaxId]);
			expect(jsonOf(items).map(({ faxId, status }) => [faxId, status])).toEqual([
				[seed.unreadFaxId, 'finished'],
				[seed.faxId, 'finished'],
				[seed.unreadFaxId, 'finished'],
				[seed.unreadFaxId, 'finished'],
			]);
			expect(requested()).toHaveLength(1);
		});

		test('is waited for where the service does not know at once that it was requested', async () => {
			const { simulator } = bench();
			const fax = clinic(simulator).faxes.get(seed.unreadFaxId);
			const job = resource === 'faxText' ? fax?.ocr : fax?.extraction;
			let reads = 0;
			simulator.latency = ({ operationId }) => {
				if (operationId === readId && ++reads === 2) Object.assign(job ?? {}, { status: 'not_requested' });
				if (reads === 3) Object.assign(job ?? {}, { status: 'finished' });
				return 0;
			};
			const { items } = await run();
			expect(items[0]?.json).toMatchObject({ status: 'finished' });
			expect(requested()).toHaveLength(1);
		});

		test('is not requested again after a lost answer, of which nobody knows what became', async () => {
			bench().simulator.fail({ times: 1, with: 'hang-up', afterEffect: true, operationId: requestId });
			const { items, error } = await run();
			expect(items).toEqual([]);
			expect(error?.message).toMatch(new RegExp(`It is not known whether the ${noun} was requested\\.$`));
			expect(requested()).toHaveLength(1);
			const again = await run();
			expect(again.items[0]?.json).toMatchObject({ status: 'finished' });
			expect(requested()).toHaveLength(1);
		});

		test('says where to look when there are no credits left', async () => {
			clinic(bench().simulator).credits.credits_remaining = 0;
			const { error } = await run();
			expect(error).toMatchObject({ httpCode: '402' });
			expect(error?.description).toMatch(/^Look at the credits with "AI Credit: Get"/);
		});

		test('says which scopes a request needs', async () => {
			const { error } = await bench().engine.run({
				parameters: { resource, operation: 'get', faxId: seed.unreadFaxId, requestIfMissing: true },
				credentials: await bench().limitedAccessToken(['fax:ai:read']),
			});
			expect(error).toMatchObject({ httpCode: '403' });
			expect(error?.description).toContain('fax:ai:read, and for a request fax:all:edit or fax:ai:edit too.');
		});

		test('tells of a look that fails after the request that the request was carried out', async () => {
			const { simulator } = bench();
			let reads = 0;
			simulator.latency = ({ operationId }) => {
				if (operationId === readId && ++reads === 2)
					simulator.fail({ times: 1, with: 500, operationId: readId });
				return 0;
			};
			const { error } = await run();
			expect(error?.context['faxPlus']).toMatchObject({ outcome: 'carriedOut' });
			expect(error?.description).toContain('Run it again: what has been requested is not requested twice.');
		});

		test.each([['{}'], ['[]'], ['{"data":null}'], ['{"status":null}'], ['{"status":""}']])(
			'an answer without a status is unexpected, at once: %s',
			async (body) => {
				const server = await answering(body);
				const { error } = await bench().run(
					{ resource, operation: 'get', faxId: seed.faxId },
					{ at: server },
				);
				expect(error?.message).toBe(
					`The service answered without the status of the ${noun} (unexpected_answer)`,
				);
			},
		);

		test('claims nothing of the kind where nothing was requested', async () => {
			const { simulator } = bench();
			simulator.fail({ times: 1, with: 500, operationId: readId });
			const { error } = await run({ options: { readsInFlight: 1 } }, [seed.faxId, seed.faxId]);
			expect(error?.message).toBe('Unexpected server error (internal_server_error, HTTP 500)');
			expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		});
	},
);

describe('a correction', () => {
	const correct = async (corrections: INodeParameters): Promise<NodeResult> =>
		await bench().run(
			{ resource: 'fieldExtraction', operation: 'correct', faxId: seed.faxId, ...corrections },
			{ items: [{ json: { found: { patient_name: 'Jane Doe', pages: 3 } } }] },
		);

	test.each([
		['an expression that gives an object', '={{ $json.found }}', { patient_name: 'Jane Doe', pages: '3' }],
		['JSON', '{ "date": "2026-11-21", "is_urgent": true }', { date: '2026-11-21', is_urgent: 'true' }],
	])('may be %s', async (_what, correctionsJson, data) => {
		const { items } = await correct({ specifyCorrections: 'json', correctionsJson });
		expect(bench().simulator.requests.map(({ body }) => body)).toEqual([{ data }]);
		expect(items[0]?.json['data']).toMatchObject({ sender_name: 'Dr. Jane Roe', ...data });
	});

	test.each([
		['nothing', {}, 'There is nothing to correct. Add a field and its value under "Corrections".'],
		[
			'no name',
			{ field: [{ name: ' ', value: 'x' }] },
			'Name is empty. Enter the name of the extracted field, or remove the correction.',
		],
		[
			'a value that an expression does not find',
			{ field: [{ name: 'date', value: '={{ $json.nothing }}' }] },
			'The value of "date" is missing. Enter one, or check the expression that provides it.',
		],
	])('of %s is refused', async (_what, corrections, message) => {
		const { error } = await correct({ corrections });
		expect(error?.message).toBe(message);
		expect(bench().simulator.requests).toEqual([]);
	});
});
