import type { N8nApi, StoredWorkflow } from '../harness/n8n';

/** All workflows in full, except those that n8n doesn't return, such as one that's being deleted. */
export async function readWorkflows(api: N8nApi): Promise<StoredWorkflow[]> {
	const listed = await api.listWorkflows();
	const read = await Promise.allSettled(listed.map(async ({ id }) => await api.getWorkflow(id)));
	return read.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
