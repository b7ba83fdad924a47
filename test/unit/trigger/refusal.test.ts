import type { IWebhookFunctions } from 'n8n-workflow';

import { refuse } from '../../../nodes/FaxPlusTrigger/delivery/refusal';
import { MINUTE, useFakeClock, wait } from '../support/clock';

const URL = 'https://n8n.example/webhook/1/webhook';

let triggers = 0;

/** Returns a new trigger that refuses deliveries, with its responses and its log. */
function trigger(mode = 'webhook') {
	triggers += 1;
	const id = `node-${triggers}`;
	const lines: string[] = [];
	const answers: object[] = [];
	const headers: Record<string, string> = {};
	const response = {
		status: (status: number) => {
			answers.push({ status });
			return response;
		},
		set: (name: string, value: string) => {
			headers[name] = value;
			return response;
		},
		json: (body: object) => {
			Object.assign(answers.at(-1) ?? {}, { body });
		},
	};
	const context = {
		getResponseObject: () => response,
		getNode: () => ({ id, name: 'Fax', type: 'n8n-nodes-faxplus.faxPlusTrigger', parameters: {} }),
		getWorkflow: () => ({ id: 'w1', name: 'Referrals' }),
		getInstanceId: () => 'n8n 1',
		getWorkflowStaticData: () => ({}),
		getNodeWebhookUrl: () => URL,
		getMode: () => mode,
		logger: { warn: (line: string) => lines.push(line) },
	} as unknown as IWebhookFunctions;
	const refuseTimes = (times: number, cause = 'no good') => {
		for (let i = 0; i < times; i++) refuse(context, { status: 401, cause });
	};
	return { context, lines, answers, headers, refuseTimes };
}

const NAME = 'Fax.Plus Trigger "Fax" of workflow "Referrals" (w1)';
const LINE = `${NAME} refused a delivery to ${URL}: no good`;
const LAST = `${LINE} (more of these aren't logged for a minute)`;

useFakeClock(Date.parse('2026-11-21T06:00:00Z'));

describe('A refusal', () => {
	it.each([
		[401, 'unauthorized'],
		[400, 'refused'],
		[503, 'refused'],
	])("with status %i is answered with the trigger's mark and without the cause", (status, error) => {
		const { context, answers, headers } = trigger();
		refuse(context, { status, cause: 'no good' });
		expect(answers).toEqual([{ status, body: { error, description: 'The delivery was refused' } }]);
		expect(headers).toEqual({ 'x-faxplus-trigger': expect.stringMatching(/^[0-9a-f]{16}$/) as string });
	});

	it('is logged with all known details', () => {
		const { context, lines } = trigger();
		refuse(context, { status: 503, cause: 'no good', detail: 'Error: key is lost' });
		expect(lines).toEqual([`${LINE} (Error: key is lost)`]);
	});

	it("of a test event names the test URL, which n8n doesn't show", () => {
		const { lines, refuseTimes } = trigger('manual');
		refuseTimes(1);
		expect(lines).toEqual([`${NAME} refused a delivery to its test URL: no good`]);
	});
});

describe('The log of refusals', () => {
	it('has three lines a minute for each cause, and the third says that no more follow', () => {
		const { lines, answers, refuseTimes } = trigger();
		refuseTimes(50);
		expect(lines).toEqual([LINE, LINE, LAST]);
		expect(answers).toHaveLength(50);
	});

	it('continues a minute after the first line, and counts what was left out', () => {
		const { lines, refuseTimes } = trigger();
		refuseTimes(50);
		wait(MINUTE - 1);
		refuseTimes(1);
		expect(lines).toHaveLength(3);

		wait(1);
		refuseTimes(4);
		const leftOut = `${NAME} refused 48 more deliveries before this: no good`;
		expect(lines.slice(3)).toEqual([leftOut, LINE, LINE, LAST]);
	});

	it.each([1, 3])('shows no count after %i, because nothing was left out', (times) => {
		const { lines, refuseTimes } = trigger();
		refuseTimes(times);
		wait(MINUTE);
		refuseTimes(1);
		expect(lines.slice(times)).toEqual([LINE]);
	});

	it('counts each cause separately, whatever its details', () => {
		const { context, lines, refuseTimes } = trigger();
		refuseTimes(50);
		refuseTimes(1, 'stale');
		for (let i = 0; i < 50; i++) refuse(context, { status: 401, cause: 'unread', detail: `attempt ${i}` });
		expect(lines.slice(3)).toEqual([
			expect.stringMatching(/: stale$/),
			expect.stringMatching(/: unread \(attempt 0\)$/),
			expect.stringMatching(/: unread \(attempt 1\)$/),
			expect.stringMatching(/: unread \(attempt 2\) \(more of these/),
		]);
	});

	it('counts each trigger separately', () => {
		const [noisy, quiet] = [trigger(), trigger()];
		noisy.refuseTimes(50);
		quiet.refuseTimes(1);
		expect(quiet.lines).toEqual([LINE]);
	});
});
