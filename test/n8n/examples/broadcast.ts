import { clinic } from '../../contract/support/operationCases';
import { itemsOf } from '../../../tools/harness/n8n';
import { eventually } from '../support/eventually';
import { useExamples } from './support/examples';
import { FormVisit } from './support/formVisit';

const FILE = '12-broadcast-to-a-list.json';
const FORM = 'Broadcast Form';
const SETTINGS = { pauseSeconds: 0, busyAgainMinutes: 0.01 };
const FAXES = 'Broadcast faxes';
const YES = JSON.stringify(['Yes, send it']);
const END = 'Show Result';

const examples = useExamples();

const document = new File(['%PDF-1.4 %%EOF'], 'hours.pdf', { type: 'application/pdf' });

/** Returns numbers that no other test uses. */
function numbers(count: number): string[] {
	return Array.from({ length: count }, () => examples.newNumber());
}

function fields(name: string, lines: string[]): Array<string | File> {
	return [name, new File([lines.join('\r\n')], 'list.csv', { type: 'text/csv' }), document];
}

async function sendForm(name: string, lines: string[]): Promise<FormVisit> {
	return await agreed(await FormVisit.first(examples, FILE, FORM, fields(name, lines), SETTINGS));
}

/** Confirms the numbers that the form has read. */
async function agreed(visit: FormVisit): Promise<FormVisit> {
	await visit.page('Confirm List');
	await visit.submit(['', YES]);
	return visit;
}

async function again({ workflow }: FormVisit, name: string, lines: string[]): Promise<FormVisit> {
	return await agreed(await FormVisit.again(examples.n8n, workflow, FORM, fields(name, lines)));
}

/** Returns the numbers of sent and waiting faxes, in order. */
function faxed(): string[] {
	const { faxes, outbox } = clinic(examples.simulator);
	const sent = [...faxes.values()].filter(({ category }) => category === 'sent');
	return [...sent, ...outbox.values()].map(({ to }) => to).filter((to) => to.startsWith('+155502'));
}

test('each recipient gets it once, busy ones again later, others at their second number, and the rest is reported', async () => {
	const [own, good, busy, moved, moved2, dead, never, late, prefixed] = numbers(9) as [string, ...string[]];
	const trial = await sendForm('Trial', [own]);
	await trial.end();
	const { tables } = examples;
	await tables.insert('Do not fax', [{ number: `001 (555) ${never?.slice(5, 8)}-${never?.slice(8)}` }]);
	examples.simulator.lines.set(busy ?? '', ['failed_user_busy', 'success']);
	examples.simulator.lines.set(moved ?? '', ['failed_unallocated_number']);
	examples.simulator.lines.set(dead ?? '', ['failed_unallocated_number']);
	examples.simulator.lines.set(late ?? '', ['failed_user_busy']);
	const list = [
		'Fax number;Second fax;Name',
		`${good?.replace('+1555', '+1 (555) ')};;Dr Roe`,
		`${busy};;"Roe, Inc."`,
		`${moved};${moved2};`,
		`${dead}`,
		`${never}`,
		`${good}`,
		`${late};${never}`,
		'5550100;;',
		`${prefixed?.replace('+', '00')};;`,
		'Dr Roe 3',
	];
	const begun = faxed().length;

	const { page, execution } = await (await again(trial, 'Opening hours', list)).end();

	expect(faxed().slice(begun)).toEqual([good, busy, moved, dead, late, moved2, busy, late]);
	expect(page).toContain('The broadcast is finished Sent: 3.');
	expect(itemsOf(execution, 'Summary')[0]?.json).toEqual({
		isStopped: false,
		sent: expect.arrayContaining([good, busy, moved2]) as string[],
		notKnown: [],
		notSent: expect.arrayContaining([
			expect.stringMatching(`\\${dead}: The number doesn't exist.*Don't try`) as string,
			expect.stringMatching(`\\${late}: The line was busy`) as string,
			expect.stringMatching(/^5550100: "To": "5550100" has no plus sign/) as string,
			expect.stringMatching(/^00\d+: "To": "00\d+" begins with 00.*\+155502\d+\.$/) as string,
		]) as string[],
		notTried: [],
		others: [`${moved}: Not reached, so ${moved2} was tried.`],
		skipped: [
			`${never}: In the table "Do not fax".`,
			`line 7, ${good}: On the list above.`,
			`line 8, ${never}: In the table "Do not fax".`,
			'line 11, Dr Roe 3: No fax number.',
		],
	});
	expect(await tables.rows(FAXES)).toContainEqual(
		expect.objectContaining({ broadcast: 'Opening hours', number: moved, to: moved2, result: 'success' }),
	);
});

