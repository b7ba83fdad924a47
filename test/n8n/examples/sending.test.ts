import { PDFDocument } from 'pdf-lib';
import { clinic } from '../../contract/support/operationCases';
import { seed } from '../../../simulator';
import type { Fax } from '../../../simulator/state';
import { itemsOf, type Execution } from '../../../harness/n8n';
import { eventually } from '../support/eventually';
import { endsReached, useExamples } from './support/examples';
import { FormVisit, statusWithoutLogin } from './support/formVisit';

const examples = useExamples();

/** Each test has a number of its own to send to. */
let number: string;
let lastNumber = 15_550_107_000;
let contract: File;

beforeAll(async () => {
	const document = await PDFDocument.create();
	document.addPage().drawText('Contract');
	contract = new File([await document.save()], 'contract.pdf', { type: 'application/pdf' });
});

beforeEach(() => {
	lastNumber += 1;
	number = `+${lastNumber}`;
});

/** The faxes that a number has got. */
function sentTo(recipient: string): Fax[] {
	const { faxes } = clinic(examples.simulator);
	return [...faxes.values()].filter(({ category, to }) => category === 'sent' && to === recipient);
}

describe('Fax a PDF from a form and tell whether it arrived', () => {
	const FILE = '07-fax-a-pdf-from-a-form.json';
	const FORM = 'Which Fax?';

	test('the PDF arrives byte for byte, and the page says so', async () => {
		const visit = await FormVisit.begin(examples, FILE, FORM, [number, contract]);

		const { page } = await visit.end();

		expect(page).toContain('Delivered');
		expect(page).toContain(`${number}: All pages passed.`);
		const [fax, ...more] = sentTo(number);
		expect(more).toEqual([]);
		expect(fax?.from).toBe(seed.ownedNumber);
		expect(fax?.documents.map(({ fileName, contentType }) => [fileName, contentType])).toEqual([
			['contract.pdf', 'application/pdf'],
		]);
		expect(fax?.documents[0]?.bytes.equals(Buffer.from(await contract.arrayBuffer()))).toBe(true);
	});

	test.each([
		{ status: 'failed_no_answer', words: 'Nobody answered the call.' },
		{ status: 'partially_sent', words: 'Only the first pages passed' },
	])('a fax that ends as $status is told as not delivered, with what to do', async ({ status, words }) => {
		examples.simulator.lines.set(number, [status]);
		examples.simulator.sending.retrySecond = 1;
		const visit = await FormVisit.begin(examples, FILE, FORM, [number, contract]);

		const { page } = await visit.end();

		expect(page).toContain('Not delivered');
		expect(page).toContain(words);
	});

	test('a fax that takes longer than the settings allow is told as being sent', async () => {
		examples.simulator.sending.sending = 600_000;
		const settings = { waitMinutes: 0.02 };
		const visit = await FormVisit.begin(examples, FILE, FORM, [number, contract], settings);

		const { page } = await visit.end();

		expect(page).toContain('Still being sent');
		expect(examples.callsOf('sendFax')).toHaveLength(1);
	});

	test('a number that is none sends nothing', async () => {
		const visit = await FormVisit.begin(examples, FILE, FORM, ['555 0100', contract]);

		const { page } = await visit.end();

		expect(page).toContain('The fax was not sent');
		expect(page).toContain('555 0100');
		expect(examples.callsOf('uploadFile')).toEqual([]);
	});

	test("a refusal is told with the service's words", async () => {
		const refusal = { with: 403, error: 'forbidden', description: 'No credit left' };
		examples.simulator.fail({ operationId: 'sendFax', times: 1, ...refusal });
		const visit = await FormVisit.begin(examples, FILE, FORM, [number, contract]);

		const { page } = await visit.end();

		expect(page).toContain('The fax was not sent');
		expect(page).toContain('No credit left');
		expect(sentTo(number)).toEqual([]);
	});

	test('a stranger without the login sends nothing', async () => {
		const workflow = await examples.import(FILE);
		await examples.n8n.api.publish(workflow.id);

		expect(await statusWithoutLogin(examples.n8n, workflow, FORM, [number, contract])).toBe(401);
		expect(examples.simulator.requests).toEqual([]);
	});
});

