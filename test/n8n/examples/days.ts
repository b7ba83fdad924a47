import { setTimeout as sleep } from 'node:timers/promises';
import { itemsOf, type StoredWorkflow } from '../../../tools/harness/n8n';
import { TEST_SPEED } from '../../../tools/simulator/faxing/sender';
import { clinic } from '../../contract/support/operationCases';
import { eventually } from '../support/eventually';
import { useExamples, type ExampleSettings } from './support/examples';
import { FormVisit } from './support/formVisit';

const FILE = '14-fax-a-pdf-and-wait-for-days.json';
const FORM = 'Which Fax?';
/** The pauses are so short that n8n stays with the execution. */
const SETTINGS = { firstCheckMinutes: 0.01, longestPauseMinutes: 0.02 };

const examples = useExamples();

let workflow: StoredWorkflow;

async function start(number: string, settings: ExampleSettings = {}): Promise<void> {
	const letter = new File([`%PDF-1.4 ${number} %%EOF`], 'letter.pdf', { type: 'application/pdf' });
	const all = { ...SETTINGS, ...settings };
	({ workflow } = await FormVisit.first(examples, FILE, FORM, [number, letter], all));
}

async function emailAbout(number: string) {
	const all = () => examples.mailbox.mails.filter(({ subject }) => subject.includes(number));
	const found = await eventually(examples.n8n, 'There is no email', () => all()[0]);
	const [execution] = await examples.n8n.api.waitForExecutions(workflow.id, 1);
	expect(execution?.status).toBe('success');
	expect(all()).toHaveLength(1);
	return { found, execution: await examples.n8n.api.getExecution(execution?.id ?? '') };
}

test.each([
	['was delivered', [], /^All pages were transmitted\.\s+Fax ID: \S+/],
	["wasn't delivered", ['failed_user_busy'] as const, /^The line was busy\. Wait a while/],
])('an email reports once that a fax %s, after as many checks as it takes', async (what, statuses, text) => {
	const number = examples.newNumber();
	const { simulator } = examples;
	if (statuses.length > 0) simulator.lines.set(number, [...statuses]);
	simulator.sending.sending = 600_000;
	await start(number);
	const isWaiting = () => [...clinic(simulator).outbox.values()].some(({ to }) => to === number) || undefined;
	await eventually(examples.n8n, 'The fax is not sent', isWaiting);
	// Fax.Plus can't be reached for a while.
	simulator.fail({ operationId: 'listOutboxFaxes', times: 3, with: 403, error: 'forbidden' });
	await sleep(3_000);
	expect(examples.mailbox.mails).toEqual([]);
	simulator.recover();
	simulator.sending.sending = TEST_SPEED.sending;
	simulator.endCalls();

	const { found, execution } = await emailAbout(number);

	expect(found.subject).toBe(`Fax to ${number} ${what}`);
	expect(found.text).toMatch(text);
	const { runData } = execution.data.resultData;
	expect(runData['Check']?.length).toBeGreaterThan(1);
	const waits = itemsOf(execution, 'Wait');
	expect(waits.length).toBeGreaterThan(0);
	expect(examples.faxesTo(number)).toHaveLength(1);
});

test('an email reports a fax without a result at the limit, and it is not sent again', async () => {
	const number = examples.newNumber();
	examples.simulator.sending.sending = 600_000;
	await start(number, { giveUpAfterDays: 0 });

	const { found } = await emailAbout(number);

	expect(found.subject).toBe(`Fax to ${number} has no result after 0 days`);
	expect(found.text).toContain('Look it up in Fax.Plus before you send it again.');
});

test('an email reports that a fax was refused', async () => {
	const number = '+1555';
	await start(number);

	const { found } = await emailAbout(number);

	expect(found.subject).toBe(`Fax to ${number} wasn't sent`);
	expect(found.text).toContain('"To"');
});

test('an email reports that the answer to a send was lost', async () => {
	const number = examples.newNumber();
	examples.loseNextSend();
	await start(number);

	const { found } = await emailAbout(number);

	expect(found.subject).toBe(`It's unknown whether the fax to ${number} was sent`);
	expect(examples.faxesTo(number)).toHaveLength(1);
});
