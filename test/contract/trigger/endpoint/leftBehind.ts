import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { expectSuccess, jsonOf } from '../../support/execution';
import { endPauses, letTimePass, longPauses } from '../../support/time';
import { PollingTrigger } from '../../polling/support/pollingTrigger';
import { isMarked } from '../../../support/endpointUrls';
import { logOf, until, untilGivenUp, useTriggerBench } from '../support/bench';
import type { Trigger } from '../support/trigger';

const bench = useTriggerBench();

const LATER = 3 * 60_000;

/** Returns the mark that an unpublish adds to an endpoint's URL. */
async function markOfUnused(): Promise<string> {
	const { trigger } = await bench().deactivated();
	const marked = bench().simulator.endpoints.find((one) => one.url.startsWith(trigger.url) && isMarked(one));
	await bench().untilGone(trigger);
	return marked?.url.slice(trigger.url.length) ?? '';
}

/** Adds an endpoint that no process knows. n8n leaves one behind if it's killed soon after a workflow is unpublished. */
async function leftBehind(id: string, mark?: string): Promise<{ url: string; isThere: () => boolean }> {
	const url = `${bench().server.origin}/webhook/${randomUUID()}/webhook`;
	bench().addEndpoint({ id, url: url + (mark ?? (await markOfUnused())) });
	await letTimePass(LATER);
	return { url, isThere: () => bench().simulator.endpoint(id) !== undefined };
}

/** Returns an active trigger of another workflow in the same account. */
async function other(): Promise<Trigger> {
	return await bench().activeTrigger();
}

