import type { N8nApi, StoredWorkflow } from '../harness/n8n';

/** All workflows whole, but for those that n8n does not give, such as one that is being deleted. */
export async function readWorkflows(api: N8nApi): Promise<StoredWorkflow[]> {
	const listed = await api.listWorkflows();
	const read = await Promise.allSettled(listed.map(async ({ id }) => await api.getWorkflow(id)));
	return read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
