import type { INode } from 'n8n-workflow';
import { itemsOf, type Execution, type StoredWorkflow } from '../../../harness/n8n';
import { serviceTime } from '../../../simulator/faxing/times';
import type { Settings } from '../../../simulator/settings';
import { eventually } from '../support/eventually';
import { useExamples } from './support/examples';

const FILE = '10-both-triggers-each-fax-once.json';

const examples = useExamples();

jest.setTimeout(120_000);

/** Executions by what has started them: polls and webhooks. */
type Mode = 'trigger' | 'webhook';

/** The example as it runs in these tests. A fax is known by its number of pages: the triggers may call it by two ids. */
class BothTriggers {
	private constructor(private readonly workflow: StoredWorkflow) {}

	/**
	 * Publishes the example, and waits until the polling trigger has noted what is there already.
	 *
	 * @param download settings of the node that downloads
	 */
	static async goLive(download: Partial<INode> = {}): Promise<BothTriggers> {
		const { api } = examples.n8n;
		const imported = await examples.import(FILE);
		const { id } = imported;
		const nodes = imported.nodes
			.map(hurried)
			.map((node) => (node.name === 'Download PDF' ? { ...node, ...download } : node));
		const workflow = await api.updateWorkflow(id, { nodes });
		expect((await api.runManually(id, 'Once, Before You Publish')).status).toBe('success');
		await examples.activate(workflow);
		await eventually(examples.n8n, 'Nothing was polled', () => {
			const answered = examples.callsOf('listFaxes').filter(({ status }) => status === 200);
			const categories = new Set(answered.map(({ query }) => query['category']));
			return Promise.resolve(categories.size === 2 || undefined);
		});
		return new BothTriggers(workflow);
	}

	/** Waits until the executions that polls, or webhooks, have started have put out so many faxes at a node; returns them. */
	async passed(mode: Mode, node: string, count: number): Promise<number[]> {
		return await eventually(examples.n8n, `"${node}" has not put out ${count} faxes`, async () => {
			const faxes = faxesIn(await this.executions([mode]), node);
			return faxes.length >= count ? faxes : undefined;
		});
	}

	/** The faxes that have come to a person's steps. */
	async done(): Promise<number[]> {
		return faxesIn(await this.executions(['trigger', 'webhook']), 'Your Steps');
	}

	/** How the executions that webhooks have started have ended. */
	async webhookStatuses(): Promise<string[]> {
		return (await this.executions(['webhook'])).map(({ status }) => status);
	}

	private async executions(modes: Mode[]): Promise<Execution[]> {
		const { api } = examples.n8n;
		const listed = await api.listExecutions(this.workflow.id);
		const ended = listed
			.filter(({ mode }) => modes.some((one) => one === mode))
			.filter(({ status }) => ['error', 'success'].includes(status));
		return await Promise.all(ended.map(async ({ id }) => await api.getExecution(id)));
	}
}

/** The node as it polls every ten seconds, and waits for seconds where it waits for minutes. */
function hurried(node: INode): INode {
	const { parameters } = node;
	const changes: Record<string, Partial<INode>> = {
		'Fax.Plus Polling Trigger': { parameters: { ...parameters, pollTimes: everyTenSeconds() } },
		'Two Minutes Later': { parameters: { ...parameters, amount: 8, unit: 'seconds' } },
		'Download PDF': { waitBetweenTries: 0 },
	};
	return { ...node, ...changes[node.name] };
}

/** n8n lets each of several times come once a minute. */
function everyTenSeconds() {
	const seconds = [0, 10, 20, 30, 40, 50];
	return { item: seconds.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })) };
}

function faxesIn(executions: Execution[], node: string): number[] {
	return executions
		.filter(({ data }) => node in data.resultData.runData)
		.flatMap((execution) => itemsOf(execution, node))
		.map(({ json }) => (json['data'] as { pages: number }).pages)
		.sort((a, b) => a - b);
}

describe('Both triggers: each fax once', () => {
	test.each<{ what: string; eventIds: Settings['eventIds']; extra: Record<string, unknown> }>([
		{ what: 'id', eventIds: 'record', extra: { file: '', start_time: null } },
		{ what: 'file', eventIds: 'session', extra: { start_time: null } },
		{ what: 'numbers, time and pages', eventIds: 'session', extra: { file: 'of-the-event.tiff' } },
	])('told by both, by one, late or twice in a second, with the same $what', async ({ eventIds, extra }) => {
		const { simulator } = examples;
		simulator.settings.eventIds = eventIds;
		const live = await BothTriggers.goLive();
		const startTime = serviceTime();

		simulator.faxReceived({ pages: 1, extra });
		simulator.faxSent({ pages: 2, extra });
		simulator.addFax({ pages: 3 });
		simulator.addFax({ pages: 4, category: 'sent' });
		simulator.faxReceived({ pages: 5, startTime, extra });
		const late = simulator.addFax({ pages: 6 });
		await live.passed('webhook', 'Your Steps', 3);
		simulator.faxReceived({ pages: 5, startTime, extra });

		expect(await live.passed('trigger', 'Keys', 7)).toEqual([1, 2, 3, 4, 5, 5, 6]);
		expect(await live.passed('trigger', 'Your Steps', 3)).toEqual([3, 4, 6]);
		simulator.faxReceived({ faxId: late, extra });
		expect(await live.passed('webhook', 'Keys', 5)).toEqual([1, 2, 5, 5, 6]);
		expect(await live.done()).toEqual([1, 2, 3, 4, 5, 5, 6]);
	});

	test('what the polling trigger alone brings is all done, though numbers, time and pages are the same', async () => {
		const live = await BothTriggers.goLive();
		const values = { pages: 1, startTime: serviceTime() };

		examples.simulator.addFax(values);
		examples.simulator.addFax(values);

		expect(await live.passed('trigger', 'Your Steps', 2)).toEqual([1, 1]);
	});

	test('an unknown sender is not the same as another', async () => {
		const live = await BothTriggers.goLive();
		const values = { pages: 1, startTime: serviceTime(), from: '' };

		examples.simulator.faxReceived(values);
		examples.simulator.addFax(values);

		expect(await live.passed('trigger', 'Keys', 2)).toEqual([1, 1]);
		expect(await live.done()).toEqual([1, 1]);
	});

	test('a fax at which a step has failed after the webhook is done when it is polled', async () => {
		const { simulator } = examples;
		const live = await BothTriggers.goLive({ onError: 'stopWorkflow' });
		simulator.fail({ operationId: 'getFile', times: 5, with: 404 });

		simulator.faxReceived({ pages: 1 });

		expect(await live.passed('trigger', 'Your Steps', 1)).toEqual([1]);
		expect(await live.webhookStatuses()).toEqual(['error']);
	});

	test('a file that cannot be had holds up no other fax, and that of a fax that failed is not asked for', async () => {
		const { simulator } = examples;
		const live = await BothTriggers.goLive();
		const missing = `/accounts/self/files/${simulator.addFax({ pages: 1 })}`;
		simulator.fail({ path: missing, times: 20, with: 404 });
		const there = `/accounts/self/files/${simulator.addFax({ pages: 2 })}`;
		simulator.addFax({ pages: 3, category: 'sent', status: 'failed_user_busy' });

		expect(await live.passed('trigger', 'Your Steps', 3)).toEqual([1, 2, 3]);
		const asked = examples.callsOf('getFile').map(({ path }) => path);
		expect(new Set(asked)).toEqual(new Set([missing, there]));
	});
});
