import type { IDataObject } from 'n8n-workflow';
import { clinic } from '../../../contract/support/operationCases';
import type { StoredWorkflow } from '../../../../tools/harness/n8n';
import { serviceTime } from '../../../../tools/simulator/faxing/times';
import type { Fax } from '../../../../tools/simulator/state';
import { eventually } from '../../support/eventually';
import { useExamples } from '../support/examples';
import { FormVisit } from '../support/formVisit';

const FILE = '09-fax-a-contract-and-wait-for-the-signed-copy.json';
const FORM = 'Which Contract?';
const SETTINGS = { tellAfterDays: 0, waitMinutes: 0.5 };
const HOUR = 3_600_000;

const examples = useExamples();

const [TWICE, ONCE, OTHER] = ['+15550400001', '+15550400002', '+15550400003'] as const;

function faxOf(id: string): Fax {
	return clinic(examples.simulator).faxes.get(id) as Fax;
}

/** Submits the form. Each name creates another contract. */
async function sendForm(workflow: StoredWorkflow, number: string, name: string): Promise<FormVisit> {
	const contract = new File([`%PDF-1.4 ${name} %%EOF`], `${name}.pdf`, { type: 'application/pdf' });
	return await FormVisit.again(examples.n8n, workflow, FORM, [number, 'Dr Roe', contract]);
}

/** Faxes a contract, waits until it's delivered, and returns its code. */
async function send(workflow: StoredWorkflow, number: string, name: string): Promise<string> {
	const { page } = await (await sendForm(workflow, number, name)).end();
	expect(page).toContain(`Delivered ${number}: All pages were transmitted.`);
	return /Code: (\S+)/.exec(page)?.[1] ?? '';
}

async function rowsOf(table: string, key: string): Promise<Record<string, IDataObject>> {
	const rows = await examples.tables.rows(table);
	expect(new Set(rows.map((row) => row[key])).size).toBe(rows.length);
	return Object.fromEntries(rows.map((row) => [row[key] as string, row]));
}

/** Returns the fax that was sent back for each contract, keyed by the contract's file. */
async function answers(): Promise<Record<string, unknown>> {
	const rows = Object.values(await rowsOf('Contracts', 'submission'));
	return Object.fromEntries(rows.map((row) => [row['contract'] as string, row['answerFax']]));
}

/** Returns the reasons why a person should check a fax. */
async function reasons(): Promise<Record<string, unknown>> {
	const rows = Object.entries(await rowsOf('Contract answers', 'faxId'));
	return Object.fromEntries(rows.map(([id, row]) => [id, row['reasons']]));
}