test("five failures in a row stop it, and the same name sends to those who weren't tried or certainly received nothing", async () => {
	const { simulator } = examples;
	const all = numbers(7);
	for (const number of all.slice(0, 5)) simulator.lines.set(number, ['failed_unallocated_number']);
	const visit = await sendForm('Prices', all);
	expect((await visit.end()).page).toMatch(/Stopped: 5 in a row failed Sent: 0\..* Not tried: 2/);
	expect(faxed()).toEqual(all.slice(0, 5));

	const { page } = await (await again(visit, 'Prices', all)).end();

	expect(page).toContain(`Sent: 2. Skipped: 5 ${all[0]}: This name has it already: failure.`);
	expect(faxed()).toEqual(all);

	const refused = numbers(6);
	simulator.fail({ operationId: 'sendFax', times: 5, with: 403, error: 'forbidden', description: 'No' });
	const stopped = await (await again(visit, 'Opening', refused)).end();
	expect(stopped.page).toMatch(/Stopped: 5 in a row failed Sent: 0\..* Not sent: 5 .* Not tried: 1/);
	expect((await (await again(visit, 'Opening', refused)).end()).page).toContain('Sent: 6.');
	expect(faxed()).toEqual([...all, ...refused]);
});

test("a number without a plus sign belongs to the form's country, if that's certain", async () => {
	const list = ['020 7946 0991', '+44 20 7946 0991', '7946 0992', '0114 496 0993'];
	const visit = await FormVisit.first(examples, FILE, FORM, [...fields('National', list), 'gb'], SETTINGS);
	const { page } = await (await agreed(visit)).end();
	expect(page).toContain(
		'Sent: 2. Not sent: 1 7946 0992: "To": "7946 0992" has no plus sign, and may not be a number of this country',
	);
	const { faxes } = clinic(examples.simulator);
	const sent = [...faxes.values()].map(({ to }) => to).filter((to) => to.startsWith('+44'));
	expect(sent.sort()).toEqual(['+441144960993', '+442079460991']);
});

test.each([
	["isn't text", ['%PDF-1.4', '+15550100200'], /^"Recipients" must be a text or CSV file/],
	// Before n8n 2.41, forms don't pass on an empty file.
	['is empty', [], /^(The list is empty\.|"Recipients" is empty, or the upload failed\.)/],
])('a list that %s is refused on the page, in words, and nothing is sent', async (_name, list, words) => {
	const begun = faxed().length;
	const { page } = await (
		await FormVisit.first(examples, FILE, FORM, fields('No list', list), SETTINGS)
	).end();
	expect(page.split('No fax was sent ')[1]).toMatch(words);
	expect(page).not.toContain('[line');
	expect(faxed()).toHaveLength(begun);
});

test('a form that is submitted several times at once sends one broadcast', async () => {
	const all = numbers(3);
	const visit = await sendForm('Pressed again', all);
	const press = async () =>
		await FormVisit.again(examples.n8n, visit.workflow, FORM, fields('Pressed again', all));
	const others = [await press(), await press()];
	const { api } = examples.n8n;
	const executions = async () =>
		await Promise.all(
			(await api.listExecutions(visit.workflow.id)).map(async ({ id }) => await api.getExecution(id)),
		);
	const isAt = async (...nodes: string[]) => {
		const all = await executions();
		return all.every(
			({ status, data }) => status === 'waiting' && nodes.includes(data.resultData.lastNodeExecuted ?? ''),
		);
	};
	await eventually(
		examples.n8n,
		'The pages do not come',
		async () => (await isAt('Confirm List', END)) || undefined,
	);
	await Promise.all(
		others.map(async (other) => {
			await other.submit(['', YES]);
		}),
	);
	await eventually(examples.n8n, 'The broadcasts do not end', async () => (await isAt(END)) || undefined);

	expect(faxed()).toEqual(all);
});

test('the form shows what it read, and sends nothing before a person agrees', async () => {
	const [one, two] = numbers(2) as [string, string];
	const begun = faxed().length;
	const list = ['Date;Clinic;Fax', `2026-11-27;A <b>;"${one}, ${two}"`, '2026-11-28;B;2026-11-28'];
	const visit = await FormVisit.first(examples, FILE, FORM, fields('Shown', list), SETTINGS);
	const page = await visit.page('Confirm List');
	expect(page).toContain('from "Fax"');
	expect(page).toContain(`Faxes go to: 1 ${one}, else ${two}`);
	expect(page).toContain('Left out: 1 line 3, 2026-11-28: Looks like a date.');

	await visit.submit(['', JSON.stringify(['No, send nothing'])]);

	expect((await visit.end()).page).toContain('Nothing was sent');
	expect(faxed()).toHaveLength(begun);
});
