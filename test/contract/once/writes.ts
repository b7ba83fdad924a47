import { json } from 'node:stream/consumers';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import { clinic } from '../support/operationCases';

const bench = useBench();

describe('an invitation', () => {
	const invite = { resource: 'member', operation: 'invite' };

	test("doesn't run while n8n would repeat it, because a second one would reach people too", async () => {
		const parameters = { ...invite, emails: 'ann@example.com' };
		const result = await bench().run(parameters, { retryOnFail: true });
		bench().expectRefused(result, /"Invite" doesn't run while "Retry On Fail" is on/);
	});

	test.each([true, false])('succeeds with or without a message in the answer: %s', async (answers) => {
		bench().simulator.settings.answersInvitations = answers;
		const { items } = expectSuccess(await bench().run({ ...invite, emails: 'ann@example.com' }));
		expect(jsonOf(items)).toEqual([{ invited: true, emails: ['ann@example.com'] }]);
	});

	test("for several people of whom one already exists doesn't claim whether the others were invited", async () => {
		const parameters = { ...invite, emails: 'ann@example.com, jane@example.com' };
		const { items } = await bench().run(parameters, { onError: 'continueRegularOutput' });
		const [output] = jsonOf(items);
		expect(output).toMatchObject({ error: { outcome: 'unknown', status: 409 } });
		expect(JSON.stringify(output)).toContain("Don't repeat it before you've checked");
		expect(bench().simulator.requests).toHaveLength(1);
	});

	test('reaches each of them once, however the address is written', async () => {
		await bench().run({ ...invite, emails: 'Ann@example.com, bob@example.com, ann@EXAMPLE.com' });
		expect(bench().simulator.requests.map(({ body }) => body)).toEqual([
			['ann@EXAMPLE.com', 'bob@example.com'],
		]);
	});
});

describe('An update that keeps unchanged values', () => {
	const parameters = {
		resource: 'member',
		operation: 'update',
		memberId: seed.memberId,
		updateFields: { quota: 7 },
	};

	test.each([
		parameters,
		{ resource: 'fax', operation: 'update', faxId: seed.faxId, updateFields: { isRead: true } },
	])("changes nothing when they can't be read: %j", async (update) => {
		const { simulator } = bench();
		simulator.fail({ with: 500, times: 1 });
		const { error } = await bench().run(update);
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET']);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(error?.message).not.toContain('unknown');
	});

	test.each([
		['{"role":"manager","quota":5}', { role: 'manager', quota: 7 }],
		['{"role":null,"quota":5}', { quota: 7 }],
		['{"role":"manager"}', { role: 'manager', quota: 7 }],
	])('sends what %s contains', async (details, body) => {
		const { sent } = expectSuccess(await updateWith(details));
		expect(sent).toEqual([body]);
	});

	test.each([
		['{}', 'refused'],
		['[]', 'refused'],
		['null', 'refused'],
		['{"other":1}', 'notSent'],
	])('changes nothing when the record only contains %s', async (details, outcome) => {
		const { error, sent } = await updateWith(details);
		expect(sent).toEqual([]);
		expect(error?.context['faxPlus']).toMatchObject({ outcome });
	});

	test('reads them when the previous update is done', async () => {
		const { simulator } = bench();
		simulator.latency = ({ operationId }) => (operationId === 'getFax' ? 20 : 0);
		const updateFields = { comment: '={{ $json.comment }}' };
		expectSuccess(
			await bench().run(
				{ resource: 'fax', operation: 'update', faxId: seed.faxId, updateFields },
				{ items: ['first', 'second'].map((comment) => ({ json: { comment } })) },
			),
		);
		const requests = simulator.requests.map(({ operationId }) => operationId);
		expect(requests).toEqual(['getFax', 'updateFax', 'getFax', 'updateFax']);
		expect(clinic(simulator).faxes.get(seed.faxId)?.comment).toBe('second');
	});

	async function updateWith(body: string) {
		const sent: unknown[] = [];
		const { error } = await bench().runAgainst((request, response) => {
			if (request.method === 'GET')
				return void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
			void json(request).then((update) => {
				sent.push(update);
				response.writeHead(204).end();
			});
		}, parameters);
		return { error, sent };
	}
});
