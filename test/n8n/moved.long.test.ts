import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureN8n, N8n } from '../../tools/harness/n8n';
import { EVERY_MINUTE, EVERY_TEN_SECONDS, node, workflow } from '../../tools/harness/n8n/workflows';
import { runCommand } from '../../tools/harness/processes/runCommand';
import { seed } from '../../tools/simulator';
import { letPass } from './support/letPass';
import { DONE, fastPauses, TriggerBench, until } from './support/triggerBench';

const DAY = 24 * 3_600_000;
const FAXES = 5;

/** Runs a command of n8n's CLI on an instance's database. */
async function command(n8n: N8n, ...words: string[]): Promise<void> {
	const { nodeProgram, script } = await ensureN8n(n8n.version);
	await runCommand(nodeProgram, [script, ...words], { cwd: n8n.userFolder, env: n8n.env });
}

/** Returns the file names of the faxes that have started a workflow. Lists and deliveries use the same file names. */
async function passedIn({ api }: N8n, workflowId: string): Promise<string[]> {
	const executions = await api.listExecutions(workflowId);
	const ended = await Promise.all(executions.map(async ({ id }) => await api.waitForExecution(id)));
	return ended
		.flatMap(({ data }) => data.resultData.runData[DONE] ?? [])
		.flatMap((run) => run.data?.['main']?.[0] ?? [])
		.map(({ json }) => (json['data'] as { file: string }).file)
		.sort();
}

let bench: TriggerBench;
let userFolder: string;
let n8n: N8n | undefined;

beforeAll(async () => {
	bench = await TriggerBench.start();
	userFolder = await mkdtemp(join(tmpdir(), 'n8n-moved-'));
});

afterAll(async () => {
	await n8n?.stop();
	await bench.stop();
	await rm(userFolder, { recursive: true, force: true });
});

/**
 * Exports all workflows and credentials of an n8n instance. Then starts another instance with a different encryption key,
 * and imports them.
 */
async function movedTo(former: N8n): Promise<N8n> {
	const [workflows, credentials] = ['workflows', 'credentials'].map((name) =>
		join(userFolder, `${name}.json`),
	);
	await command(former, 'export:workflow', '--all', `--output=${workflows}`);
	await command(former, 'export:credentials', '--all', '--decrypted', `--output=${credentials}`);
	const env = { ...fastPauses, N8N_ENCRYPTION_KEY: 'another key, so another n8n' };
	const other = await N8n.start({ front: former.front, userFolder, env });
	former.front.setTargets([other.url.replace('localhost', '127.0.0.1')]);
	await command(other, 'import:credentials', `--input=${credentials}`);
	await command(other, 'import:workflow', `--input=${workflows}`);
	return other;
}

it('Workflows that are imported into another n8n instance start nothing old there, although an export contains static data', async () => {
	const { n8n: former, simulator, account } = bench;
	const { id: byWebhook } = await bench.activate(bench.trigger('moved', { pollTimes: EVERY_MINUTE }));
	const polling = node(
		'Polled',
		'n8n-nodes-faxplus.faxPlusPollingTrigger',
		{ authentication: 'accessToken', pollTimes: EVERY_TEN_SECONDS },
		{ credentials: [account] },
	);
	const draft = workflow('Polled', [polling, node(DONE, 'n8n-nodes-base.noOp')]);
	const { id: byPoll } = await former.api.createWorkflow(draft);
	await former.api.publish(byPoll);
	await until(async () => (await former.api.getWorkflow(byPoll)).staticData ?? undefined);
	const both = [byWebhook, byPoll];
	const faxes = () => [...(simulator.state.accounts.get(seed.accountId)?.faxes.values() ?? [])];
	const passDays = async (days: number) => {
		await former.shutDown();
		await letPass(former, byWebhook, faxes(), days * DAY);
		await letPass(former, byPoll, [], days * DAY);
	};

	const ids: string[] = [];
	for (const day of [1, 2]) {
		if (day === 2) await passDays(3);
		if (day === 2) await former.restart();
		for (let count = 0; count < FAXES; count++) {
			ids.push(`fax_${day}_${count}`);
			simulator.faxReceived({ faxId: `fax_${day}_${count}` });
		}
		const files = ids.map((id) => `${id}.pdf`);
		for (const id of both) {
			await until(async () => (await passedIn(former, id)).length >= files.length || undefined);
			expect(await passedIn(former, id)).toEqual(files);
		}
	}
	await passDays(1);

	const other = (n8n = await movedTo(former));
	simulator.clearRequests();
	for (const id of both) {
		expect((await other.api.getWorkflow(id)).staticData).toBeTruthy();
		await other.api.publish(id);
	}
	const checks = () => simulator.requests.filter(({ operationId }) => operationId === 'listWebhooks').length;
	// The registration makes at most two of these requests.
	await until(() => checks() >= 3 || undefined);
	for (const id of both) expect(await passedIn(other, id)).toEqual([]);

	simulator.faxReceived({ faxId: 'fax_new' });
	for (const id of both) {
		await until(async () => (await passedIn(other, id)).length > 0 || undefined);
		expect(await passedIn(other, id)).toEqual(['fax_new.pdf']);
	}
});
