import type { IWebhookFunctions } from 'n8n-workflow';

import { refuse } from '../../../nodes/FaxPlusTrigger/delivery/refusal';
import { auditTrailIn } from '../../support/auditTrail';
import { MINUTE, useFakeClock, wait } from '../support/clock';

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
		getMode: () => mode,
		getExecutionId: () => undefined,
		getHeaderData: () => ({ 'webhook-id': 'msg_1' }),
		getRequestObject: () => ({ ip: '203.0.113.7' }),
		logger: { warn: (line: string) => lines.push(line) },
	} as unknown as IWebhookFunctions;
	const refuseTimes = (times: number, cause = 'no good') => {
		for (let i = 0; i < times; i++) refuse(context, { status: 401, cause });
	};
	/** Returns what the lines say about the refusals. */
	const causes = () =>
		auditTrailIn(lines).map(({ cause = '', detail, unlogged }) =>
			[cause, detail, unlogged].filter((part) => part !== undefined).join(', '),
		);
	return { context, id, lines, causes, answers, headers, refuseTimes };
}

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

	it.each(['webhook', 'manual'])('is in the audit trail with all known facts (mode %s)', (mode) => {
		const { context, id, lines } = trigger(mode);
		refuse(context, { status: 503, cause: 'no good', detail: 'Error: key is lost' });
		expect(lines).toHaveLength(1);
		expect(auditTrailIn(lines)).toEqual([
			{
				...{ time: '2026-11-21T06:00:00.000Z', event: 'delivery.refused' },
				...{ status: 503, cause: 'no good', detail: 'Error: key is lost' },
				...{ source: '203.0.113.7', deliveryId: 'msg_1' },
				...{ workflowId: 'w1', nodeId: id, mode },
			},
		]);
	});
});

describe('The log of refusals', () => {
	it('has three lines a minute for each cause', () => {
		const { causes, answers, refuseTimes } = trigger();
		refuseTimes(50);
		expect(causes()).toEqual(['no good', 'no good', 'no good']);
		expect(answers).toHaveLength(50);
	});

	it('continues a minute after the first line, and counts what was left out', () => {
		const { causes, lines, refuseTimes } = trigger();
		refuseTimes(50);
		wait(MINUTE - 1);
		refuseTimes(1);
		expect(lines).toHaveLength(3);

		wait(1);
		refuseTimes(4);
		expect(causes().slice(3)).toEqual(['no good, 48', 'no good', 'no good']);
	});

	it.each([1, 3])('shows no count after %i, because nothing was left out', (times) => {
		const { causes, refuseTimes } = trigger();
		refuseTimes(times);
		wait(MINUTE);
		refuseTimes(1);
		expect(causes().slice(times)).toEqual(['no good']);
	});

	it('counts each cause separately, whatever its details', () => {
		const { context, causes, refuseTimes } = trigger();
		refuseTimes(50);
		refuseTimes(1, 'stale');
		for (let i = 0; i < 50; i++) refuse(context, { status: 401, cause: 'unread', detail: `attempt ${i}` });
		expect(causes().slice(3)).toEqual([
			'stale',
			...['unread, attempt 0', 'unread, attempt 1', 'unread, attempt 2'],
		]);
	});

	it('counts each trigger separately', () => {
		const [noisy, quiet] = [trigger(), trigger()];
		noisy.refuseTimes(50);
		quiet.refuseTimes(1);
		expect(quiet.causes()).toEqual(['no good']);
	});
});
