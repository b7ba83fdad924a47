import { RecordsSystem, type Answer } from '../../../harness/recordsSystem';
import { findFreePort } from '../../../harness/ports';
import type { StoredWorkflow } from '../../../harness/n8n';
import { querySqlite } from '../../../harness/n8n/database';
import { seed } from '../../../simulator';
import type { Fax } from '../../../simulator/state';
import { eventually } from '../support/eventually';
import { letPass } from '../support/letPass';
import { useExamples } from './support/examples';

const FILE = '01-intake.json';

const HOUR = 3_600_000;

/** Six times a minute, as n8n takes no interval of less than a minute. */
const OFTEN = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** What stands in the table that a person looks at. */
interface Queued {
	faxId: string;
	department: string;
	reason: string;
	sender: string;
	attempt: number;
}

/** A fax that comes, how the records system answers about it, and what becomes of it. */
interface Story {
	fax?: Partial<Fax>;
	extraction?: Partial<Fax['extraction']>;
	fields?: Record<string, string>;
	answer?: Answer;
	reason?: string;
}

const JOHN = { document_type: 'Referral', patient_name: 'DOE, John', patient_birth_date: '1980-02-29' };
const FORBIDDEN = { status: 'content_filtering_policy', outcome: 'content_filtering_policy' };

/** Those of which a person has to see to something. */
const FOR_PEOPLE: Record<string, Story> = {
	failed: {
		extraction: { status: 'failed', outcome: 'failed' },
		reason: 'Fax AI could not read it: failed.',
	},
	forbidden: { extraction: FORBIDDEN, reason: 'Fax AI could not read it: content filtering policy.' },
	nothing: { fields: {}, reason: 'Fax AI found no document type that is in the table.' },
	nameless: { fields: { document_type: 'referral' }, reason: 'Fax AI found no name or no birth date.' },
	stranger: {
		fields: { ...JOHN, patient_birth_date: '1981-01-01' },
		reason: 'Nobody in the list has this name and birth date.',
	},
	twins: {
		fields: { ...JOHN, patient_name: 'Jane Roe' },
		reason: 'More than one in the list has this name and birth date.',
	},
	misdialled: { fax: { to: '+15550100077' }, reason: 'No department has the number +15550100077.' },
	partial: {
		fax: { status: 'partially_received' },
		reason: 'Only the first pages arrived, then the call dropped. Ask the sender to send the fax again.',
	},
};

const UNASKED = 'Fax AI could not be asked: No Fax AI in your plan (internal_server_error, HTTP 403)';
const UNANSWERED = 'The records system did not answer. It is tried again by itself.';

/** Those that the records system does not take at first. */
const FOR_LATER: Record<string, Story> = {
	broken: { answer: 500, reason: 'The records system answered 500. It is tried again by itself.' },
	refused: { answer: 422, reason: 'The records system answered 422. It is tried again by itself.' },
	silent: { answer: 'silence', reason: UNANSWERED },
	pageless: {
		fax: { documentFrom: Infinity },
		reason: 'The PDF could not be had from Fax.Plus. It is tried again by itself.',
	},
};

const PATIENTS = JSON.stringify([
	{ name: 'John Doe', birthDate: '1980-02-29', id: '4711' },
	{ name: 'Jane Roe', birthDate: '1980-02-29', id: '1' },
	{ name: 'Jane Roe', birthDate: '1980-02-29', id: '2' },
]);

const examples = useExamples();
let records: RecordsSystem;

afterAll(async () => {
	await records.stop();
});

function faxAt(id: string): Fax {
	return examples.simulator.state.accounts.get(seed.accountId)?.faxes.get(id) as Fax;
}

function filedIds(): string[] {
	return records.documents.map(({ identifier }) => identifier[0]?.value ?? '').sort();
}

/** Lets a fax come; n8n is told of it. */
function arrive(id: string, { fax = {}, extraction = {}, fields = JOHN }: Story): void {
	examples.simulator.addFax({ id, ...fax }, { data: fields, ...extraction });
	examples.simulator.emit('fax_received', { faxId: id });
}

async function queue(): Promise<Record<string, Queued>> {
	const [table] = await querySqlite<{ id: string }>(examples.n8n, 'SELECT id FROM data_table');
	if (table === undefined) return {};
	const rows = await querySqlite<Queued>(examples.n8n, `SELECT * FROM data_table_user_${table.id}`);
	expect(new Set(rows.map(({ faxId }) => faxId)).size).toBe(rows.length);
	return Object.fromEntries(rows.map((row) => [row.faxId, row]));
}

