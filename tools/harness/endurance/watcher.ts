import { seed, type Simulator } from '../../simulator';
import type { N8nApi, WorkflowDraft } from '../n8n';
import { accessTokenDraft } from '../n8n/credentials';
import { EVERY_TEN_SECONDS, node, workflow } from '../n8n/workflows';
import { until } from '../until';
import type { CountedWorkflow } from './ledger';
import { PassCounter } from './passes';

/** An active workflow that starts with the polling trigger, and ends with a request to a server that counts items. */
export interface Watcher extends CountedWorkflow {
	/** Publishes the workflow with a renamed trigger, because n8n keeps a node's static data under its name. */
	rename: (name: string) => Promise<void>;
}

/** Creates and publishes the workflow, and waits until its first poll has finished. */
export async function watchFaxes(
	api: N8nApi,
	simulator: Simulator,
	accessToken: string = seed.ownerToken,
): Promise<Watcher> {
	const account = await api.createCredential(accessTokenDraft(simulator, accessToken));
	const passes = await PassCounter.start();
	const draft = (name: string): WorkflowDraft => {
		const trigger = node(
			name,
			'n8n-nodes-faxplus.faxPlusPollingTrigger',
			{ authentication: 'accessToken', events: ['fax_received', 'fax_sent'], pollTimes: EVERY_TEN_SECONDS },
			{ credentials: [account] },
		);
		return workflow('Faxes', [{ ...trigger, id: 'trigger' }, passes.reporter('$json.data.id')]);
	};
	const { id } = await api.createWorkflow(draft('Faxes'));
	await api.publish(id);
	await until(async () => (await api.getWorkflow(id)).staticData ?? undefined);
	const rename = async (name: string): Promise<void> => {
		const { nodes, connections } = draft(name);
		await api.updateWorkflow(id, { nodes, connections });
		await api.publish(id);
	};
	return { workflowId: id, passes, rename };
}