describe('Fax a contract and wait for the signed copy', () => {
	const FILE = '09-fax-a-contract-and-wait-for-the-signed-copy.json';
	const FORM = 'Which Contract?';
	/** A look about once a second; nothing else within the test, unless it is set shorter. */
	const SETTINGS = { lookEveryMinutes: 0.02 };

	/** Sends the contract to the test's number, once the workflow is active. */
	async function send(settings: Partial<Record<'remindAfterHours' | 'giveUpAfterHours', number>> = {}) {
		return await FormVisit.begin(examples, FILE, FORM, [number, contract], { ...SETTINGS, ...settings });
	}

	/** Waits until that many faxes have gone to the test's number. */
	async function sent(count: number): Promise<Fax[]> {
		return await eventually(examples.n8n, `${count} faxes were not sent`, () => {
			const faxes = sentTo(number);
			return Promise.resolve(faxes.length >= count ? faxes : undefined);
		});
	}

	/** Lets a fax come from the test's number, so many seconds from now. */
	function answer(values: Partial<Fax> = {}, seconds = 0): string {
		const startTime = new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
		return examples.simulator.addFax({ from: number, startTime, lastUpdate: startTime, ...values });
	}

	/** The executions of a workflow, once so many have ended. */
	async function ended({ workflow }: FormVisit, count = 1): Promise<Execution[]> {
		const { api } = examples.n8n;
		const summaries = await api.waitForExecutions(workflow.id, count);
		return await Promise.all(summaries.map(async ({ id }) => await api.getExecution(id)));
	}

	/** What the ends of executions have put out. */
	function results(executions: Execution[], end: string) {
		return executions.flatMap((execution) => itemsOf(execution, end).map(({ json }) => json));
	}

	test('the fax that comes from the number is the signed copy, with its pages', async () => {
		const visit = await send();
		const [fax] = await sent(1);
		expect(fax?.documents.map(({ fileName }) => fileName)).toEqual(['contract.pdf']);
		examples.simulator.addFax({ from: '+15550108888' });
		const id = answer();

		const [execution] = await ended(visit);

		expect(execution?.status).toBe('success');
		expect(endsReached(execution as Execution, visit.workflow)).toEqual(['Signed Copy']);
		const [item] = itemsOf(execution as Execution, 'Signed Copy');
		expect(item?.json).toEqual({
			faxId: id,
			format: 'pdf',
			result: 'signed',
			contract: 'contract.pdf',
			number,
			otherFaxes: '',
		});
		expect(item?.binary?.['data']).toMatchObject({ mimeType: 'application/pdf', fileName: `fax-${id}.pdf` });
		expect(sentTo(number)).toHaveLength(1);
	});

	test('a fax from before the contract, and one that came in part, are no signed copies', async () => {
		answer({}, -3600);
		const visit = await send({ giveUpAfterHours: 0.003 });
		await sent(1);
		answer({ status: 'partially_received' });

		const executions = await ended(visit);

		expect(results(executions, 'Gave Up')).toEqual([
			{
				result: 'gave up',
				contract: 'contract.pdf',
				number,
				reason: 'No complete fax came from this number.',
			},
		]);
	});

	test('of two faxes the older is the signed copy, and the other is named', async () => {
		const visit = await send();
		await sent(1);
		const second = answer({}, 60);
		const first = answer({}, 30);

		const executions = await ended(visit);

		expect(results(executions, 'Signed Copy')).toMatchObject([{ faxId: first, otherFaxes: second }]);
	});

	test('a fax that one contract has taken is none for the next, which waits for one of its own', async () => {
		const visit = await send();
		await sent(1);
		// Later than the second contract, so that only what was taken tells them apart.
		const first = answer({}, 30);
		await ended(visit, 1);
		await FormVisit.again(examples.n8n, visit.workflow, FORM, [number, contract]);
		await sent(2);
		examples.simulator.clearRequests();
		await eventually(examples.n8n, 'Nobody looks for faxes', () =>
			Promise.resolve(examples.callsOf('listFaxes').length > 2 || undefined),
		);
		const second = answer({}, 60);

		const executions = await ended(visit, 2);

		const taken = results(executions, 'Signed Copy').map(({ faxId }) => faxId as string);
		expect(taken.sort()).toEqual([first, second].sort());
	});

	test('without an answer the number is reminded once, and then given up', async () => {
		const visit = await send({ remindAfterHours: 0.0005, giveUpAfterHours: 0.003 });

		const executions = await ended(visit);

		expect(executions.map(({ status }) => status)).toEqual(['success']);
		expect(results(executions, 'Gave Up')).toHaveLength(1);
		await examples.simulator.faxesSent();
		const [, reminder, ...more] = sentTo(number);
		expect(more).toEqual([]);
		expect(reminder?.documents[0]?.bytes.toString()).toMatch(
			/^On \d{4}-\d\d-\d\d we faxed you a contract \(contract\.pdf\)\. .*\+15550100000\.$/,
		);
	});

	test('a service that cannot be asked for a while ends no wait', async () => {
		const visit = await send();
		await sent(1);
		examples.simulator.fail({ operationId: 'listFaxes', times: 2, with: 500 });
		const id = answer();

		const executions = await ended(visit);

		expect(results(executions, 'Signed Copy')).toMatchObject([{ faxId: id }]);
	});

	test.each([
		{
			what: 'is not delivered',
			prepare: () => {
				examples.simulator.lines.set(number, ['failed_unallocated_number']);
			},
		},
		{
			what: 'is refused',
			prepare: () => {
				examples.simulator.fail({ operationId: 'sendFax', times: 1, with: 403 });
			},
		},
	])('a contract that $what is told at once', async ({ prepare }) => {
		prepare();
		examples.simulator.sending.retrySecond = 1;

		const visit = await send();
		const [execution] = await ended(visit);

		expect(endsReached(execution as Execution, visit.workflow)).toEqual(['Not Delivered']);
		expect(results([execution as Execution], 'Not Delivered')).toMatchObject([
			{ result: 'not delivered', number, reason: expect.stringMatching(/./) as string },
		]);
	});
});
