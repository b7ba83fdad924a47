import { seed } from '../../../simulator';
import { startRawServer } from '../support/rawServer';
import { until, useTriggerBench } from './support/bench';
import type * as naps from './support/lingers';
import { endLingers, lingers } from './support/lingers';
import type { Webhook } from './support/webhookServer';

jest.mock('n8n-workflow', () => jest.requireActual<typeof naps>('./support/lingers').withHeldLingers());

const bench = useTriggerBench();

const answering = (status: number, body: object, headers: Record<string, string> = {}): Webhook => ({
	webhook: (_request, response) => {
		for (const [name, value] of Object.entries(headers)) response.set(name, value);
		response.status(status).json(body);
		return { noWebhookResponse: true };
	},
});

describe('An endpoint whose URL is taken up outside this process', () => {
	it('stays when a trigger with the same credential answers there', async () => {
		const { trigger, log } = await bench().deactivated();
		bench().server.register(trigger.url, trigger);
		endLingers();
		await until(() => log.some((line) => /: the endpoint .* is kept, because a trigger is using/.test(line)));
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
	});

	it('goes when a trigger with another credential answers there, and has another endpoint', async () => {
		const { trigger } = await bench().deactivated();
		const credentials = await bench().bench.accessToken(seed.otherToken);
		const staticData = { endpointId: 'ep_elsewhere', url: trigger.url };
		bench().server.register(trigger.url, trigger.edited({ credentials, staticData }));
		endLingers();
		await bench().untilGone(trigger);
	});

	it.each([
		['this endpoint', (own: string) => ({ endpointId: own })],
		['none that it remembers', () => ({})],
	])('stays when a trigger with another credential answers there, and has %s', async (_what, staticData) => {
		const { trigger, log } = await bench().deactivated();
		const [endpoint] = bench().endpointsOf(trigger);
		const credentials = await bench().bench.oAuth2();
		const elsewhere = trigger.edited({ credentials, staticData: staticData(endpoint?.id ?? '') });
		bench().server.register(trigger.url, elsewhere);
		endLingers();
		await until(() => log.some((line) => /: the endpoint .* is kept, because a trigger is using/.test(line)));
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);
	});

	it.each([
		['200', answering(200, {})],
		['401 that is no trigger’s', answering(401, { message: 'Log in first' })],
		['404 that is not n8n’s', answering(404, { code: 404, message: 'No route' })],
		['404 without JSON', answering(404, [])],
		['307', answering(307, {}, { location: 'https://localhost/' })],
	])('stays when the answer is a %s', async (what, webhook) => {
		const { trigger, log } = await bench().deactivated();
		bench().server.register(trigger.url, webhook);
		endLingers();
		await until(() => log.length > 0);
		expect(log).toEqual([
			expect.stringContaining(
				`the endpoint at the service is kept, because its webhook URL answers with status ${what.slice(0, 3)}, which does not tell whether it is in use`,
			),
		]);
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
	});

	it.each([
		['502', answering(502, { message: 'Bad gateway' })],
		['503 of the trigger', answering(503, {}, { 'x-faxplus-trigger': 'somebody' })],
	])('stays when the answer is a %s three times', async (what, webhook) => {
		const { trigger, log } = await bench().deactivated();
		bench().server.register(trigger.url, webhook);
		await untilGivenUp(
			log,
			`its webhook URL answers with status ${what.slice(0, 3)}, which does not tell whether it is in use`,
		);
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
	});

	it('stays when nobody answers three times', async () => {
		const server = await startRawServer((_request, response) => response.end());
		await server.stop();
		const { trigger, log } = await bench().deactivated({
			origin: new URL(server.baseUrl).origin.replace('http', 'https'),
		});
		await untilGivenUp(log, 'its webhook URL does not answer (');
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
	});

	it('goes when the gateway has only failed at first', async () => {
		const { trigger, log } = await bench().deactivated();
		bench().server.register(trigger.url, answering(502, {}));
		endLingers();
		await until(() => log.length > 0 && lingers.length === 2);
		bench().server.unregisterAll();
		endLingers();
		await bench().untilGone(trigger);
	});
});

/** Lets the three attempts at a removal fail for one reason. */
async function untilGivenUp(log: string[], obstacle: string): Promise<void> {
	for (const attempt of [1, 2, 3]) {
		await until(() => lingers.length === attempt);
		endLingers();
		await until(() => log.length === attempt);
		expect(log.at(-1)).toContain(`the endpoint at the service is kept, because ${obstacle}`);
	}
	await bench().afterAnotherLeft();
	expect(lingers).toHaveLength(4);
}

describe('A removal that the service', () => {
	it('does not answer is tried three times in all, each after another linger', async () => {
		const { trigger, log } = await bench().deactivated();
		bench().simulator.fail({ times: 1000, with: 'hang-up' });
		for (const attempt of [1, 2, 3]) {
			await until(() => lingers.length === attempt);
			endLingers();
			await until(() => log.length === attempt);
			expect(log.at(-1)).toMatch(/^warn: .* could not be removed .*Delete it with the Fax\.Plus node/);
		}
		bench().simulator.recover();
		await bench().afterAnotherLeft();
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		expect(lingers).toHaveLength(4);
	});

	it('answers again in time succeeds after all', async () => {
		const { trigger, log } = await bench().deactivated();
		bench().simulator.fail({ times: 1, with: 500, operationId: 'deleteWebhook' });
		endLingers();
		await until(() => lingers.length === 2);
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		endLingers();
		await until(() => log.length === 2);
		expect(bench().endpointsOf(trigger)).toEqual([]);
	});

	it('refuses is given up', async () => {
		const { trigger, log } = await bench().deactivated();
		bench().simulator.fail({ times: 10, with: 403, description: 'You may not' });
		endLingers();
		await until(() => log.length > 0);
		expect(log).toEqual([expect.stringMatching(/^warn: .* could not be removed .*You may not/)]);
		bench().simulator.recover();
		await bench().afterAnotherLeft();
		expect(lingers).toHaveLength(2);
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
	});

	it('has no need of, because the endpoint is gone, is no trouble', async () => {
		const { trigger, log } = await bench().deactivated();
		const [endpoint] = bench().endpointsOf(trigger);
		bench().simulator.fail({ times: 1, with: 404, operationId: 'deleteWebhook' });
		endLingers();
		await until(() => log.length > 0);
		expect(log).toEqual([expect.stringContaining(`removed webhook endpoint ${endpoint?.id ?? ''}`)]);
	});
});
