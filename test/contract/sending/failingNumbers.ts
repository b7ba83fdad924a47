import type { NodeParameterValueType } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { expectSuccess, jsonOf } from '../support/execution';
import { NUMBER, OTHER, sendingOf } from '../support/sending';

const bench = useBench();
const { send, sentTo, requestsOf } = sendingOf(bench);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const guarded = (failures = 3, days = 30) => ({
	guards: { refuseFailingNumbers: { limits: { failures, days } } },
});

/** Adds sent faxes to a number with these statuses, an hour apart. The last one is the newest. */
function history(statuses: string[], values: { to?: string; userId?: string; ago?: number } = {}): void {
	const { to = NUMBER, userId = seed.ownerId, ago = HOUR } = values;
	for (const [at, status] of statuses.entries()) {
		const startTime = new Date(Date.now() - ago - (statuses.length - 1 - at) * HOUR)
			.toISOString()
			.slice(0, 19)
			.replace('T', ' ');
		bench().simulator.addFax({ category: 'sent', direction: 'outgoing', to, userId, status, startTime });
	}
}

const busy = (times: number): string[] => Array<string>(times).fill('failed_user_busy');

describe('a number is refused', () => {
	test.each<[string, string[]]>([
		['after as many failures as the guard says', busy(3)],
		['whatever the reasons', ['failed_no_answer', 'partially_sent', 'failed_fs_49']],
		['where the reason is not known', ['failed', 'failed_for_a_new_reason', 'rejected_by_recipient']],
		['where a success came before', ['success', ...busy(3)]],
		['where failures that are not its own lie in between', [...busy(2), 'insufficient_credit', ...busy(1)]],
	])('%s', async (_what, statuses) => {
		history(statuses);
		const { error } = await send(guarded());
		expect(error?.message).toMatch(
			/^"To" has "\+15550100299"\. 3 faxes to it failed in the last 30 days.*"Refuse Failing Numbers" refuses a number from 3 on\. Check the number.*wasn't sent\..*Ask a person/,
		);
		expect(requestsOf('uploadFile')).toEqual([]);
		expect(sentTo()).toEqual([]);
	});

	test('with its history in words', async () => {
		history(['failed_user_busy', 'failed_no_answer']);
		const { error } = await send(guarded(2));
		expect(error?.message).toMatch(
			/\(\d{4}-\d\d-\d\d \d\d:\d\d UTC: Nobody answered the call; \d{4}-\d\d-\d\d \d\d:\d\d UTC: The line was busy\)/,
		);
	});

	test.each(['+1 (555) 010-0299', '1 555 010 0299', '0015550100299', '+1.555.010.0299', 'Fax: +15550100299'])(
		'where Fax.Plus writes it as %s',
		async (to) => {
			history(busy(3), { to });
			expect((await send(guarded())).error?.message).toMatch(/^"To" has "\+15550100299"\. 3 faxes/);
		},
	);

	test('where records use other names for the numbers', async () => {
		bench().simulator.settings.recordNumbers = '_number';
		history(busy(3));
		expect((await send(guarded())).error?.message).toMatch(/3 faxes to it failed/);
	});

	test('where its failures are not on the first page', async () => {
		history(busy(3), { ago: 20 * DAY });
		history(Array<string>(120).fill('success'), { to: OTHER });
		expect((await send(guarded())).error?.message).toMatch(/3 faxes to it failed/);
	});

	test('together with others that fail', async () => {
		history(busy(3));
		history(busy(4), { to: OTHER });
		const { error } = await send({ to: `${NUMBER}, +442079460000, ${OTHER}`, ...guarded() });
		expect(error?.message).toMatch(/^"To" has "\+15550100299".*1 more, such as \+41225550122/);
	});
});

describe('a number is not refused', () => {
	test.each<[string, string[], { to?: string; userId?: string; ago?: number }?]>([
		['without any fax', []],
		['after fewer failures', busy(2)],
		['after a success since', [...busy(5), 'success']],
		['after fewer failures since a success', [...busy(5), 'success', ...busy(2)]],
		['after failures before the days', busy(3), { ago: 31 * DAY }],
		['after failures of another number', busy(3), { to: OTHER }],
		['after failures of another user', busy(3), { userId: seed.memberId }],
		['while its faxes are under way', ['sending', 'in_progress', 'queued']],
		[
			'for want of credit, and what went wrong at Fax.Plus or with the document',
			[
				'insufficient_credit',
				'failed_internal_process_error',
				'failed_office_converter_issue',
				'failed_unknown_converter_issue',
				'failed_convert_to_tiff_issue',
				'failed_image_preparation',
				'failed_separate_file_pages_issue',
				'failed_render_header_issue',
				'failed_mimetype_not_supported',
				'canceled',
			],
		],
	])('%s', async (_what, statuses, values = {}) => {
		history(statuses, values);
		expectSuccess(await send(guarded(3)));
		expect(sentTo()).toEqual([[NUMBER]]);
	});

	test('by a fax that is scheduled, until it is final', async () => {
		const sendTime = new Date(Date.now() + DAY).toISOString();
		for (let i = 0; i < 3; i++) expectSuccess(await send({ options: { sendTime } }));
		expectSuccess(await send(guarded(1)));
	});
});

