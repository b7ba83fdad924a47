import type { IDataObject } from 'n8n-workflow';
import type { N8n } from '../../../tools/harness/n8n';
import { querySqlite } from '../../../tools/harness/n8n/database';
import { serviceTime } from '../../../tools/simulator/faxing/times';
import type { Fax } from '../../../tools/simulator/state';

/** In a trigger's static data, larger numbers are times. */
const FIRST_TIME = 1e11;

/**
 * Makes everything older, both in Fax.Plus and for a workflow's triggers. n8n must be off.
 *
 * @param time in milliseconds
 */
export async function letPass(n8n: N8n, workflowId: string, faxes: Fax[], time: number): Promise<void> {
	for (const fax of faxes) fax.startTime = serviceTime(Date.parse(`${fax.startTime}Z`) - time);
	const read = 'SELECT staticData FROM workflow_entity WHERE id = ?';
	const [row] = await querySqlite<{ staticData: string }>(n8n, read, [workflowId]);
	const data = JSON.parse(row?.staticData ?? '') as Record<string, Record<string, number | IDataObject>>;
	for (const part of Object.values(data)) {
		for (const [name, value] of Object.entries(part)) {
			if (typeof value !== 'number') setBack(name, value, time);
			else if (value > FIRST_TIME) part[name] = value - time;
		}
	}
	const write = 'UPDATE workflow_entity SET staticData = ? WHERE id = ?';
	await querySqlite(n8n, write, [JSON.stringify(data), workflowId]);
}

/** Makes the times in the static data of a poll or of an endpoint older. */
function setBack(name: string, memory: IDataObject, time: number): void {
	const { lists, registeredAt } = memory;
	if (name.startsWith('faxPlus endpoint ') && typeof registeredAt === 'number')
		memory['registeredAt'] = registeredAt - time;
	for (const list of Object.values((lists ?? {}) as Record<string, { begun: number }>)) list.begun -= time;
}
