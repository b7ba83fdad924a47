import { readdir } from 'node:fs/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Fax } from '../../../tools/simulator/state';
import type { StoredWorkflow } from '../../../tools/harness/n8n';
import { clinic } from '../../contract/support/operationCases';
import { useExamples } from './support/examples';

const FILE = '13-work-through-unread-faxes.json';
const TRIGGER = 'Every 15 Minutes';
const TABLE = 'Unread faxes';

const examples = useExamples();

beforeEach(async () => {
	clinic(examples.simulator).faxes.clear();
	for (const { faxId } of await rows()) await examples.tables.remove(TABLE, { faxId });
});

const rows = async (): Promise<IDataObject[]> => await examples.tables.rows(TABLE);

/** Adds an unread fax that was received some minutes ago. Without a document, handling it fails. */
function receive(id: string, minutesAgo: number, hasDocument = true): Fax {
	const startTime = new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, 19).replace('T', ' ');
	examples.simulator.addFax({ id, startTime, documentFrom: hasDocument ? 0 : Number.POSITIVE_INFINITY });
	return clinic(examples.simulator).faxes.get(id) as Fax;
}

async function workflowOf(settings: Record<string, number> = {}): Promise<StoredWorkflow> {
	return await examples.import(FILE, { folder: examples.folder, ...settings });
}

async function run({ id }: StoredWorkflow): Promise<{ status: string; message: string | undefined }> {
	const { status, data } = await examples.n8n.api.runManually(id, TRIGGER);
	return { status, message: data.resultData.error?.message };
}

/** Returns the ids of the faxes whose documents were requested, in order. */
function downloaded(): string[] {
	return examples.callsOf('getFile').map(({ path }) => path.split('/').at(-1) ?? '');
}

test('each unread fax is handled once, oldest first, and one that always fails waits for a person after three attempts', async () => {
	const good = [receive('fax_new', 70), receive('fax_old', 90)];
	const bad = receive('fax_bad', 80, false);
	const recent = receive('fax_recent', 10);
	const workflow = await workflowOf();

	expect(await run(workflow)).toEqual({ status: 'success', message: undefined });
	expect(downloaded()).toEqual(['fax_old', 'fax_bad', 'fax_new']);
	expect((await readdir(examples.folder)).map((name) => name.replace(/^.*_fax/, 'fax')).sort()).toEqual([
		'fax_new.pdf',
		'fax_old.pdf',
	]);
	expect([...good, bad, recent].map(({ isRead }) => isRead)).toEqual([true, true, false, false]);
	expect(await rows()).toMatchObject([{ faxId: 'fax_bad', tries: 1, toldAt: null }]);

	const late = receive('fax_late', 65);
	expect(await run(workflow)).toEqual({ status: 'success', message: undefined });
	expect(late.isRead).toBe(true);
	const outcome = await run(workflow);
	expect(outcome.status).toBe('error');
	expect(outcome.message).toMatch(/^Fax fax_bad waits for you after three tries: .+/);
	expect(await run(workflow)).toEqual({ status: 'success', message: undefined });
	const tries = ['fax_old', 'fax_bad', 'fax_new', 'fax_bad', 'fax_late', 'fax_bad'];
	expect(downloaded()).toEqual(tries);

	bad.documentFrom = 0;
	await examples.tables.remove(TABLE, { faxId: 'fax_bad' });
	expect(await run(workflow)).toEqual({ status: 'success', message: undefined });
	expect(downloaded()).toEqual([...tries, 'fax_bad']);
	expect(bad.isRead).toBe(true);
	expect(await rows()).toEqual([]);
});

test('a fax that another execution handles is left alone, and one whose attempt was interrupted is tried again, up to three times', async () => {
	const workflow = await workflowOf();
	await run(workflow);
	const row = (faxId: string, tries: number, minutesAgo: number): IDataObject => ({
		faxId,
		tries,
		startedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
		error: '',
	});
	await examples.tables.insert(TABLE, [
		row('fax_busy', 1, 5),
		row('fax_busy_again', 3, 5),
		row('fax_killed', 2, 90),
		row('fax_killer', 3, 90),
	]);
	for (const id of ['fax_busy', 'fax_busy_again', 'fax_killed', 'fax_killer']) receive(id, 80);
	examples.simulator.requests.length = 0;

	const { status, message } = await run(workflow);

	expect(status).toBe('error');
	expect(message).toMatch(/^Fax fax_killer waits for you after three tries: n8n was stopped/);
	expect(message).not.toContain('fax_busy');
	expect(downloaded()).toEqual(['fax_killed']);
});
