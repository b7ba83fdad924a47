import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { seed } from '../../../simulator';
import { serviceTime } from '../../../simulator/faxing/times';
import type { Fax } from '../../../simulator/state';
import { itemsOf } from '../../../harness/n8n';
import { querySqlite } from '../../../harness/n8n/database';
import { eventually } from '../support/eventually';
import { nodeOf, useExamples } from './support/examples';

const FILE = '12-again-until-it-is-done.json';
const TRIGGER = 'Fax.Plus Polling Trigger';

const HOUR = 3_600_000;

/** Six times a minute, as n8n takes no interval of less than a minute. */
const OFTEN = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

const examples = useExamples();

/** The other system: by the ids of faxes, how it answers, and how often it was asked. */
const answers = new Map<string, number | 'silence'>();
const asked: string[] = [];
let server: Server;

beforeAll(async () => {
	server = createServer((request: IncomingMessage, response: ServerResponse) => {
		const id = String(request.headers['x-fax-id']);
		request.resume().on('end', () => {
			asked.push(id);
			const answer = answers.get(id) ?? 200;
			if (answer !== 'silence') response.writeHead(answer).end('{}');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
});

afterAll(() => {
	server.closeAllConnections();
	server.close();
});

function faxAt(id: string): Fax {
	return examples.simulator.state.accounts.get(seed.accountId)?.faxes.get(id) as Fax;
}

/** Makes all that has happened so much longer ago, for the service and for the workflow; n8n is off. */
async function letPass(workflowId: string, ids: string[], time: number): Promise<void> {
	for (const id of ids) {
		const fax = faxAt(id);
		fax.startTime = serviceTime(Date.parse(`${fax.startTime}Z`) - time);
	}
	const read = 'SELECT staticData FROM workflow_entity WHERE id = ?';
	const [row] = await querySqlite<{ staticData: string }>(examples.n8n, read, [workflowId]);
	const data = JSON.parse(row?.staticData ?? '') as { global: Record<string, number | IDataObject> };
	for (const [name, value] of Object.entries(data.global)) {
		if (typeof value === 'number') data.global[name] = value - time;
		else (value['lists'] as { inbox: { begun: number } }).inbox.begun -= time;
	}
	const write = 'UPDATE workflow_entity SET staticData = ? WHERE id = ?';
	await querySqlite(examples.n8n, write, [JSON.stringify(data), workflowId]);
}

/** Waits until the trigger has looked, which it does with the first poll of a process. */
async function looked(): Promise<void> {
	const polls = examples.callsOf('listFaxes').length;
	await eventually(examples.n8n, 'The trigger does not poll', () =>
		Promise.resolve(examples.callsOf('listFaxes').length > polls + 3 || undefined),
	);
}

test('a fax comes again after a step that failed, and after a kill of n8n, until it is marked as read', async () => {
	const { n8n, simulator } = examples;
	const { port } = server.address() as AddressInfo;
	const workflow = await examples.import(FILE, { address: `http://127.0.0.1:${port}/` });
	nodeOf(workflow, TRIGGER).parameters['pollTimes'] = { item: OFTEN };
	await n8n.api.updateWorkflow(workflow.id, { nodes: workflow.nodes });
	await n8n.api.publish(workflow.id);
	await eventually(
		n8n,
		'The first poll does not end',
		async () => (await n8n.api.getWorkflow(workflow.id)).staticData ?? undefined,
	);

	const [good, failing] = [simulator.addFax({}), simulator.addFax({})];
	answers.set(failing, 500);
	const [failed] = await n8n.api.waitForExecutions(workflow.id, 1);
	expect(failed?.status).toBe('error');
	expect([good, failing].map((id) => faxAt(id).isRead)).toEqual([true, false]);

	const killed = simulator.addFax({});
	answers.set(killed, 'silence');
	await eventually(n8n, 'The fax is not handed over', () =>
		Promise.resolve(asked.includes(killed) || undefined),
	);
	await n8n.kill();
	answers.clear();
	await letPass(workflow.id, [good, failing, killed], 5 * HOUR);
	await n8n.restart();
	const done = await eventually(n8n, 'The faxes are not done', async () => {
		const [newest] = await n8n.api.listExecutions(workflow.id);
		return faxAt(failing).isRead && faxAt(killed).isRead && newest?.status === 'success' ? newest : undefined;
	});
	const items = itemsOf(await n8n.api.getExecution(done.id), TRIGGER).map(({ json }) => json);
	expect(items).toEqual(
		[failing, killed].map(
			(id) =>
				expect.objectContaining({
					data: expect.objectContaining({ id, is_read: false }) as object,
					isAgain: true,
					attempt: 2,
				}) as object,
		),
	);

	await n8n.shutDown();
	await letPass(workflow.id, [good, failing, killed], 5 * HOUR);
	await n8n.restart();
	await looked();
	expect(asked.sort()).toEqual([good, failing, killed, failing, killed].sort());
});

test('the webhook trigger notes, too, since when faxes may come again', async () => {
	const { n8n } = examples;
	const workflow = await examples.import('08-file-incoming-faxes-in-a-folder.json');
	nodeOf(workflow, 'Fax.Plus Trigger').parameters['options'] = { againUntilRead: 4 };
	await n8n.api.updateWorkflow(workflow.id, { nodes: workflow.nodes });
	await n8n.api.publish(workflow.id);
	const { id } = nodeOf(workflow, 'Fax.Plus Trigger');
	const since = await eventually(n8n, 'Nothing is noted', async () => {
		const { staticData } = (await n8n.api.getWorkflow(workflow.id)) as unknown as { staticData: unknown };
		return (staticData as { global?: IDataObject } | null)?.global?.[`faxPlus again ${id}`];
	});
	expect(since).toEqual(expect.any(Number));
});
