import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { factsOf, useAuditTrail } from '../support/auditTrail';
import { useBench } from '../support/bench';
import type { NodeRun } from '../support/execution';
import { startRawServer } from '../support/rawServer';
import { BUSY, NUMBER, numberOf, OTHER, sendingOf } from '../support/sending';

const bench = useBench();
const trail = useAuditTrail(bench);
const { send, waiting, slowly } = sendingOf(bench);

beforeEach(slowly);
afterEach(() => {
	bench().engine.store.callsLeft = Number.POSITIVE_INFINITY;
});

const NUMBERS = { options: { logNumbers: true } };
const SECRET_TEXT = 'Jane Roe, born 1970-01-01';

describe('a sent fax', () => {
	test('has a line for each recipient, without numbers or content', async () => {
		const options = { coverPage: { page: { nameTo: 'Dr Roe', nameFrom: 'Clinic', subject: SECRET_TEXT } } };
		await send({ to: `${NUMBER},${OTHER}`, text: SECRET_TEXT, options });
		const facts = { event: 'fax.sent', outcome: 'done', userId: 'self' };
		expect(factsOf(trail())).toEqual([NUMBER, OTHER].map((to) => ({ ...facts, faxId: waiting(to)?.id })));
		expect(trail()).toEqual(
			trail().map((line) => ({
				...line,
				...{ time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown, mode: 'trigger', workflowId: 'contract' },
				...{
					nodeId: expect.any(String) as unknown,
					executionId: expect.stringMatching(/^contract/) as unknown,
				},
			})),
		);
		for (const word of [NUMBER, OTHER, seed.ownedNumber, 'Roe', 'Clinic'])
			expect(JSON.stringify(trail())).not.toContain(word.replace('+', ''));
	});

	test('has its numbers if the option is on, and its time', async () => {
		await send({ options: { ...NUMBERS.options, sendTime: '2099-12-01T08:30:00Z' } });
		expect(factsOf(trail())).toMatchObject([
			{ from: seed.ownedNumber, to: NUMBER, sendTime: expect.stringMatching(/^2099-12-01/) as unknown },
		]);
	});

	test.each<[string, object, object]>([
		['in the outbox', { afterEffect: true }, { outcome: 'done', faxId: expect.any(String) as unknown }],
		['nowhere', {}, { outcome: 'unknown' }],
	])('whose answer is lost and that is %s has one line', async (_where, failure, facts) => {
		bench().simulator.fail({ operationId: 'sendFax', times: 1, with: 'hang-up', ...failure });
		await send({ to: numberOf(700) });
		expect(factsOf(trail())).toEqual([{ event: 'fax.sent', userId: 'self', ...facts }]);
	});

	test('that Fax.Plus refuses has no line', async () => {
		const refusal = { with: 400, error: 'bad_request', description: 'No' };
		bench().simulator.fail({ operationId: 'sendFax', times: 1, ...refusal });
		expect((await send()).error).toBeDefined();
		expect(trail()).toEqual([]);
	});
});

describe('in a retry', () => {
	const items = [{ json: { to: numberOf(710) } }, { json: { to: numberOf(711) } }];
	const attempt = async (more: Partial<NodeRun>) => await send({ to: '={{ $json.to }}' }, { items, ...more });
	const outcomes = () => trail().map(({ outcome, faxId }) => [outcome, typeof faxId]);

	test("a fax that isn't sent again has no second line", async () => {
		const beganAt = Date.now() - 60_000;
		bench().onRequest('sendFax', 2, () => {
			const refusal = { with: 400, error: 'bad_request', description: 'No' };
			bench().simulator.fail({ operationId: 'sendFax', times: 1, ...refusal });
		});
		await attempt({ beganAt });
		await attempt({ retryOf: beganAt });
		await attempt({ retryOf: beganAt });
		expect(trail().map(({ faxId }) => faxId)).toEqual(items.map(({ json: { to } }) => waiting(to)?.id));
	});

	test('a fax of an attempt that was killed has a line once it is found', async () => {
		const beganAt = Date.now() - 120_000;
		const killed = [{ json: { to: numberOf(712) } }];
		bench().onRequest('sendFax', 1, () => {
			// From here on, nothing can be recorded, as if n8n was killed.
			bench().engine.store.callsLeft = 0;
		});
		await attempt({ items: killed, beganAt });
		bench().engine.store.callsLeft = Number.POSITIVE_INFINITY;
		const before = trail().length;
		await attempt({ items: killed, retryOf: beganAt });
		await attempt({ items: killed, retryOf: beganAt });
		expect(outcomes().slice(before)).toEqual([['done', 'string']]);
	});
});