/** What went wrong in executions, each with its node. */
async function failures({ id }: StoredWorkflow): Promise<string[]> {
	const { api } = examples.n8n;
	const failed = (await api.listExecutions(id)).filter(({ status }) => status === 'error');
	const stored = await Promise.all(failed.map(async (one) => await api.getExecution(one.id)));
	return stored.map(
		({ data: { resultData } }) => `${resultData.lastNodeExecuted}: ${resultData.error?.message}`,
	);
}

async function queuedReasons(): Promise<Record<string, string>> {
	return Object.fromEntries(Object.entries(await queue()).map(([id, { reason }]) => [id, reason]));
}

const reasonsOf = (stories: Record<string, Story>): Record<string, string | undefined> =>
	Object.fromEntries(Object.entries(stories).map(([id, { reason }]) => [id, reason]));

test('each fax is filed once, and what is not waits for people, also when n8n is killed', async () => {
	const { n8n, simulator } = examples;
	const port = await findFreePort();
	const settings = { records: `http://127.0.0.1:${port}`, patients: PATIENTS };
	const workflow = await examples.goLive(FILE, settings, { pollTimes: { item: OFTEN } });

	simulator.fail({
		operationId: 'getFieldExtraction',
		times: 1,
		with: 403,
		description: 'No Fax AI in your plan',
	});
	arrive('unasked', {});
	await n8n.api.waitForExecutions(workflow.id, 1);
	arrive('unreachable', {});
	await n8n.api.waitForExecutions(workflow.id, 2);
	records = await RecordsSystem.start(port);
	records.answerTo = (id) => ({ ...FOR_LATER, killed: { answer: 'lost' as const } })[id]?.answer ?? 'filed';
	arrive('good', {});
	for (const [id, story] of Object.entries({ ...FOR_PEOPLE, ...FOR_LATER })) arrive(id, story);
	const first = {
		...reasonsOf(FOR_PEOPLE),
		...reasonsOf(FOR_LATER),
		unreachable: UNANSWERED,
		unasked: UNASKED,
	};
	const ids = ['good', ...Object.keys(first)];
	await n8n.api.waitForExecutions(workflow.id, ids.length);
	expect(await failures(workflow)).toEqual([]);
	expect(await queuedReasons()).toEqual(first);
	expect(filedIds()).toEqual(['good']);
	expect(ids.filter((id) => faxAt(id).isRead)).toEqual(['good']);

	const [document] = records.documents;
	const pdf = await simulator.fileOf('good', 'pdf');
	expect(document).toEqual({
		id: '1',
		resourceType: 'DocumentReference',
		identifier: [{ system: 'https://fax.plus/faxes', value: 'good' }],
		status: 'current',
		type: { coding: [{ system: 'http://loinc.org', code: '57133-1' }], text: 'Referral' },
		subject: { reference: 'Patient/4711' },
		date: `${faxAt('good').startTime.replace(' ', 'T')}.000Z`,
		custodian: { display: 'Orthopaedics' },
		description: 'Fax from +15550100999',
		content: [
			{ attachment: { contentType: 'application/pdf', title: 'fax.pdf', data: pdf.toString('base64') } },
		],
	});
	// Nothing of the patient is where people are told that something is to be done.
	expect(JSON.stringify(await queue())).not.toMatch(/doe|roe|1980/i);

	arrive('killed', {});
	await eventually(n8n, 'The fax is not filed', () =>
		Promise.resolve(filedIds().includes('killed') || undefined),
	);
	await n8n.kill();
	expect(faxAt('killed').isRead).toBe(false);
	records.answerTo = () => 'filed';
	faxAt('pageless').documentFrom = 0;
	ids.push('killed');
	await letPass(n8n, workflow.id, ids.map(faxAt), 3 * HOUR);
	await n8n.restart();
	const done = ['good', 'unasked', 'unreachable', 'killed', ...Object.keys(FOR_LATER)];
	await eventually(n8n, 'The faxes are not done', () =>
		Promise.resolve(done.every((id) => faxAt(id).isRead) || undefined),
	);
	await n8n.api.waitForExecutions(workflow.id, ids.length + 1);
	expect(filedIds()).toEqual(done.sort());
	expect(await queuedReasons()).toEqual(reasonsOf(FOR_PEOPLE));
	expect(new Set(Object.values(await queue()).map(({ attempt }) => attempt))).toEqual(new Set([2]));
});