test('only the code shows whose answer a fax is, and an uncertain one waits for a person, even if n8n is killed', async () => {
	const { n8n, simulator } = examples;
	const { credits } = clinic(simulator);
	const workflow = await examples.goLive(FILE, SETTINGS);
	let executions = 0;
	/** Receives a fax whose text Fax AI has read, and waits until n8n has handled it. */
	const arrive = async (id: string, text: string, values: Partial<Fax> = {}): Promise<void> => {
		simulator.addFax({ id, from: TWICE, ocr: read(text), ...values });
		simulator.emit('fax_received', { faxId: id });
		executions += 1;
		await n8n.api.waitForExecutions(workflow.id, executions);
	};
	const code: Record<string, string> = {};
	for (const [name, number] of Object.entries({
		lease: TWICE,
		sale: TWICE,
		loan: ONCE,
		pageless: ONCE,
		killed: OTHER,
		silent: OTHER,
	})) {
		code[name] = await send(workflow, number, name);
		executions += 1;
	}
	expect(new Set(Object.values(code)).size).toBe(6);
	expect(examples.faxesTo(ONCE)[0]?.coverPage?.message).toContain(`+15550100000`);
	expect(examples.faxesTo(ONCE)[0]?.coverPage?.subject).toBe(`Contract, code ${code['loan']}`);

	await arrive('early', 'Nothing of a contract', { startTime: serviceTime(Date.now() - HOUR) });
	await arrive('signed', `TO: us\n code ${code['sale']?.toLowerCase().replaceAll('-', ' -\n')} `);
	await arrive('elsewhere', `Code: ${code['loan']}`, { from: '+15550499999' });
	await arrive('codeless', 'Signed, J. Roe');
	await arrive('stranger', 'Signed, J. Roe', { from: '+15550499999' });
	await arrive('copy', `Code: ${code['sale']}`);
	await arrive('both', `${code['lease']} and ${code['killed']}`);
	await arrive('partial', `Code: ${code['lease']}`, { status: 'partially_received' });
	await arrive('unreadable', '', { ocr: { ...read(''), status: 'failed', outcome: 'failed' } });
	credits.credits_remaining = 0;
	await arrive('unasked', '', { ocr: { ...read(`Code: ${code['lease']}`), status: 'not_requested' } });
	credits.credits_remaining = 10;
	await arrive('pageless', `Code: ${code['pageless']}`, { from: ONCE, documentFrom: Infinity });

	const outToIt = `Open contracts of its number: ${code['lease']}.`;
	const forPeople = {
		codeless: `It has no contract code. ${outToIt}`,
		stranger: 'It has no contract code. Its number has no open contract. Others have 4.',
		copy: `Answered before: ${code['sale']} by signed.`,
		both: `It has the codes of several contracts: ${code['lease']}, ${code['killed']}.`,
		partial: 'Only the first pages arrived, then the call dropped. Ask the sender to send the fax again.',
		unreadable: `Fax AI couldn't read it: failed. ${outToIt}`,
	};
	expect(await reasons()).toEqual({
		...forPeople,
		unasked: expect.stringMatching(
			/^Fax AI couldn't be reached: .*no Fax AI credits left.* tries again\. Open contracts/,
		) as string,
		pageless: `The PDF of the answer to ${code['pageless']} couldn't be downloaded from Fax.Plus. The workflow tries again.`,
	});
	const answered = { 'sale.pdf': 'signed', 'loan.pdf': 'elsewhere', 'pageless.pdf': 'pageless' };
	const open = { 'lease.pdf': null, 'killed.pdf': null, 'silent.pdf': null };
	expect(await answers()).toEqual({ ...answered, ...open });
	const isRead = (id: string) => faxOf(id).isRead;
	const ids = ['early', 'signed', 'elsewhere', ...Object.keys(forPeople), 'unasked', 'pageless'];
	expect(ids.filter(isRead)).toEqual(['signed', 'elsewhere']);

	simulator.emit('fax_received', { faxId: 'signed' });
	await n8n.api.waitForExecutions(workflow.id, executions + 1);
	simulator.fail({ operationId: 'updateFax', times: 1, with: 'silence' });
	simulator.addFax({ id: 'killed', from: OTHER, ocr: read(`Code: ${code['killed']}`) });
	simulator.clearRequests();
	simulator.emit('fax_received', { faxId: 'killed' });
	await eventually(n8n, 'The fax is not marked', () => examples.callsOf('updateFax').length > 0 || undefined);
	await n8n.kill();
	expect(isRead('killed')).toBe(false);
	faxOf('pageless').documentFrom = 0;
	for (const fax of [...ids, 'killed'].map(faxOf)) fax.startTime = serviceTime(Date.now() - 3 * HOUR);
	await n8n.restart();
	await n8n.api.runManually(workflow.id, 'Every Two Hours');
	await eventually(
		n8n,
		'The faxes are not done',
		() => ['unasked', 'pageless', 'killed'].every(isRead) || undefined,
	);

	const later = { 'lease.pdf': 'unasked', 'killed.pdf': 'killed', 'silent.pdf': null };
	expect(await answers()).toEqual({ ...answered, ...later });
	const asked = await eventually(n8n, 'The table is not up to date', async () => {
		const found = await reasons();
		return Object.keys(found).length === Object.keys(forPeople).length ? found : undefined;
	});
	expect(asked).toMatchObject({
		copy: forPeople.copy,
		stranger: expect.stringContaining('no contract code') as string,
	});

	const { tables } = examples;
	await tables.update('Contracts', { contract: 'silent.pdf' }, { answerFax: 'codeless' });
	for (const faxId of ['codeless', 'both'])
		await tables.update('Contract answers', { faxId }, { done: true });
	const last = await send(workflow, OTHER, 'last');
	await n8n.api.runManually(workflow.id, 'Every Night');

	expect(Object.keys(await reasons()).sort()).toEqual(['copy', 'partial', 'stranger', 'unreadable']);
	expect(['codeless', 'both'].every(isRead)).toBe(true);
	const [mail, ...more] = examples.mailbox.mails;
	expect(more).toEqual([]);
	expect(mail?.subject).toBe('Contracts: 1 without an answer, 0 perhaps not delivered, 4 faxes to look at');
	const today = new Date().toISOString().slice(0, 10);
	expect(mail?.text).toContain(`Without an answer:\n- ${last}, ${today}: delivered\n`);
	expect(mail?.text).toContain('- stranger, ');
	expect(JSON.stringify(mail)).not.toMatch(/15550400|Roe|\.pdf/);
});

