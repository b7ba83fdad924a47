import type { NodeParameterValueType } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import { clinic } from '../support/operationCases';
import { NUMBER, numberOf, OTHER, sendingOf } from '../support/sending';

const bench = useBench();
const { send, sentTo, requestsOf, slowly } = sendingOf(bench);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const REFUSED = /^"To" has .*, but "Max Faxes per Day" is "\d+"\. .*The fax wasn't sent\. .*Ask a person/;

beforeEach(() => {
	clinic(bench().simulator).outbox.clear();
});

const limited = (maxPerDay: number) => ({ guards: { maxPerDay } });

/** Adds sent faxes that were submitted this long ago, in milliseconds. */
function sentBefore(count: number, ago: number, userId: string = seed.ownerId): void {
	const submitTime = new Date(Date.now() - ago).toISOString().slice(0, 19).replace('T', ' ');
	const values = { to: OTHER, userId, submitTime, startTime: submitTime, lastUpdate: submitTime };
	for (let i = 0; i < count; i++)
		bench().simulator.addFax({ category: 'sent', direction: 'outgoing', ...values });
}

describe('what counts', () => {
	test.each<[string, () => void]>([
		[
			'faxes of the last 24 hours',
			() => {
				sentBefore(3, DAY - 5 * MINUTE);
			},
		],
		['failed ones', () => bench().simulator.addFax({ category: 'sent', status: 'failed_no_answer' })],
		[
			'more than a page of them',
			() => {
				sentBefore(120, 60 * MINUTE);
			},
		],
	])('%s', async (_what, add) => {
		add();
		const { faxes } = clinic(bench().simulator);
		const recent = [...faxes.values()].filter(
			({ category, submitTime }) =>
				category === 'sent' && Date.parse(`${submitTime?.replace(' ', 'T')}Z`) > Date.now() - DAY,
		).length;
		expect((await send(limited(recent))).error?.message).toMatch(REFUSED);
		expect(requestsOf('uploadFile')).toEqual([]);
		expectSuccess(await send(limited(recent + 1)));
	});

	test.each<[string, () => void]>([
		[
			'older faxes',
			() => {
				sentBefore(3, DAY + MINUTE);
			},
		],
		[
			'faxes of other members',
			() => {
				sentBefore(3, MINUTE, seed.memberId);
			},
		],
		['received ones', () => bench().simulator.addFax()],
	])('not %s', async (_what, add) => {
		add();
		expectSuccess(await send(limited(1)));
	});

	test.each(['perRecipient', 'together'] as const)(
		'each recipient in the outbox (%s)',
		async (outboxRecords) => {
			bench().simulator.settings.outboxRecords = outboxRecords;
			slowly();
			expectSuccess(await send({ to: `${NUMBER}, ${OTHER}` }));
			expect((await send({ to: `${NUMBER}, ${OTHER}`, ...limited(3) })).error?.message).toMatch(
				/^"To" has 2 numbers, but "Max Faxes per Day" is "3"\. The account has submitted 2 faxes/,
			);
			expectSuccess(await send(limited(3)));
		},
	);

	test('a scheduled fax in the 24 hours after it was submitted', async () => {
		const sendTime = new Date(Date.now() + 3 * DAY).toISOString();
		expectSuccess(await send({ options: { sendTime } }));
		expect((await send(limited(1))).error?.message).toMatch(REFUSED);
		for (const fax of clinic(bench().simulator).outbox.values()) fax.submitTime -= DAY;
		expectSuccess(await send(limited(1)));
	});

	test('no deleted and no refused one', async () => {
		slowly();
		expectSuccess(await send());
		clinic(bench().simulator).outbox.clear();
		bench().simulator.fail({ times: 1, operationId: 'sendFax', with: 400, error: 'bad_request' });
		expect((await send(limited(1))).error).toBeDefined();
		expectSuccess(await send(limited(1)));
	});
});

test('the error says when there is room again', async () => {
	sentBefore(2, 60 * MINUTE);
	sentBefore(1, 10 * MINUTE);
	const at = (ago: number): string =>
		new Date(Date.now() - ago + DAY).toISOString().slice(0, 15).replace('T', ' ');
	const { error } = await send(limited(3));
	expect(error?.message).toContain(`There is room again after ${at(60 * MINUTE)}`);
	const more = await send({ to: `${NUMBER}, ${OTHER}, +442079460000`, ...limited(3) });
	expect(more.error?.message).toContain(`There is room again after ${at(10 * MINUTE)}`);
});

