import { setTimeout as pause } from 'node:timers/promises';

import { lazyExpressions } from '../../harness/n8n';
import { node, workflow } from '../../harness/n8n/workflows';
import { rounded, type Measurement } from './measure';
import { withBench, type Bench } from './n8nUnderLoad';
import { everySeconds } from './nodes';

const TRIGGERS = 100;
const CHECKS = 6;
const EVERY_SECONDS = 10;
const CHECK_MS = 50;

/** The cost of idle triggers: requests, executions, static data, and the time they add to the start of n8n. */
export async function idleTriggers(): Promise<Measurement> {
	return await withBench(async (bench) => {
		const first = await publish(bench, 0, { pollTimes: everySeconds(EVERY_SECONDS) });
		await pause(EVERY_SECONDS * 1_000);
		bench.simulator.clearRequests();
		await pause(CHECKS * EVERY_SECONDS * 1_000);
		const asked = bench.simulator.requests.map(({ operationId }) => operationId);
		const checks = asked.filter((operation) => operation === 'listWebhooks').length;
		const { staticData } = await bench.n8n.api.getWorkflow(first);
		const executions = await bench.n8n.api.listExecutions(first);
		for (let index = 1; index < TRIGGERS; index++) await publish(bench, index);
		const answering = await secondsOfStart(bench);
		bench.simulator.fail({ times: Infinity, with: 'silence' });
		const hanging = await secondsOfStart(bench);
		return {
			title:
				'Triggers that have nothing to do (at most 3 requests a check, no execution, less than 64 KB; 100 start within 10 s)',
			options: { triggers: TRIGGERS },
			rows: [
				{
					checks,
					'requests a check': rounded(asked.length / checks),
					executions: executions.length,
					'bytes of static data': JSON.stringify(staticData).length,
					'start of 100, seconds': answering,
					'start of 100, the service silent': hanging,
				},
			],
		};
	}, lazyExpressions);
}

async function publish({ n8n, account }: Bench, index: number, parameters = {}): Promise<string> {
	const trigger = node(
		'Trigger',
		'n8n-nodes-faxplus.faxPlusTrigger',
		{ authentication: 'accessToken', events: ['fax_received', 'fax_sent'], ...parameters },
		{ credentials: [account], typeVersion: 2, webhookId: `idle-${index}` },
	);
	const { id } = await n8n.api.createWorkflow(workflow(`Idle ${index}`, [trigger]));
	await n8n.api.publish(id);
	return id;
}

/** Seconds from the first trigger that n8n activates on start to the last one. */
async function secondsOfStart({ n8n }: Bench): Promise<number> {
	await n8n.shutDown();
	const from = n8n.log.length;
	const restarting = n8n.restart();
	const activated = () => n8n.log.slice(from).match(/Activated workflow/g)?.length ?? 0;
	const begun = () => n8n.log.slice(from).includes('Start Active Workflows');
	while (!begun()) await pause(CHECK_MS);
	const at = Date.now();
	while (activated() < TRIGGERS) await pause(CHECK_MS);
	const seconds = (Date.now() - at) / 1_000;
	await restarting;
	return rounded(seconds);
}