describe('a fax that a guard refuses has a line with its name', () => {
	const refusals = () => factsOf(trail()).filter(({ event }) => event === 'fax.refused');

	test.each<[string, INodeParameters]>([
		['Allowed Destinations', { guards: { allowedDestinations: OTHER } }],
		['Max Recipients', { to: `${NUMBER},${OTHER}`, guards: { maxRecipients: 1 } }],
		[
			'Allowed Document Addresses',
			{
				source: 'url',
				documentUrl: 'https://a.example/x.pdf',
				guards: { allowedDocumentAddresses: 'b.example' },
			},
		],
		['Max Faxes per Day', { to: `${NUMBER},${OTHER}`, guards: { maxPerDay: 1 } }],
		['Max Faxes per Day', { guards: { maxPerDay: 1 }, options: { userId: '={{ "self" }}' } }],
		['Guards', { guards: { allowedDestinations: "={{ $fromAI('to') }}" } }],
		['Guards', { guards: { maxRecipients: 'one' } }],
		['Allowed Destinations', { options: { sendTime: 'never' }, guards: { allowedDestinations: OTHER } }],
	])('%s: %j', async (guard, parameters) => {
		expect((await send(parameters)).error).toBeDefined();
		expect(factsOf(trail())).toEqual([{ event: 'fax.refused', guard }]);
	});

	test('Allowed Destinations, which a tool must have', async () => {
		await send({}, { isTool: true });
		expect(refusals()).toEqual([{ event: 'fax.refused', guard: 'Allowed Destinations' }]);
	});

	test('Refuse the Same Fax Within an Hour', async () => {
		const same = { to: numberOf(720), text: 'Twice', guards: { refuseSameFax: true } };
		await send(same);
		await send(same);
		expect(refusals()).toEqual([{ event: 'fax.refused', guard: 'Refuse the Same Fax Within an Hour' }]);
	});

	test('Refuse the Same Fax Within an Hour, in a manual run without a guard', async () => {
		const same = { to: numberOf(721), text: 'Twice' };
		await send(same, { isByHand: true });
		await send(same, { isByHand: true });
		expect(refusals()).toHaveLength(1);
	});

	test('Refuse Failing Numbers', async () => {
		bench().simulator.addFax({
			category: 'sent',
			direction: 'outgoing',
			to: BUSY,
			status: 'failed_user_busy',
		});
		await send({ to: BUSY, guards: { refuseFailingNumbers: { limits: { failures: 1, days: 30 } } } });
		expect(refusals()).toEqual([{ event: 'fax.refused', guard: 'Refuse Failing Numbers' }]);
	});

	test('Allowed Document Addresses, for a redirect', async () => {
		const server = await startRawServer({
			status: 302,
			headers: { location: 'https://b.example/' },
			body: '',
		});
		const { href } = new URL('/x.pdf', server.baseUrl);
		await send({
			...{ source: 'url', documentUrl: href, options: { allowHttp: true } },
			guards: { allowedDocumentAddresses: href },
		});
		expect(refusals()).toEqual([{ event: 'fax.refused', guard: 'Allowed Document Addresses' }]);
	});

	test('with its numbers, if the option is on', async () => {
		await send({ to: `${NUMBER},${OTHER}`, guards: { maxRecipients: 1 }, ...NUMBERS });
		expect(refusals()).toMatchObject([{ from: seed.ownedNumber, to: `${NUMBER},${OTHER}` }]);
	});

	test('for each item, if the node continues', async () => {
		const items = [{ json: { to: OTHER } }, { json: { to: NUMBER } }, { json: { to: OTHER } }];
		const guards = { allowedDestinations: NUMBER };
		await send({ to: '={{ $json.to }}', guards }, { items, onError: 'continueRegularOutput' });
		expect(trail().map(({ event }) => event)).toEqual(['fax.refused', 'fax.refused', 'fax.sent']);
	});
});

test.each<[string, INodeParameters]>([
	['a malformed field', { to: '12' }],
	['a check', { checkOnly: true, guards: { allowedDestinations: OTHER } }],
])('%s has no line, because no guard refused a fax', async (_what, parameters) => {
	await send(parameters);
	expect(trail()).toEqual([]);
});
