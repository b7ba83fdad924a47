import type { INode, INodeParameters } from 'n8n-workflow';

import { FaxPlus } from '../../nodes/FaxPlus/FaxPlus.node';
import { FaxPlusPollingTrigger } from '../../nodes/FaxPlusPollingTrigger/FaxPlusPollingTrigger.node';
import { FaxPlusTrigger } from '../../nodes/FaxPlusTrigger/FaxPlusTrigger.node';
import { EVERY_TEN_SECONDS, manualTrigger, node } from '../../tools/harness/n8n/workflows';
import { seed } from '../../tools/simulator';
import { clinic } from '../contract/support/operationCases';
import { fixtureOf, versionsWith, writing } from '../support/fixtures';
import { TRIGGER, until, useTriggerBench } from './support/triggerBench';

type Saved = Record<'trigger' | 'pollingTrigger' | 'send' | 'list', INode>;

const bench = useTriggerBench();

/** Returns a new node as the editor saves it: with its newest version, and only with the parameters that aren't at their default. */
function newNode(
	name: string,
	{ description }: Pick<FaxPlus, 'description'>,
	parameters: INodeParameters = {},
): INode {
	const typeVersion = [description.version].flat().at(-1) ?? 1;
	return node(name, `n8n-nodes-faxplus.${description.name}`, parameters, { typeVersion });
}

/** The nodes that a user saves with this version. */
function newNodes(): Saved {
	const from = { __rl: true, mode: 'list', value: seed.ownedNumber };
	const text = { source: 'text', text: 'Dear Dr Roe' };
	return {
		trigger: { ...newNode(TRIGGER, new FaxPlusTrigger()), webhookId: 'saved-by-a-release' },
		pollingTrigger: newNode(TRIGGER, new FaxPlusPollingTrigger(), { pollTimes: EVERY_TEN_SECONDS }),
		send: newNode('Send', new FaxPlus(), { from, to: '+15550100299', ...text }),
		list: newNode('List', new FaxPlus(), { operation: 'getAll' }),
	};
}

writing?.('nodes', newNodes());

describe.each(versionsWith('nodes'))('A node that version %s saved', (version) => {
	function savedNode(kind: keyof Saved): INode {
		const saved = (fixtureOf(version, 'nodes') as Saved)[kind];
		const { account, secret } = bench();
		const used = kind === 'trigger' ? [account, secret] : [account];
		return {
			...saved,
			credentials: Object.fromEntries(used.map(({ type, id, name }) => [type, { id, name }])),
		};
	}

	/** Waits until a fax has started the workflow, and returns all that have. */
	async function faxesOf(id: string): Promise<unknown[]> {
		const items = await until(async () => {
			const all = await bench().passed(id);
			return all.length > 0 ? all : undefined;
		});
		return items.map(({ data }) => (data as { id: string }).id);
	}

	it('listens for faxes at one endpoint', async () => {
		const trigger = savedNode('trigger');
		const { id, endpoint } = await bench().activate(trigger);
		await bench().faxReceived(endpoint, { faxId: 'fax_1' }).settled;
		expect(await faxesOf(id)).toEqual(['fax_1']);
		expect(bench().endpointsOf(trigger)).toEqual([endpoint]);
	});

	it('polls for faxes', async () => {
		const { n8n, simulator } = bench();
		const id = await bench().create(savedNode('pollingTrigger'));
		await n8n.api.publish(id);
		await until(async () => (await n8n.api.getWorkflow(id)).staticData ?? undefined);
		const faxId = simulator.addFax();
		expect(await faxesOf(id)).toEqual([faxId]);
	});

	it('sends one fax, and lists as many as before', async () => {
		const { n8n, simulator } = bench();
		for (let count = 0; count < 60; count++) simulator.addFax();
		const { outbox, faxes } = clinic(simulator);
		const before = outbox.size + faxes.size;
		const id = await bench().create(manualTrigger, savedNode('send'), savedNode('list'));
		const { data } = await n8n.api.runManually(id, manualTrigger.name);
		const itemsOf = (name: string) => data.resultData.runData[name]?.[0]?.data?.['main']?.[0] ?? [];
		expect(itemsOf('Send')).toHaveLength(1);
		expect(itemsOf('List')).toHaveLength(50);
		expect(outbox.size + faxes.size).toBe(before + 1);
	});
});