function read(data: string) {
	return { status: 'finished', data, pendingReads: 0, outcome: 'finished', requestedReads: 1 };
}

describe('A contract', () => {
	let number: string;
	let workflow: StoredWorkflow;

	beforeEach(async () => {
		number = examples.newNumber();
		workflow = await examples.goLive(FILE, SETTINGS);
	});

	test.each([
		{
			what: "isn't delivered",
			prepare: () => {
				examples.simulator.lines.set(number, ['failed_unallocated_number']);
			},
			title: /^Not delivered \S+: The number doesn't exist/,
			sent: 'not delivered',
		},
		{
			what: 'has left no answer',
			prepare: () => {
				examples.loseNextSend();
			},
			title: /^It's unknown whether the contract was delivered/,
			sent: 'unknown',
		},
		{
			what: 'is refused',
			prepare: () => {
				examples.simulator.fail({ operationId: 'sendFax', times: 1, with: 403, error: 'forbidden' });
			},
			title: /^The contract wasn't faxed/,
			sent: 'not sent',
		},
	])("that $what is reported at once, and at night unless it certainly wasn't faxed", async (given) => {
		given.prepare();
		const visit = await sendForm(workflow, number, given.sent);
		const { page } = await visit.end();
		expect(page).toContain(number);
		expect(page.slice(page.search(/(Not delivered|It's unknown|The contract)/))).toMatch(given.title);
		const { tables } = examples;
		await tables.update('Contracts', { number }, { faxedAt: '2026-11-01T00:00:00.000Z' });
		const [row] = (await tables.rows('Contracts')).filter((one) => one['number'] === number);
		expect(row).toMatchObject({ sent: given.sent });

		await examples.n8n.api.runManually(workflow.id, 'Every Night');

		const line = `- ${row?.['code'] as string}, 2026-11-01: ${given.sent}`;
		const isReported = examples.mailbox.mails.some(({ text }) => text.includes(line));
		expect(isReported).toBe(given.sent !== 'not sent');
	});

	test('is sent once if the form is submitted twice', async () => {
		await (await sendForm(workflow, number, 'pressed twice')).end();

		const { page } = await (await sendForm(workflow, number, 'pressed twice')).end();

		expect(page).toContain(`The fax wasn't sent. This node sent the same document to ${number}`);
		expect(examples.faxesTo(number)).toHaveLength(1);
	});

	test('returns by itself from the demo number that signs', async () => {
		await sendForm(workflow, '+15550100916', 'by itself');

		const row = await eventually(examples.n8n, 'No answer is known', async () => {
			const rows = await examples.tables.rows('Contracts');
			return rows.find(
				({ number: to, answerFax, sent }) =>
					to === '+15550100916' && sent === 'delivered' && answerFax !== null,
			);
		});
		expect(row).toMatchObject({ contract: 'by itself.pdf', answerFrom: '+15550100916' });
	});
});