describe('several items', () => {
	const items = Array.from({ length: 30 }, (_, i) => ({ json: { to: numberOf(i) } }));
	const parameters = { to: '={{ $json.to }}' };

	test('none is sent if they are too many together', async () => {
		const { error } = await send({ ...parameters, ...limited(29) }, { items });
		expect(error?.message).toMatch(/the items before have 29 more/);
		expect(error?.message).not.toMatch(/carried out/);
		expect(requestsOf('uploadFile')).toEqual([]);
		expectSuccess(await send({ ...parameters, ...limited(30) }, { items }));
		expect(sentTo()).toHaveLength(30);
	});

	test('as many are sent as there is room for where the node continues', async () => {
		sentBefore(4, MINUTE);
		const more = { items, onError: 'continueRegularOutput' } as const;
		const { items: output } = await send({ ...parameters, ...limited(14) }, more);
		expect(sentTo()).toHaveLength(10);
		expect(jsonOf(output).filter(({ error }) => error !== undefined)).toHaveLength(20);
	});

	test('the faxes of the run count where Fax.Plus does not list them yet', async () => {
		bench().simulator.settings.listLag = 10 * MINUTE;
		// Another workflow sends while this run does.
		bench().onRequest('sendFax', 2, () => {
			bench().simulator.settings.listLag = 0;
			sentBefore(3, 0);
			bench().simulator.settings.listLag = 10 * MINUTE;
		});
		const { error } = await send({ ...parameters, ...limited(4) }, { items: items.slice(0, 4) });
		expect(error?.message).toMatch(
			/"Max Faxes per Day" is "4".*\d of 4 items were carried out before this\.$/,
		);
		expect(sentTo().length).toBeLessThan(4);
	});
});

test('many executions at once of one n8n process keep to the limit', async () => {
	const runs = Array.from({ length: 50 }, async (_, i) => send({ to: numberOf(i), ...limited(10) }));
	const results = await Promise.all(runs);
	expect(sentTo()).toHaveLength(10);
	for (const { error } of results.filter((one) => one.error)) expect(error?.message).toMatch(REFUSED);
	expect(results.filter(({ error }) => error)).toHaveLength(40);
});

test('a retry of an execution that has sent is not refused, and sends nothing', async () => {
	const beganAt = Date.now();
	expectSuccess(await send(limited(1), { beganAt, executionId: 'first' }));
	const again = expectSuccess(await send(limited(1), { retryOf: beganAt, executionId: 'second' }));
	expect(again.items).toHaveLength(1);
	expect(sentTo()).toHaveLength(1);
});

describe('where earlier faxes cannot be read, nothing is sent', () => {
	test.each<[string, string, object]>([
		['the outbox', 'listOutboxFaxes', { with: 500 }],
		['the sent faxes', 'listFaxes', { with: 500 }],
		['neither, for want of a right', 'listOutboxFaxes', { with: 403, error: 'forbidden', description: 'No' }],
		['an answer that breaks off', 'listFaxes', { with: 'hang-up' }],
	])('%s', async (_what, operationId, failure) => {
		bench().simulator.fail({ times: 9, operationId, with: 500, ...failure });
		const { error } = await send(limited(100));
		expect(error?.message).toMatch(
			/^The fax wasn't sent, because n8n can't read earlier faxes, which "Max Faxes/,
		);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(sentTo()).toEqual([]);
	});

	test('only when it is about to be sent', async () => {
		bench().onRequest('uploadFile', 1, () => {
			bench().simulator.fail({ times: 9, operationId: 'listOutboxFaxes', with: 500 });
		});
		const { error } = await send(limited(100));
		expect(error?.message).toMatch(/can't read earlier faxes/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(sentTo()).toEqual([]);
	});
});

describe.each([false, true])('where an agent has the node as a tool: %j', (isTool) => {
	test.each<NodeParameterValueType>([
		'',
		0,
		-1,
		1.5,
		'many',
		null,
		'={{ 500 }}',
		"={{ $fromAI('max') }}",
		[3],
		{},
	])('nothing is sent where the guard is %j', async (maxPerDay) => {
		bench().expectRefused(
			await send({ guards: { allowedDestinations: 'any', maxPerDay } }, { isTool }),
			/Max Faxes per Day|fixed/,
		);
	});

	test('nothing is sent where data or a model chooses the user', async () => {
		const userId = { __rl: true, mode: 'id', value: '={{ $json.user }}' };
		bench().expectRefused(
			await send(
				{ guards: { allowedDestinations: 'any', maxPerDay: 9 }, options: { userId } },
				{ isTool, items: [{ json: { user: seed.memberId } }] },
			),
			/^"User ID" has an expression, but (a tool needs a fixed value|"Max Faxes per Day" needs a fixed one)/,
		);
	});
});
