import { querySqlite } from '../../tools/harness/n8n/database';
import { until } from '../../tools/harness/until';
import { clinic } from '../contract/support/operationCases';
import { useExamples } from './examples/support/examples';
import { FormVisit } from './examples/support/formVisit';

const FILE = '14-fax-a-pdf-and-wait-for-days.json';
const FORM = 'Which Fax?';

/** A wait for which n8n stores an execution, in minutes. It does so above 65 seconds. */
const WAIT_MINUTES = 1.1;

/** How many executions wait at once. */
const COUNT = Number(process.env['WAITS'] ?? 40);

/** How many forms are sent at the same time. */
const AT_ONCE = 10;

/** Limit for one wait of all executions and what follows it, in milliseconds. */
const LAP_LIMIT_MS = 900_000;

const examples = useExamples();

/** Sends the form once for each number. */
async function sendForms(numbers: string[]): Promise<void> {
	const fieldsOf = (number: string) => [
		number,
		new File([`%PDF-1.4 ${number} %%EOF`], 'letter.pdf', { type: 'application/pdf' }),
	];
	const [first = '', ...others] = numbers;
	const settings = { firstCheckMinutes: WAIT_MINUTES, longestPauseMinutes: WAIT_MINUTES };
	const { workflow } = await FormVisit.first(examples, FILE, FORM, fieldsOf(first), settings);
	const rest = [...others];
	const sendRest = async (): Promise<void> => {
		for (let number = rest.shift(); number !== undefined; number = rest.shift())
			await FormVisit.again(examples.n8n, workflow, FORM, fieldsOf(number));
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sendRest));
}

/** Returns how many executions n8n has in a status. */
async function count(status: string): Promise<number> {
	const sql = 'SELECT id FROM execution_entity WHERE status = ?';
	return (await querySqlite(examples.n8n, sql, [status])).length;
}

async function untilAllWait(): Promise<void> {
	await until(async () => (await count('waiting')) === COUNT || undefined, LAP_LIMIT_MS);
}

/** Waits until each execution has ended. */
async function untilNoneIsLeft(): Promise<void> {
	const left = "SELECT id FROM execution_entity WHERE status IN ('new', 'running', 'waiting')";
	await until(async () => (await querySqlite(examples.n8n, left)).length === 0 || undefined, LAP_LIMIT_MS);
}

/**
 * Presses Retry on executions that n8n lists as crashed. When n8n 2.41 starts, it lists executions that its timers have just
 * continued. Some of them end there, and others end well.
 *
 * @returns what n8n has stored of the retried executions, as JSON
 */
async function retryCrashed(): Promise<string> {
	const { api } = examples.n8n;
	const sql = "SELECT id FROM execution_entity WHERE status = 'crashed'";
	const stored: unknown[] = [];
	for (const { id } of await querySqlite<{ id: number }>(examples.n8n, sql)) {
		stored.push(await api.getExecution(String(id)));
		await api.retryExecution(String(id));
	}
	return JSON.stringify(stored);
}

test('executions that wait survive a restart and a kill of n8n, and each emails the result of its one fax, twice at most if a person retried it', async () => {
	const { n8n, simulator, mailbox } = examples;
	const texts: string[] = [];
	// The mailbox keeps fewer emails than there are.
	mailbox.rewrite = (text) => {
		texts.push(text);
		return text;
	};
	simulator.sending.sending = 3_600_000;
	const numbers = Array.from({ length: COUNT }, () => examples.newNumber());
	await sendForms(numbers);
	await untilAllWait();

	await n8n.restart();
	const { length } = simulator.requests;
	const checks = () => simulator.requests.slice(length).filter(({ path }) => path.includes('/outbox')).length;
	await until(() => checks() >= COUNT / 2 || undefined, LAP_LIMIT_MS);
	await until(
		async () => (await count('waiting')) + (await count('crashed')) === COUNT || undefined,
		LAP_LIMIT_MS,
	);

	await n8n.kill();
	simulator.endCalls();
	await simulator.faxesSent();
	// The wait ends while n8n is off.
	const over = `SELECT id FROM execution_entity WHERE waitTill > strftime('%Y-%m-%d %H:%M:%f', 'now')`;
	await until(async () => (await querySqlite(n8n, over)).length === 0 || undefined, LAP_LIMIT_MS);
	await n8n.restart();
	await untilNoneIsLeft();
	// Some executions that n8n lists as crashed still end well. n8n waits for them before it stops.
	await n8n.restart();
	const retried = await retryCrashed();
	const idIn = (text: string) => /^All pages were transmitted\.\s+Fax ID: (\S+)\s*$/.exec(text)?.[1];
	const emailed = () => new Set(texts.map(idIn));
	await until(() => emailed().size >= COUNT || undefined, LAP_LIMIT_MS);
	await untilNoneIsLeft();

	const faxes = [...clinic(simulator).faxes.values()].filter(({ to }) => numbers.includes(to));
	expect(faxes.map(({ to }) => to).sort()).toEqual(numbers);
	expect([...emailed()].sort()).toEqual(faxes.map(({ id }) => id).sort());
	for (const { id } of faxes) {
		const most = retried.includes(id) ? 2 : 1;
		expect(texts.filter((text) => idIn(text) === id).length).toBeLessThanOrEqual(most);
	}
	expect(examples.callsOf('sendFax')).toHaveLength(COUNT);
});
