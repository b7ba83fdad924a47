import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IWorkflowSettings } from 'n8n-workflow';

import { querySqlite } from '../../../tools/harness/n8n/database';
import { until, useTriggerBench } from '../support/triggerBench';

const NUMBER = '+15550177701';

const bench = useTriggerBench();

/** Returns the tables of n8n's database that contain a string anywhere. */
async function tablesWith(text: string): Promise<string[]> {
	const { n8n } = bench();
	// One process reads all tables, because starting a process takes a busy machine a second.
	const columns = await querySqlite<{ table: string; column: string }>(
		n8n,
		`SELECT tables.name AS "table", columns.name AS "column"
		FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
	);
	const searches = [...new Set(columns.map(({ table }) => table))].map((name) => {
		const own = columns.filter(({ table }) => table === name);
		const holds = own.map(({ column }) => `instr("${column}", ?1) > 0`).join(' OR ');
		return `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM "${name}" WHERE ${holds})`;
	});
	const holding = await querySqlite<{ name: string }>(n8n, searches.join(' UNION ALL '), [text]);
	return holding.map(({ name }) => name).sort();
}

/** Returns the number of execution files that n8n keeps. */
function filesKept(): number {
	const files = readdirSync(join(bench().n8n.userFolder, '.n8n'), { recursive: true, withFileTypes: true });
	return files.filter(
		(file) =>
			file.isFile() &&
			readFileSync(join(file.parentPath, file.name)).subarray(0, 5).toString('latin1') === '%PDF-',
	).length;
}

/** Receives a fax and its pages in a workflow with these settings, and waits until n8n has finished. */
async function receive(webhookId: string, settings: IWorkflowSettings): Promise<number> {
	const trigger = bench().trigger(webhookId, { downloadFax: true });
	const { id, endpoint } = await bench().activate(trigger);
	await bench().n8n.api.updateWorkflow(id, { settings });
	await bench().faxReceived(endpoint, { faxId: `fax_${webhookId}`, from: NUMBER }).settled;
	const count = await bench().executionCount(id);
	await bench().n8n.api.deactivate(id);
	return count;
}

describe('After a fax, n8n keeps numbers', () => {
	it("nowhere for long, and no pages, if successful executions aren't saved", async () => {
		expect(await receive('unsaved', { saveDataSuccessExecution: 'none' })).toBe(0);
		await until(async () => (await tablesWith(NUMBER)).length === 0 || undefined);
		expect(await tablesWith('fax_unsaved')).toEqual([]);
		await until(() => filesKept() === 0 || undefined);
		expect(bench().n8n.log).not.toContain(NUMBER);
		expect(await querySqlite(bench().n8n, 'SELECT * FROM processed_data')).toHaveLength(1);
	});

	it("and the pages in the execution, if it's saved", async () => {
		expect(await receive('saved', {})).toBe(1);
		expect(await tablesWith(NUMBER)).toEqual(['execution_data']);
		expect(filesKept()).toBe(1);
		expect(bench().n8n.log).not.toContain(NUMBER);
	});
});
