import type { IDataObject } from 'n8n-workflow';
import { RecordsSystem, type Answer } from '../../../../tools/harness/recordsSystem';
import { findFreePort } from '../../../../tools/harness/ports';
import type { StoredWorkflow } from '../../../../tools/harness/n8n';
import { seed } from '../../../../tools/simulator';
import type { Fax } from '../../../../tools/simulator/state';
import { serviceTime } from '../../../../tools/simulator/faxing/times';
import { eventually } from '../../support/eventually';
import { useExamples } from '../support/examples';

const FILE = '01-intake.json';

const QUEUE = 'Fax queue';

const HOUR = 3_600_000;

/** A received fax, the records system's response, and the reasons that staff see. */
interface Story {
	fax?: Partial<Fax>;
	extraction?: Partial<Fax['extraction']>;
	fields?: Record<string, string>;
	answer?: Answer;
	reasons?: string;
}

const JOHN = { document_type: 'Referral', patient_name: 'DOE, John', patient_birth_date: '1980-02-29' };
const FORBIDDEN = { status: 'content_filtering_policy', outcome: 'content_filtering_policy' };

/** Faxes that staff must handle. */
const FOR_PEOPLE: Record<string, Story> = {
	failed: {
		extraction: { status: 'failed', outcome: 'failed' },
		reasons: "Fax AI couldn't read it: failed.",
	},
	forbidden: { extraction: FORBIDDEN, reasons: "Fax AI couldn't read it: content filtering policy." },
	nothing: {
		fields: {},
		reasons: 'Fax AI found no document type. Fax AI found no patient name. Fax AI found no birth date.',
	},
	invoice: {
		fields: { ...JOHN, document_type: 'Invoice' },
		reasons: "The document type that Fax AI found isn't in Settings.",
	},
	stranger: {
		fields: { ...JOHN, patient_birth_date: '1981-01-01' },
		reasons: 'No patient in Settings has this name and birth date.',
	},
	twins: {
		fields: { ...JOHN, patient_name: 'Jane Roe' },
		reasons: 'Several patients in Settings have this name and birth date.',
	},
	misdialled: {
		fax: { to: '+15550100077', status: 'partially_received' },
		fields: { document_type: 'Invoice', patient_name: 'John Doe' },
		reasons: [
			'Only the first pages arrived, then the call dropped. Ask the sender to send the fax again.',
			'No department in Settings has the number +15550100077.',
			"The document type that Fax AI found isn't in Settings.",
			'Fax AI found no birth date.',
		].join(' '),
	},
};

const UNASKED = "Fax AI couldn't be reached: No Fax AI in your plan (internal_server_error, HTTP 403).";
const UNANSWERED = "The records system didn't answer at the address in Settings. The workflow tries again.";

/** Faxes that the records system refuses at first. */
const FOR_LATER: Record<string, Story> = {
	broken: { answer: 500, reasons: 'The records system answered 500. The workflow tries again.' },
	refused: { answer: 422, reasons: 'The records system answered 422. The workflow tries again.' },
	silent: { answer: 'silence', reasons: UNANSWERED },
	pageless: {
		fax: { documentFrom: Infinity },
		reasons: "The PDF couldn't be downloaded from Fax.Plus. The workflow tries again.",
	},
};

/** Faxes that staff file by hand: some before the next fax arrives, and some before the unread ones are handled. */
const BY_HAND = { first: ['twins', 'refused'], then: ['stranger', 'broken'] };

const PATIENTS = JSON.stringify({
	4711: 'John Doe, 1980-02-29',
	1: 'Jane Roe, 1980-02-29',
	2: 'Jane Roe, 1980-02-29',
});

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

/** Receives a fax and delivers it to n8n. */
function arrive(id: string, { fax = {}, extraction = {}, fields = JOHN }: Story): void {
	examples.simulator.addFax({ id, ...fax }, { data: fields, ...extraction });
	examples.simulator.emit('fax_received', { faxId: id });
}

/** Returns the rows of the table for staff, keyed by the fax. */
async function queue(): Promise<Record<string, IDataObject>> {
	const rows = await examples.tables.rows(QUEUE);
	expect(new Set(rows.map(({ faxId }) => faxId)).size).toBe(rows.length);
	return Object.fromEntries(rows.map((row) => [row['faxId'] as string, row]));
}

