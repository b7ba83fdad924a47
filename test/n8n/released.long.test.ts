import { readdirSync } from 'node:fs';
import type { INode } from 'n8n-workflow';

import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import type { WorkflowDraft } from '../../tools/harness/n8n';
import { EVERY_TEN_SECONDS, manualTrigger, node, workflow } from '../../tools/harness/n8n/workflows';
import { seed } from '../../tools/simulator';
import { clinic } from '../contract/support/operationCases';
import { FIXTURES, fixtureOf, writing } from '../support/fixtures';
import { DONE, TRIGGER, until, useTriggerBench } from './support/triggerBench';

const bench = useTriggerBench();

const TYPE = 'n8n-nodes-faxplus';
const NUMBER = '+15550100299';
const done = node(DONE, 'n8n-nodes-base.noOp');

type Workflows = Record<'webhook' | 'polling' | 'actions', WorkflowDraft>;

/** A node as the editor saves a new one: with its newest version, and without what has its default. */
function newNode(
	name: string,
	{ description }: { description: FaxPlus['description'] },
	parameters: INode['parameters'] = {},
) {
	const { account, secret } = bench();
	const typeVersion = [description.version].flat().at(-1) ?? 1;
	const credentials = description.name === 'faxPlusTrigger' ? [account, secret] : [account];
	const webhookId = description.name === 'faxPlusTrigger' ? { webhookId: 'saved-by-a-release' } : {};
	return node(name, `${TYPE}.${description.name}`, parameters, { typeVersion, credentials, ...webhookId });
}

/** What a person saves with this version. */
function workflows(): Workflows {
	const to = { from: seed.ownedNumber, to: NUMBER, source: 'text', text: 'Dear Dr Roe' };
	return {
		webhook: workflow('Webhook', [newNode(TRIGGER, new FaxPlusTrigger()), done]),
		polling: workflow('Polling', [
			newNode(TRIGGER, new FaxPlusPollingTrigger(), { pollTimes: EVERY_TEN_SECONDS }),
			done,
		]),
		actions: workflow('Actions', [
			manualTrigger,
			newNode('Send', new FaxPlus(), { operation: 'send', ...to }),
			newNode('List', new FaxPlus(), { operation: 'getAll' }),
		]),
	};
}

/** Saves a workflow with the credentials of this n8n. */
async function save({ name, nodes, connections }: WorkflowDraft): Promise<string> {
	const { account, secret } = bench();
	const own = Object.fromEntries(
		[account, secret].map(({ id, name: called, type }) => [type, { id, name: called }]),
	);
	const withOwn = nodes.map((one) => ({
		...one,
		...(one.credentials && {
			credentials: Object.fromEntries(Object.keys(one.credentials).map((type) => [type, own[type]])),
		}),
	}));
	return (await bench().n8n.api.createWorkflow({ name, nodes: withOwn, connections } as WorkflowDraft)).id;
}

async function passed(id: string): Promise<unknown[]> {
	return (await bench().passed(id)).map(({ data }) => (data as { id: string }).id);
}

if (writing)
	beforeAll(async () => {
		const saved: Partial<Workflows> = {};
		for (const [kind, draft] of Object.entries(workflows()) as Array<[keyof Workflows, WorkflowDraft]>) {
			const { name, nodes, connections } = await bench().n8n.api.getWorkflow(await save(draft));
			saved[kind] = { name, nodes, connections };
		}
		writing?.('workflows', saved);
	});

const versions = new Set([...readdirSync(FIXTURES), ...(process.env['WRITE_FIXTURES']?.split(' ') ?? [])]);

describe.each([...versions])('A workflow that version %s has saved', (version) => {
	const saved = (): Workflows => fixtureOf(version, 'workflows') as Workflows;

	it('listens for faxes, and keeps its endpoint and secret', async () => {
		const draft = saved().webhook;
		const trigger = draft.nodes.find(({ name }) => name === TRIGGER) as INode;
		const id = await save(draft);
		await bench().n8n.api.publish(id);
		const endpoint = await until(() => bench().endpointOf(trigger));
		await until(() => bench().n8n.log.includes(`created webhook endpoint ${endpoint.id}`) || undefined);
		await bench().enterSecrets();
		await bench().faxReceived(endpoint, { faxId: 'fax_1' }).settled;
		await until(async () => (await passed(id)).length > 0 || undefined);
		expect(await bench().passed(id)).toMatchObject([
			{ event: 'fax_received', confirmedBy: 'signature', data: { id: 'fax_1' } },
		]);
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);
	});

	it('polls for faxes', async () => {
		const { n8n, simulator } = bench();
		const id = await save(saved().polling);
		await n8n.api.publish(id);
		await until(async () => (await n8n.api.getWorkflow(id)).staticData ?? undefined);
		const faxId = simulator.addFax();
		await until(async () => (await passed(id)).length > 0 || undefined);
		expect(await passed(id)).toEqual([faxId]);
	});

	it('sends one fax, and lists as many as before', async () => {
		const { n8n, simulator } = bench();
		for (let count = 0; count < 60; count++) simulator.addFax();
		const before = clinic(simulator).outbox.size + clinic(simulator).faxes.size;
		const { data } = await n8n.api.runManually(await save(saved().actions), manualTrigger.name);
		const itemsOf = (name: string) => data.resultData.runData[name]?.[0]?.data?.['main']?.[0] ?? [];
		expect(itemsOf('Send')).toHaveLength(1);
		expect(itemsOf('List')).toHaveLength(50);
		expect(clinic(simulator).outbox.size + clinic(simulator).faxes.size).toBe(before + 1);
	});
});
