import { PDFDocument } from 'pdf-lib';
import { clinic } from '../../contract/support/operationCases';
import { seed } from '../../../simulator';
import type { Fax } from '../../../simulator/state';
import { useExamples } from './support/examples';
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

	test('a fax whose answer is lost, and that is not in the outbox, is told as unknown, and not sent again', async () => {
		const lost = { with: 'hang-up', afterEffect: true, times: 1 } as const;
		examples.simulator.fail({ ...lost, operationId: 'sendFax' });
		examples.simulator.fail({ operationId: 'listOutboxFaxes', times: 20, with: 400 });
		const visit = await FormVisit.begin(examples, FILE, FORM, [number, contract]);

		const { page } = await visit.end();

		expect(page).toContain('Nobody knows whether the fax was sent');
		expect(examples.callsOf('sendFax')).toHaveLength(1);
	});

	test('a stranger without the login sends nothing', async () => {
		const workflow = await examples.import(FILE);
		await examples.n8n.api.publish(workflow.id);

		expect(await statusWithoutLogin(examples.n8n, workflow, FORM, [number, contract])).toBe(401);
		expect(examples.simulator.requests).toEqual([]);
	});
});