/** Marks faxes in the table as filed by hand. */
async function tick(ids: string[]): Promise<void> {
	for (const faxId of ids) await examples.tables.update(QUEUE, { faxId }, { done: true });
}

/** Returns the errors of executions, each with its node. */
async function failures({ id }: StoredWorkflow): Promise<string[]> {
	const { api } = examples.n8n;
	const failed = (await api.listExecutions(id)).filter(({ status }) => status === 'error');
	const stored = await Promise.all(failed.map(async (one) => await api.getExecution(one.id)));
	return stored.map(
		({ data: { resultData } }) => `${resultData.lastNodeExecuted}: ${resultData.error?.message}`,
	);
}

async function queuedReasons(): Promise<Record<string, unknown>> {
	return Object.fromEntries(Object.entries(await queue()).map(([id, { reasons }]) => [id, reasons]));
}

const reasonsOf = (stories: Record<string, Story>): Record<string, string | undefined> =>
	Object.fromEntries(Object.entries(stories).map(([id, { reasons }]) => [id, reasons]));

test('a mistyped value in Settings leaves faxes in the queue with a reason that names it', async () => {
	const { n8n } = examples;
	const workflow = await examples.goLive(FILE, {
		recordsSystemUrl: 'records.example.com/fhir',
		departmentByNumber: '{ "+15550100000": "Orthopaedics }',
	});
	arrive('mistyped', {});
	await n8n.api.waitForExecutions(workflow.id, 1);
	expect(await failures(workflow)).toEqual([]);
	expect(await queuedReasons()).toEqual({
		mistyped: [
			"recordsSystemUrl in Settings doesn't begin with https://.",
			'departmentByNumber in Settings has a typo, such as a missing quote or comma.',
		].join(' '),
	});
	expect(faxAt('mistyped').isRead).toBe(false);
	// The next fax removes this row.
	await tick(['mistyped']);
});

test("each fax is filed once, and what isn't filed waits for people, even if n8n is killed", async () => {
	const { n8n, simulator } = examples;
	const port = await findFreePort();
	const settings = { recordsSystemUrl: `http://127.0.0.1:${port}/`, nameAndBirthDateByPatient: PATIENTS };
	const workflow = await examples.goLive(FILE, settings);

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
	// The table for staff must not contain any patient data.
	expect(JSON.stringify(await queue())).not.toMatch(/doe|roe|1980/i);

	await tick([...BY_HAND.first, 'forbidden']);
	examples.simulator.state.accounts.get(seed.accountId)?.faxes.delete('forbidden');
	arrive('next', {});
	await n8n.api.waitForExecutions(workflow.id, ids.length + 1);
	expect(await failures(workflow)).toEqual([]);
	expect(Object.keys(await queue()).sort()).toEqual(
		Object.keys(first)
			.filter((id) => ![...BY_HAND.first, 'forbidden'].includes(id))
			.sort(),
	);
	expect(BY_HAND.first.every((id) => faxAt(id).isRead)).toBe(true);

	arrive('killed', {});
	await eventually(n8n, 'The fax is not filed', () => filedIds().includes('killed') || undefined);
	await tick(BY_HAND.then);
	await n8n.kill();
	expect(faxAt('killed').isRead).toBe(false);
	records.answerTo = () => 'filed';
	faxAt('pageless').documentFrom = 0;
	const arrived = [...ids.filter((id) => id !== 'forbidden'), 'next', 'killed'];
	for (const fax of arrived.map(faxAt)) fax.startTime = serviceTime(Date.now() - 3 * HOUR);
	await n8n.restart();
	await n8n.api.runManually(workflow.id, 'Every Two Hours');
	const byHand = [...BY_HAND.first, ...BY_HAND.then, 'forbidden'];
	const filed = ['good', 'next', 'unasked', 'unreachable', 'killed', ...Object.keys(FOR_LATER)].filter(
		(id) => !byHand.includes(id),
	);
	await eventually(
		n8n,
		'The faxes are not done',
		() => [...filed, ...BY_HAND.then].every((id) => faxAt(id).isRead) || undefined,
	);
	expect(filedIds()).toEqual(filed.sort());
	const open = Object.fromEntries(Object.entries(FOR_PEOPLE).filter(([id]) => !byHand.includes(id)));
	expect(await queuedReasons()).toEqual(reasonsOf(open));
	expect(new Set(Object.values(await queue()).map(({ attempt }) => attempt))).toEqual(new Set([2]));
});
