import { hourEntries } from '../../../nodes/shared/passing/fax';
import type { Delivery } from '../../../tools/simulator';
import { node } from '../../../tools/harness/n8n/workflows';
import {
	forSeconds,
	hashOf,
	NAMES_OF_A_DELIVERY,
	REMOVAL_SECONDS,
	TRIGGER,
	useTriggerBench,
} from '../support/triggerBench';

const bench = useTriggerBench();

const REPEATED_MS = 600_000;

/** A node that changes the static data of the workflow and of the node with every execution. */
const writer = node(
	'Writer',
	'n8n-nodes-base.code',
	{
		jsCode: `for (const scope of ['global', 'node']) {
		const data = $getWorkflowStaticData(scope);
		data.count = (data.count ?? 0) + 1;
	}
	return $input.all();`,
	},
	{ typeVersion: 2 },
);

async function arrive(webhookId: string): Promise<Delivery[]> {
	const deliveries = bench().simulator.faxReceived({ webhookId });
	return await Promise.all(deliveries.map(async ({ settled }) => await settled));
}

const webhookChanges = () =>
	bench().simulator.requests.filter(({ operationId }) =>
		['createWebhook', 'updateWebhook', 'deleteWebhook'].includes(operationId),
	);

/** Makes Fax.Plus repeat deliveries for minutes, because a busy machine needs time to start n8n. */
function repeatedEach(milliseconds: number, arrive: () => Delivery[]): Delivery[] {
	const { deliverySettings } = bench().simulator;
	const { retrySchedule } = deliverySettings;
	deliverySettings.retrySchedule = Array<number>(REPEATED_MS / milliseconds).fill(milliseconds);
	const deliveries = arrive();
	deliverySettings.retrySchedule = retrySchedule;
	return deliveries;
}

/** Kills n8n and starts it again. A fax arrives as soon as n8n listens. */
async function crashAndRestart(webhookId: string): Promise<Delivery[]> {
	bench().simulator.clearRequests();
	await bench().n8n.kill();
	const [delivery] = repeatedEach(1_000, () => bench().simulator.faxReceived({ webhookId }));
	await bench().n8n.restart();
	await delivery?.settled;
	return bench().simulator.deliveries.filter((entry) => entry.webhookId === webhookId);
}

describe('After a crash of n8n', () => {
	it.each([
		{ service: 'answers', fail: undefined },
		{ service: "doesn't answer", fail: 'silence' },
	] as const)(
		'the endpoint is the same, unchanged, and receives deliveries, while Fax.Plus $service',
		async ({ fail }) => {
			const name = `crash-${String(fail)}`;
			const trigger = bench().trigger(name);
			const { id, endpoint } = await bench().activate(trigger);
			const before = { ...endpoint };
			await arrive(`msg_before_${name}`);
			expect(await bench().passedIds(id)).toEqual([`msg_before_${name}`]);
			if (fail !== undefined) bench().simulator.fail({ times: 1000, with: fail });

			const [delivery] = await crashAndRestart(`msg_while_down_${name}`);
			expect(delivery?.state).toBe('delivered');
			await bench().simulator.replay(`msg_before_${name}`);
			const [fresh] = await arrive(`msg_after_${name}`);
			expect(fresh?.attempts.map(({ status }) => status)).toEqual([200]);

			expect(await bench().passedIds(id)).toEqual([
				`msg_after_${name}`,
				`msg_before_${name}`,
				`msg_while_down_${name}`,
			]);
			await forSeconds(REMOVAL_SECONDS + 1);
			expect(bench().endpointsOf(trigger)).toEqual([before]);
			expect(webhookChanges()).toEqual([]);
			bench().simulator.recover();
		},
	);
});

it('all deliveries that keep arriving while n8n starts are accepted, behind a proxy that checks whether n8n is ready', async () => {
	const trigger = bench().trigger('knocking');
	const { id } = await bench().activate(trigger);
	await bench().n8n.kill();
	const deliveries = repeatedEach(10, () =>
		Array.from({ length: 10 }, () => bench().simulator.faxReceived()).flat(),
	);
	await bench().n8n.restart();
	await Promise.all(deliveries.map(async ({ settled }) => await settled));

	expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'delivered'));
	expect(await bench().passedIds(id)).toEqual(deliveries.map(({ webhookId }) => webhookId).sort());
});

describe("A delivery that started the workflow doesn't start it again", () => {
	it('after a restart, after the node was renamed, and after other nodes wrote static data', async () => {
		const plain = bench().trigger('plain');
		const writing = bench().trigger('writing');
		const one = await bench().activate(plain);
		const two = await bench().activate(writing, writer);
		for (const webhookId of ['msg_restart', 'msg_renamed']) await arrive(webhookId);
		expect(await bench().passedIds(one.id)).toEqual(['msg_renamed', 'msg_restart']);
		expect(await bench().passedIds(two.id)).toEqual(['msg_renamed', 'msg_restart']);

		// A new process doesn't know what the old one accepted in the last minute, so only the store can stop the copies.
		await bench().n8n.restart();
		await arrive('msg_writes');
		expect(await bench().passedIds(two.id)).toContain('msg_writes');
		await bench().simulator.replay('msg_restart');
		for (const { id } of [one, two]) {
			await bench().n8n.api.waitForExecutions(id, 4);
			expect(await bench().passedIds(id)).toEqual(['msg_renamed', 'msg_restart', 'msg_writes']);
		}

		await bench().publish(one.id, { ...plain, name: `${TRIGGER} renamed` });
		await bench().publish(two.id, { ...writing, name: `${TRIGGER} renamed` }, writer);
		await forSeconds(REMOVAL_SECONDS);
		await bench().simulator.replay('msg_renamed');
		for (const { id } of [one, two]) {
			await bench().n8n.api.waitForExecutions(id, 5);
			expect(await bench().passedIds(id)).toEqual(['msg_renamed', 'msg_restart', 'msg_writes']);
			const stored = await bench().storedHashes(id);
			expect(stored).toEqual(
				expect.arrayContaining(['msg_restart', 'msg_renamed', 'msg_writes'].map(hashOf)),
			);
			const ofFaxes = stored.filter((hash) => !hoursUntilNow().map(hashOf).includes(hash));
			expect(ofFaxes).toHaveLength(3 * NAMES_OF_A_DELIVERY);
		}
		const { staticData } = await bench().n8n.api.getWorkflow(two.id);
		expect(JSON.stringify(staticData)).toContain('"count"');
	});
});

/**
 * Returns the entries that show since when the store has had entries: two for each hour with a delivery, and two for the
 * first entries. The deliveries are from this hour or the last one.
 */
function hoursUntilNow(): string[] {
	return [0, Date.now() - 3_600_000, Date.now()].flatMap((time) => hourEntries(time));
}
