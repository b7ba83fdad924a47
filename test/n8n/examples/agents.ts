import { seed } from '../../../tools/simulator';
import { node } from '../../../tools/harness/n8n/workflows';
import { openChat } from './support/chat';
import { readExample, useExamples } from './support/examples';
import { FormVisit } from './support/formVisit';

const examples = useExamples();

/** Expects that Fax.Plus got only requests that read. */
function expectOnlyReads(): void {
	expect(new Set(examples.simulator.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
}

test('an AI agent answers questions about faxes from what its tools read', async () => {
	const { ask } = await openChat(examples, '06-ask-an-ai-agent.json');

	expect(await ask('Which faxes came last?')).toContain(`fax ${seed.faxId} from +15550100999`);
	expect(await ask('What does the newest fax say?')).toContain('Patient: John Doe');
	expect(await ask('Who is the patient on the newest fax?')).toContain('patient name: John Doe');
	expect(await ask('How many AI credits are left?')).toContain('420');
	expect(await ask('What is our balance?')).toContain('100');
	expect(await ask('What is our plan?')).toContain('plan');
	expect(await ask('Which numbers are for sale in the US with the area code 212?')).toContain('+1212555');
	expect(await ask('Hello')).toContain('This is a script, not a model');
	examples.simulator.fail({ operationId: 'getAiCredits', times: 1, with: 403, description: 'Not for you' });
	expect(await ask('How many AI credits are left?')).toMatch(/did not do it: .*Not for you/);
	expectOnlyReads();
});

test('an AI agent says what a sender faxed, and nothing about the others', async () => {
	const { ask } = await openChat(examples, '11-what-did-they-fax-us.json');
	const now = Date.now();
	const startTime = new Date(now - 24 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
	const other = { data: { sender_company: 'Elsewhere Ltd' } };
	const of = (id: string) => ({ id, startTime, ocr: finishedText(`This is ${id}`) });
	examples.simulator.addFax(of('fax_of_clinic'));
	examples.simulator.addFax(of('fax_of_others'), other);

	const answer = await ask('What did Lakeside Clinic fax us yesterday?');

	expect(answer).toContain('This is fax_of_clinic');
	expect(answer).not.toContain('fax_of_others');
	expectOnlyReads();
});

test.each(['06-ask-an-ai-agent.json', '11-what-did-they-fax-us.json'])(
	'an AI agent faxes only from an allowed address to an allowed number (%s)',
	async (file) => {
		const url = await serveLetter(file.slice(0, 2));
		const { ask } = await openChat(examples, file, { allowedDocumentAddresses: url });
		const recipients = () => examples.callsOf('sendFax').map(({ body }) => (body as { to: string[] }).to);

		expect(await ask(`Fax ${url} to +19005550100`)).toMatch(/isn't in "Allowed Destinations"/);
		expect(await ask(`Fax ${url}x to +15550100200`)).toMatch(/isn't in "Allowed Document Addresses"/);
		expect(await ask(`Fax ${url} to +15550100200, +15550100999`)).toMatch(/"Max Recipients" is "1"/);
		expect(recipients()).toEqual([]);
		expect(await ask(`Fax ${url} to +15550100200`)).toContain('has taken the fax to +15550100200');
		expect(await ask(`Fax ${url} to +15550100200`)).toMatch(
			/The fax wasn't sent\. This node sent the same document to/,
		);
		expect(recipients()).toEqual([['+15550100200']]);
	},
);

test('an AI agent faxes only base64 text to an allowed number', async () => {
	const { ask } = await openChat(examples, '06-ask-an-ai-agent.json');
	const base64 = btoa(LETTER);

	expect(await ask(`Fax this file to +19005550100: ${base64}`)).toMatch(/isn't in "Allowed Destinations"/);
	expect(await ask('Fax this file to +15550100200: Dear-Dr-Roe!')).toMatch(/isn't base64 text/);
	expect(examples.callsOf('sendFax')).toEqual([]);
	expect(await ask(`Fax this file to +15550100200: ${base64}`)).toContain('has taken the fax');
	expect(examples.callsOf('sendFax')).toHaveLength(1);
});

const LETTER = '%PDF-1.4 a letter %%EOF';

/** Makes n8n serve a letter over HTTPS, and returns the letter's URL. */
async function serveLetter(path: string): Promise<string> {
	const { api, publicUrl } = examples.n8n;
	const parameters = { path, responseMode: 'onReceived', options: { responseData: LETTER } };
	const letter = node('Letter', 'n8n-nodes-base.webhook', parameters, {
		typeVersion: 2,
		webhookId: 'letter',
	});
	const { id } = await api.createWorkflow({ name: 'Letter', nodes: [letter], connections: {} });
	await api.publish(id);
	return `${publicUrl}/webhook/${path}`;
}

function finishedText(data: string) {
	return { status: 'finished', data, pendingReads: 0, outcome: 'finished', requestedReads: 1 };
}

/** Parameters of the form, and of the node that sends. */
interface DeskParameters {
	formFields?: { values: Array<{ fieldOptions?: { values: Array<{ option: string }> } }> };
	guards?: { allowedDestinations: string };
}

describe('Fax desk: an agent writes, a person approves', () => {
	const FILE = '10-fax-desk-with-approval.json';
	const NUMBER = '+15550100200';
	const WISH = 'The appointment is on Monday';
	const YES = JSON.stringify(['Yes, send it']);
	const NO = JSON.stringify(['No, send nothing']);

	const visit = async (number = NUMBER) => await FormVisit.first(examples, FILE, 'Fax Desk', [number, WISH]);
	const sent = () => examples.callsOf('sendFax').map(({ body }) => (body as { to: string[] }).to);

	test('a person selects among the numbers that the guards allow, before anything is written', () => {
		const { nodes } = readExample(FILE);
		const parameters = nodes.map((node) => node.parameters as DeskParameters);
		const [offered] = parameters.flatMap(({ formFields }) => formFields?.values[0]?.fieldOptions ?? []);
		const allowed = parameters.flatMap(({ guards }) => guards?.allowedDestinations ?? []);

		const numbers = offered?.values.map(({ option }) => option).join(', ');
		expect(allowed).toEqual([numbers, numbers]);
	});

	test('what a person has read and approved is sent once', async () => {
		const desk = await visit();
		const page = await desk.page('Read and Approve');
		expect(page).toContain(NUMBER);
		expect(page).toContain(WISH);
		expect(page).toContain("countries with +1. It's sent at once.");
		expectOnlyReads();

		await desk.submit([`Dear Dr Roe, ${WISH}`, YES]);
		const end = await desk.end();

		expect(end.page).toContain('Delivered');
		expect(sent()).toEqual([[NUMBER]]);
	});

	test("what a person doesn't approve isn't sent", async () => {
		const desk = await visit();
		await desk.page('Read and Approve');

		await desk.submit(['Dear Dr Roe', NO]);

		expect((await desk.end()).page).toContain('Nobody approved it');
		expect(sent()).toEqual([]);
	});

	test('what the guards refuse is shown before a person decides', async () => {
		const desk = await visit('+19005550100');

		expect((await desk.end()).page).toContain('isn\'t in "Allowed Destinations"');
		expectOnlyReads();
	});

	test('the guards apply although a person has approved', async () => {
		const first = await visit();
		await first.page('Read and Approve');
		await first.submit([`Dear Dr Roe, ${WISH}`, YES]);
		await first.end();
		const second = await FormVisit.again(examples.n8n, first.workflow, 'Fax Desk', [NUMBER, WISH]);
		await second.page('Read and Approve');

		await second.submit([`Dear Dr Roe, ${WISH}`, YES]);

		expect((await second.end()).page).toContain('This node sent the same document');
		expect(sent()).toEqual([[NUMBER]]);
	});

	test.each([
		{ result: 'failed_user_busy', title: 'Not delivered' },
		{ result: 'refused', title: "The fax wasn't sent" },
		{ result: 'lost', title: "It's unknown whether the fax was sent" },
	])('an approved fax that ends as $result is reported, and not sent again', async ({ result, title }) => {
		const { simulator } = examples;
		const desk = await visit();
		await desk.page('Read and Approve');
		simulator.lines.set(NUMBER, [result]);
		if (result === 'refused') {
			simulator.fail({ operationId: 'sendFax', times: 1, with: 403, error: 'forbidden' });
		}
		if (result === 'lost') examples.loseNextSend();

		await desk.submit([`Dear Dr Roe, it is ${result}`, YES]);

		expect((await desk.end()).page).toContain(title);
		expect(sent()).toHaveLength(1);
	});
});