describe('An endpoint that n8n could not delete after an unpublish', () => {
	it("is deleted by another trigger's next check, if n8n was killed", async () => {
		const left = await leftBehind('ep_left');
		await (await other()).poll();
		expect(left.isThere()).toBe(false);
	});

	it("is deleted by another trigger's next check, if Fax.Plus refused for longer than the retries", async () => {
		const { trigger, log } = await bench().deactivated();
		bench().simulator.fail({ times: 4, with: 503, operationId: 'deleteWebhook' });
		await untilGivenUp(log, /couldn't be removed/);
		expect(bench().endpointsOf(trigger)).toHaveLength(1);
		await letTimePass(LATER);
		await (await other()).poll();
		expect(bench().endpointsOf(trigger)).toEqual([]);
	});

	it('is deleted two minutes after n8n starts, by a polling trigger, although Fax.Plus fails at first', async () => {
		const left = await leftBehind('ep_left');
		longPauses.length = 0;
		const polling = new PollingTrigger(bench().bench.engine, await bench().bench.accessToken());
		await polling.activate('init');
		expect(longPauses).toEqual([120_000]);
		bench().simulator.fail({ times: 1, with: 500, operationId: 'deleteWebhook' });
		expect(left.isThere()).toBe(true);
		await until(() => {
			endPauses();
			return !left.isThere();
		});
	});

	it('is deleted two minutes after n8n starts, by a trigger that never checks', async () => {
		const left = await leftBehind('ep_left');
		const trigger = await bench().trigger({ parameters: { missedFaxes: 'never' } });
		await trigger.checkExists('init');
		await until(() => {
			endPauses();
			return !left.isThere();
		});
	});

	it('is deleted by "Webhook Endpoint: Check", which says so', async () => {
		await leftBehind('ep_left');
		const check = { resource: 'webhookEndpoint', operation: 'check' };
		const { items } = expectSuccess(await bench().bench.run(check));
		const found: IDataObject[] = jsonOf(items);
		expect(found.find(({ id }) => id === 'ep_left')).toMatchObject({
			finding: expect.stringMatching(/unpublished.*This check has deleted it/) as string,
		});
		expect(bench().ids).not.toContain('ep_left');
	});

	it('stays with its secret when the workflow is published again, and is no longer marked for deletion', async () => {
		const { trigger } = await bench().deactivated();
		const [before] = structuredClone(bench().endpointsOf(trigger));
		expect(bench().isMarkedUnused(trigger)).toBe(true);
		await trigger.edited({}).activate();
		expect(bench().isMarkedUnused(trigger)).toBe(false);
		await letTimePass(LATER);
		await (await other()).poll();
		expect(bench().endpointsOf(trigger)).toEqual([before]);
	});
});

describe('A mark from a newer version of the package, in an unknown format,', () => {
	const NEWER = '?faxplus-unused=v2.5f3a~n8n-7';

	it('is removed by the next publish, and the endpoint stays with its secret', async () => {
		const { trigger } = await bench().deactivated();
		const [before] = structuredClone(bench().endpointsOf(trigger));
		bench().addEndpoint({ id: '', ...before, url: trigger.url + NEWER });
		await trigger.edited({}).activate();
		expect(bench().simulator.endpoints.filter(({ url }) => url.startsWith(trigger.url))).toEqual([before]);
	});

	it('stops anything from deleting the endpoint', async () => {
		const { isThere } = await leftBehind('ep_newer', NEWER);
		await (await other()).poll();
		expectSuccess(await bench().bench.run({ resource: 'webhookEndpoint', operation: 'check' }));
		expect(isThere()).toBe(true);
	});
});

it.each([
	['answers 500 once', { times: 1, with: 500 }],
	['answers 503 twice', { times: 2, with: 503 }],
	['breaks off', { times: 1, with: 'hang-up' }],
	["carries it out, but its answer doesn't arrive", { times: 1, with: 'hang-up', afterEffect: true }],
] as const)('An endpoint is marked before n8n may stop, though Fax.Plus %s', async (_what, failure) => {
	const trigger = await bench().activeTrigger();
	bench().simulator.fail({ ...failure, operationId: 'updateWebhook' });
	await trigger.delete();
	await until(() => longPauses.length > 0);
	expect(bench().isMarkedUnused(trigger)).toBe(true);
	await bench().untilGone(trigger);
});

describe('Nothing deletes', () => {
	it.each([
		["another program's endpoint", '?token=1'],
		[
			'an endpoint that another n8n instance has unpublished',
			'?faxplus-unused=1700000000000-0123456789abcdef',
		],
		['an endpoint that is in use without a mark', ''],
	])('%s', async (_whose, mark) => {
		const { isThere } = await leftBehind('ep_other', mark);
		await (await other()).poll();
		expectSuccess(await bench().bench.run({ resource: 'webhookEndpoint', operation: 'check' }));
		expect(isThere()).toBe(true);
	});

	it("an endpoint in use although it's marked, as after a publish in another process", async () => {
		const left = await leftBehind('ep_used');
		const trigger = await other();
		bench().server.register(left.url, trigger);
		await trigger.poll();
		expect(left.isThere()).toBe(true);
	});

	it('an endpoint that was just unpublished, so that a publish finds it', async () => {
		const mark = (await markOfUnused()).replace(/\d+-/, () => `${Date.now()}-`);
		bench().addEndpoint({
			id: 'ep_new',
			url: `${bench().server.origin}/webhook/${randomUUID()}/webhook${mark}`,
		});
		await (await other()).checkExists();
		expectSuccess(await bench().bench.run({ resource: 'webhookEndpoint', operation: 'check' }));
		expect(bench().ids).toContain('ep_new');
	});

	it("an endpoint that is to stay, which isn't even marked", async () => {
		const { trigger } = await bench().deactivated({ parameters: { options: { keepEndpoint: true } } });
		await letTimePass(LATER);
		await (await other()).poll();
		expect([bench().idsOf(trigger).length, bench().isMarkedUnused(trigger)]).toEqual([1, false]);
	});
});

it("An endpoint that Fax.Plus doesn't allow to be marked is still deleted two minutes later, and the log names it at once", async () => {
	const trigger = await bench().activeTrigger();
	const [id] = bench().idsOf(trigger);
	const log = logOf(trigger);
	bench().simulator.fail({ times: 100, with: 400, operationId: 'updateWebhook' });
	await trigger.delete();
	expect(log[0]).toContain(`endpoint ${id ?? ''} will be deleted in two minutes`);
	await until(() => longPauses.length > 0);
	await bench().untilGone(trigger);
});
