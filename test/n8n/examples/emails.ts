import { pdf, rawEmail, type Email } from '../../support/rawEmail';
import { eventually } from '../support/eventually';
import { useExamples } from './support/examples';
import { openInbox } from './support/inbox';

const examples = useExamples();

const ME = 'you@example.com';

test('each email is faxed once and answered, refused with an answer, left to a person, or ignored', async () => {
	const { n8n, simulator, mailbox, inbox } = examples;
	const [good, busy, twice] = [examples.newNumber(), examples.newNumber(), examples.newNumber()];
	simulator.lines.set(busy, ['failed_user_busy']);
	const logo = { name: 'logo.png', type: 'image/png', content: Buffer.alloc(300) };
	const page = { name: 'page.pdf', type: 'application/pdf', content: Buffer.from('<html>Log in</html>') };
	const emails: Email[] = [
		{ subject: `A letter ${good}`, files: [pdf('first.pdf'), logo, pdf('second.pdf')] },
		{ subject: `FW: Re: results ${busy}`, files: [pdf('results.pdf')], text: '> Fax: +15550100999' },
		{ subject: `Again ${twice}`, files: [pdf('again.pdf')] },
		{ subject: 'No number', files: [pdf('letter.pdf')] },
		{ subject: '+15550100200 or +15550100201', files: [pdf('letter.pdf')] },
		{ subject: 'Abroad +493012345678', files: [pdf('letter.pdf')] },
		{ subject: 'A page +15550100202', files: [page] },
		{ subject: 'A stranger +15550100203', files: [pdf('letter.pdf')], from: 'eve@example.net' },
		{
			...{ subject: 'Forged +15550100204', files: [pdf('letter.pdf')] },
			headers: { 'Authentication-Results': 'mx.example.com; dmarc=fail' },
		},
		{ subject: 'Automatic reply: +15550100205', headers: { 'Auto-Submitted': 'auto-replied' } },
	];
	const workflow = await openInbox(examples);
	for (const email of emails) {
		inbox.receive(rawEmail(email));
		// n8n 2.8 may read emails several times that arrive in the same second.
		if (n8n.version === '2.8')
			await eventually(n8n, 'An email is unread', () => inbox.unread === 0 || undefined);
	}
	await eventually(n8n, 'An email has no answer', () => mailbox.mails.length >= 9 || undefined);
	inbox.receive(rawEmail({ subject: `Once more ${twice}`, files: [pdf('again.pdf')] }));
	await eventually(n8n, 'The last email has no answer', () => mailbox.mails.length >= 10 || undefined);

	const answers = Object.fromEntries(
		mailbox.mails.filter(({ subject }) => subject.startsWith('Re: ')).map((mail) => [mail.subject, mail]),
	);
	const answer = (subject: string) => answers[`Re: ${subject}`]?.text.trim();
	expect(answer(`A letter ${good}`)).toBe(
		`Your fax to ${good} was delivered. All pages were transmitted.\n\nDocument: "first.pdf", "second.pdf"\nNot faxed: "logo.png"`,
	);
	expect(answer(`FW: Re: results ${busy}`)).toMatch(
		/^Your fax to \S+ wasn't delivered\. The line was busy\./,
	);
	expect(answer(`Again ${twice}`)).toContain('was delivered');
	expect(answer('No number')).toMatch(/^Nothing was faxed\. Your email has no fax number\./);
	expect(answer('+15550100200 or +15550100201')).toMatch(
		/^Nothing was faxed\. Your email has several fax numbers/,
	);
	expect(answer('Abroad +493012345678')).toMatch(/^Nothing was faxed\. .*\+493012345678/);
	expect(answer('A page +15550100202')).toMatch(/^Nothing was faxed\. .*page\.pdf.* is a web page/);
	expect(answer(`Once more ${twice}`)).toMatch(/^Nothing was faxed\. /);
	expect(Object.values(answers).every(({ to }) => to === ME)).toBe(true);
	expect(Object.keys(answers)).toHaveLength(8);

	const forPeople = mailbox.mails.filter(({ subject }) => !subject.startsWith('Re: '));
	expect(forPeople.map(({ to }) => to)).toEqual([ME, ME]);
	expect(forPeople.map(({ text }) => /Subject: (.*)/.exec(text)?.[1]).sort()).toEqual([
		'A stranger +15550100203',
		'Forged +15550100204',
	]);

	expect(examples.faxesTo(good).map(({ documents }) => documents.map(({ fileName }) => fileName))).toEqual([
		['first.pdf', 'second.pdf'],
	]);
	expect([good, busy, twice].map((number) => examples.faxesTo(number).length)).toEqual([1, 1, 1]);
	expect(examples.callsOf('sendFax')).toHaveLength(3);
	const executions = await n8n.api.listExecutions(workflow.id);
	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	expect(inbox.unread).toBe(0);
});

describe('Fax to email', () => {
	const FILE = '16-fax-to-email.json';

	test('each received fax is emailed with its pages', async () => {
		const workflow = await examples.goLive(FILE);
		const faxId = examples.simulator.addFax();

		const execution = await examples.runByEvent(workflow, 'fax_received', { faxId });

		expect(execution.status).toBe('success');
		const [mail, ...others] = examples.mailbox.mails;
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ to: ME, subject: 'Fax from +15550100999 to +15550100000' });
		expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`fax-${faxId}.pdf`]);
		const [file] = mail?.attachments ?? [];
		expect(file?.content.equals(await examples.simulator.fileOf(faxId, 'pdf'))).toBe(true);
	});

	test.each([
		['only the first pages of', 'partially_received', /^Only the first pages arrived/],
		['nothing of', 'failed', /^The fax wasn't received\. Ask the sender/],
	])('an email reports that %s a fax arrived', async (_what, status, text) => {
		const workflow = await examples.goLive(FILE);
		const documentFrom = status === 'failed' ? Number.POSITIVE_INFINITY : 0;
		const faxId = examples.simulator.addFax({ status, documentFrom });

		await examples.runByEvent(workflow, 'fax_received', { faxId });

		const [mail] = examples.mailbox.mails;
		expect(mail?.subject).toMatch(/^(Incomplete fax|Failed fax) from \+15550100999/);
		expect(mail?.text).toMatch(text);
		expect(mail?.attachments).toHaveLength(status === 'failed' ? 0 : 1);
	});

	test("an email reports pages that are too large for it, or can't be downloaded", async () => {
		const workflow = await examples.goLive(FILE, { maxMegabytes: 0.0001 });
		const large = examples.simulator.addFax();
		await examples.runByEvent(workflow, 'fax_received', { faxId: large });
		expect(examples.mailbox.mails[0]?.text).toContain('too large for an email');
		expect(examples.mailbox.mails[0]?.attachments).toEqual([]);

		examples.simulator.fail({ operationId: 'getFile', times: 10, with: 403, error: 'forbidden' });
		const faxId = examples.simulator.addFax();
		examples.simulator.emit('fax_received', { faxId });
		const mail = await eventually(examples.n8n, 'There is no email', () => examples.mailbox.mails[1]);
		expect(mail.text).toContain("n8n couldn't download its pages");
	});
});
