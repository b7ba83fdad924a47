import { PDFDocument } from 'pdf-lib';
import { seed } from '../../../tools/simulator';
import { useExamples } from './support/examples';
import { FormVisit } from './support/formVisit';

const examples = useExamples();

let number: string;
let contract: File;

beforeAll(async () => {
	const document = await PDFDocument.create();
	document.addPage().drawText('Contract');
	contract = new File([await document.save()], 'contract.pdf', { type: 'application/pdf' });
});

beforeEach(() => {
	number = examples.newNumber();
});

describe('Fax a PDF from a form and show whether it arrived', () => {
	const FILE = '07-fax-a-pdf-from-a-form.json';
	const FORM = 'Which Fax?';

	test('the PDF arrives byte for byte, and the page says so', async () => {
		const visit = await FormVisit.first(examples, FILE, FORM, [number, contract]);

		const { page } = await visit.end();

		expect(page).toContain('Delivered');
		expect(page).toContain(`${number}: All pages were transmitted.`);
		const [fax, ...more] = examples.faxesTo(number);
		expect(more).toEqual([]);
		expect(fax?.from).toBe(seed.ownedNumber);
		expect(fax?.documents.map(({ fileName, contentType }) => [fileName, contentType])).toEqual([
			['contract.pdf', 'application/pdf'],
		]);
		expect(fax?.documents[0]?.bytes.equals(Buffer.from(await contract.arrayBuffer()))).toBe(true);
	});

	test.each([
		{ status: 'failed_no_answer', words: 'Nobody answered the call.' },
		{ status: 'partially_sent', words: 'Only the first pages were transmitted' },
	])(
		'a fax that ends as $status is reported as not delivered, with what to do',
		async ({ status, words }) => {
			examples.simulator.lines.set(number, [status]);
			examples.simulator.sending.retrySecond = 1;
			const visit = await FormVisit.first(examples, FILE, FORM, [number, contract]);

			const { page } = await visit.end();

			expect(page).toContain('Not delivered');
			expect(page).toContain(words);
		},
	);

	test('a fax that takes longer than the settings allow is reported as being sent', async () => {
		examples.simulator.sending.sending = 600_000;
		const settings = { waitMinutes: 0.02 };
		const visit = await FormVisit.first(examples, FILE, FORM, [number, contract], settings);

		const { page } = await visit.end();

		expect(page).toContain('Delivery not confirmed yet');
		expect(examples.callsOf('sendFax')).toHaveLength(1);
	});

	test('the one of two numbers that received it is reported as such', async () => {
		const other = examples.newNumber();
		examples.simulator.lines.set(other, ['failed_unallocated_number']);
		const visit = await FormVisit.first(examples, FILE, FORM, [`${number}, ${other}`, contract]);

		const { page } = await visit.end();

		expect(page).toContain('Delivered to 1 of 2');
		expect(page).toContain(`${number}: All pages were transmitted.`);
		expect(page).toContain(`${other}: The number doesn't exist.`);
	});

	test("an empty file is reported in the form's words, and nothing is sent", async () => {
		const empty = new File([], 'empty.pdf', { type: 'application/pdf' });
		const visit = await FormVisit.first(examples, FILE, FORM, [number, empty]);

		const { page } = await visit.end();

		expect(page).toContain('The document is empty, or the upload failed. Choose it again.');
		expect(examples.callsOf('sendFax')).toEqual([]);
	});

	test('an invalid number sends nothing', async () => {
		const visit = await FormVisit.first(examples, FILE, FORM, ['555 0100', contract]);

		const { page } = await visit.end();

		expect(page).toContain("The fax wasn't sent");
		expect(page).toContain('"Fax Number": "555 0100"');
		expect(examples.callsOf('uploadFile')).toEqual([]);
	});

	test("a refusal shows Fax.Plus's message", async () => {
		const refusal = { with: 403, error: 'forbidden', description: 'No credit left' };
		examples.simulator.fail({ operationId: 'sendFax', times: 1, ...refusal });
		const visit = await FormVisit.first(examples, FILE, FORM, [number, contract]);

		const { page } = await visit.end();

		expect(page).toContain("The fax wasn't sent");
		expect(page).toContain('No credit left');
		expect(examples.faxesTo(number)).toEqual([]);
	});

	test("a fax whose answer is lost, and that isn't in the outbox, is reported as unknown, and not sent again", async () => {
		examples.loseNextSend();
		const visit = await FormVisit.first(examples, FILE, FORM, [number, contract]);

		const { page } = await visit.end();

		expect(page).toContain("It's unknown whether the fax was sent");
		expect(examples.callsOf('sendFax')).toHaveLength(1);
	});
});
