import type { Script } from '../../../tools/harness/chatModel';
import { seed } from '../../../tools/simulator';
import { useAgents } from './support/agent';
import { deleteFax, downloadFax, listFaxes, purchaseNumber, sendText } from './support/toolParameters';

const agents = useAgents();

const ALLOWED = '+15550100299';

/** Returns the script of a model that uses one tool once, and answers with its result. */
function uses(name: string, values: Record<string, unknown>): Script {
	return function* (): ReturnType<Script> {
		const [result = ''] = yield [{ name, arguments: values }];
		return `It said: ${result}`;
	};
}

test("a model learns which tools only read, and which really send, cost money or can't be undone", async () => {
	const { tools } = await agents.talk({
		tools: [
			agents.tool('Look', listFaxes),
			agents.tool('Send', { ...sendText, guards: { allowedDestinations: ALLOWED } }),
			agents.tool('Buy', purchaseNumber),
			agents.tool('Remove', deleteFax),
		],
		*script() {
			return 'I know my tools';
		},
	});

	const known = new Map(tools.map((tool) => [tool.name, tool]));
	expect(known.get('Look')?.description).toMatch(/^List .*faxes/);
	expect(known.get('Send')?.description).toMatch(/real fax.*costs.*can't be undone/);
	expect(known.get('Buy')?.description).toMatch(/^Buy a fax number.*unless a person has explicitly approved/);
	expect(known.get('Remove')?.description).toMatch(/^Delete .*permanently/);
	const fields = (name: string) => Object.keys(known.get(name)?.parameters['properties'] as object);
	expect(fields('Look')).toEqual([]);
	expect(fields('Send')).toEqual(['to', 'text']);
	expect(fields('Buy')).toEqual(['item_id']);
	expect(known.get('Send')?.parameters).toMatchObject({
		properties: { to: { type: 'string', description: 'Fax number' } },
		required: ['to', 'text'],
		additionalProperties: false,
	});
});

describe.each([
	{ how: 'chat completions', model: { typeVersion: 1.2 } },
	{ how: 'responses', model: { typeVersion: 1.3, parameters: { responsesApiEnabled: true } } },
])('a model with $how', ({ model }) => {
	test.each([
		[{}, 10],
		[{ output: 'selected', outputFields: ['status'] }, 2],
	])('reads the parts of each record that %j selects', async (output, count) => {
		const tools = [agents.tool('Look', { ...listFaxes, ...output })];
		const { answer, results } = await agents.talk({ tools, model, script: uses('Look', {}) });

		const faxes = JSON.parse(results[0] ?? '') as Array<{ id: string }>;
		expect(faxes.map(({ id }) => id)).toContain(seed.faxId);
		expect(Object.keys(faxes[0] ?? {})).toHaveLength(count);
		expect(answer).toBe(`It said: ${results[0] ?? ''}`);
	});

	test('sends once what the guards allow', async () => {
		const guards = { allowedDestinations: ALLOWED, maxRecipients: 1 };
		const tools = [agents.tool('Send', { ...sendText, guards })];
		const { results } = await agents.talk({
			tools,
			model,
			script: uses('Send', { to: ALLOWED, text: 'Hello' }),
		});

		expect(JSON.parse(results[0] ?? '')).toEqual([
			expect.objectContaining({ to: ALLOWED, status: 'submitted' }) as object,
		]);
		expect(agents.sent()).toEqual([[ALLOWED]]);
	});
});

test('a model that lists faxes by one field can download one by its ID, which nobody selected', async () => {
	const list = { ...listFaxes, limit: 1, output: 'selected', outputFields: ['status'] };
	const { results } = await agents.talk({
		tools: [agents.tool('Look', list), agents.tool('Download', downloadFax)],
		*script(): ReturnType<Script> {
			const [listed = ''] = yield [{ name: 'Look', arguments: {} }];
			const [{ id }] = JSON.parse(listed) as [{ id: string }];
			yield [{ name: 'Download', arguments: { fax_id: id } }];
			return 'Done';
		},
	});

	expect(results.map((text) => JSON.parse(text) as unknown)).toEqual([
		[{ id: seed.faxId, status: 'success' }],
		[{ id: seed.faxId, format: 'pdf' }],
	]);
});

test.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	"a model learns in words why a fax wasn't delivered (%s)",
	async (onError) => {
		agents.simulator.lines.set(ALLOWED, ['failed_unallocated_number']);
		const parameters = { ...sendText, waitUntilSent: true, options: { pollingInterval: 1 } };
		const tools = [agents.tool('Send', parameters, { onError })];

		const { results } = await agents.talk({ tools, script: uses('Send', { to: ALLOWED, text: 'Hello' }) });

		expect(JSON.parse(results[0] ?? '')).toEqual([
			expect.objectContaining({
				to: ALLOWED,
				outcome: 'failure',
				statusMeaning: expect.stringMatching(/^The number doesn't exist\./) as string,
			}) as object,
		]);
	},
);

test.each([
	['continueRegularOutput' as const, /unknown whether the number was bought.*pay for a second number/],
	['stopWorkflow' as const, /unknown whether the number was bought/],
])('a model learns that a purchase may have been made if its answer is lost (%s)', async (onError, words) => {
	agents.simulator.fail({ operationId: 'purchaseNumber', times: 1, with: 'hang-up', afterEffect: true });
	const tools = [agents.tool('Buy', purchaseNumber, { onError })];
	const script = uses('Buy', { item_id: seed.offerId });

	const learnt = await agents.talk({ tools, script }).then(
		({ results }) => results[0],
		// In n8n 2.8, a failing tool ends the execution.
		(error: unknown) => (error as Error).message,
	);

	expect(learnt).toMatch(words);
	expect(agents.bought()).toEqual([seed.offerId]);
});