test('the faxes of a member are looked at where the node sends as a member', async () => {
	history(busy(3), { userId: seed.memberId });
	const asMember = { options: { userId: seed.memberId } };
	expect((await send({ ...asMember, ...guarded() })).error?.message).toMatch(/3 faxes to it failed/);
});

describe('several items', () => {
	const items = Array.from({ length: 30 }, (_, i) => ({ json: { to: i === 20 ? OTHER : NUMBER } }));
	const parameters = { to: '={{ $json.to }}', ...guarded() };

	test('share one reading of the list, and none is sent if one is refused', async () => {
		history(busy(3), { to: OTHER });
		const { error } = await send(parameters, { items });
		expect(error?.message).toMatch(/^"To" has "\+41225550122"/);
		expect(error?.context['itemIndex']).toBe(20);
		expect(requestsOf('listFaxes')).toHaveLength(1);
		expect(sentTo()).toEqual([]);
	});

	test('only the refused one is left out where the node continues', async () => {
		history(busy(3), { to: OTHER });
		const { items: output } = await send(parameters, { items, onError: 'continueRegularOutput' });
		expect(output.filter(({ json }) => 'error' in json)).toHaveLength(1);
		expect(jsonOf(output)[20]?.['error']).toMatchObject({ outcome: 'notSent' });
		expect(sentTo()).toHaveLength(29);
	});
});

describe('where the list cannot be read, nothing is sent', () => {
	test.each<[string, object]>([
		['an error of Fax.Plus', { with: 500, error: 'internal_server_error', description: 'Out of order' }],
		['a broken connection', { with: 'hang-up' }],
		['a refusal', { with: 403, error: 'forbidden', description: 'Not for you' }],
	])('%s', async (_what, failure) => {
		bench().simulator.fail({ times: 9, operationId: 'listFaxes', with: 500, ...failure });
		const { error } = await send(guarded());
		expect(error?.message).toMatch(
			/^The fax wasn't sent, because n8n can't read earlier faxes, which "Refuse Failing Numbers" needs: /,
		);
		expect(error?.description).toMatch(/fax:all:read or fax:fax:read/);
		expect(error?.context['faxPlus']).toMatchObject({ outcome: 'notSent' });
		expect(sentTo()).toEqual([]);
	});

	test('a token that may only send', async () => {
		const credentials = await bench().limitedAccessToken(['fax:fax:edit', 'fax:file:edit']);
		const { error } = await send(guarded(), { credentials });
		expect(error?.message).toMatch(/can't read earlier faxes.*HTTP 403/);
		expect(sentTo()).toEqual([]);
	});

	test('a list that has no end', async () => {
		bench().simulator.settings.usesOffset = false;
		const startTime = '2026-11-01 10:00:00';
		for (let i = 0; i < 60; i++)
			bench().simulator.addFax({ category: 'sent', startTime, submitTime: startTime, lastUpdate: startTime });
		const { error } = await send(guarded(3, 90));
		expect(error?.message).toMatch(/can't read earlier faxes/);
		expect(sentTo()).toEqual([]);
	});
});

describe.each([false, true])('where an agent has the node as a tool: %j', (isTool) => {
	test.each<[string, NodeParameterValueType]>([
		['empty', {}],
		['null', null],
		['a number', 3],
		['a text', '3'],
		['true', true],
		['without limits', { limits: {} }],
		['without days', { limits: { failures: 3 } }],
		['without failures', { limits: { days: 3 } }],
		['of no failures', { limits: { failures: 0, days: 3 } }],
		['of half a failure', { limits: { failures: 1.5, days: 3 } }],
		['of too many days', { limits: { failures: 1, days: 91 } }],
		['an expression', '={{ ({ limits: { failures: 99, days: 1 } }) }}'],
		['with an expression', { limits: { failures: '={{ 99 }}', days: 30 } }],
		['with what a model fills in', { limits: { failures: 3, days: "={{ $fromAI('days') }}" } }],
		['with a misspelled name', { limits: { failures: 3, days: 3, day: 1 } }],
		['with limits in another place', { failures: 3, days: 3 }],
		['a list', [{ limits: { failures: 3, days: 3 } }]],
	])('nothing is sent where the guard is %s', async (_what, refuseFailingNumbers) => {
		bench().expectRefused(
			await send({ guards: { allowedDestinations: 'any', refuseFailingNumbers } }, { isTool }),
			/Refuse Failing Numbers|"Failures"|"Within Days"|"Guards"/,
		);
	});

	test('nothing is sent where data or a model chooses the user', async () => {
		const guards = { allowedDestinations: 'any', ...guarded().guards };
		const userId = { __rl: true, mode: 'id', value: '={{ $json.user }}' };
		bench().expectRefused(
			await send({ guards, options: { userId } }, { isTool, items: [{ json: { user: seed.memberId } }] }),
			/^"User ID" has an expression, but (a tool needs a fixed value|"Refuse Failing Numbers" needs a fixed one)/,
		);
	});
});
