import { runInNewContext } from 'node:vm';
import { simpleParser } from 'mailparser';
import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { nodes as example } from '../../examples/15-email-to-fax.json';
import { GENUINE, pdf, rawEmail, type Email } from '../support/rawEmail';

const SETTINGS = {
	allowedSenders: 'you@example.com, *@office.example.com',
	mailServer: 'mx.example.com',
	mailFrom: 'fax@example.com',
	maxMegabytes: 20,
};

/** Parses an email as n8n's "Email Trigger (IMAP)" does with the format "Resolved". */
async function itemOf(email: Email, hasBytes: boolean): Promise<INodeExecutionData> {
	const { headerLines, attachments, ...mail } = await simpleParser(rawEmail(email));
	const files = attachments.map(({ contentType, filename, size }, at) => [
		`attachment_${at}`,
		{
			...{ mimeType: contentType, fileName: filename, data: '' },
			// n8n 2.8 only has the size in words.
			...(hasBytes ? { bytes: size } : { fileSize: `${(size / 1e6).toFixed(2)} MB` }),
		},
	]);
	const headers = Object.fromEntries(headerLines.map(({ key, line }) => [key, line]));
	return {
		json: { ...mail, headers } as unknown as IDataObject,
		binary: Object.fromEntries(files) as IBinaryKeyData,
	};
}

async function decided(email: Email, hasBytes = true): Promise<IDataObject[]> {
	const code = example.find(({ name }) => name === 'Read Email')?.parameters.jsCode ?? '';
	const item = await itemOf(email, hasBytes);
	const $ = () => ({ first: () => ({ json: SETTINGS }) });
	const context = { $, $input: { all: () => [item] } };
	const items = runInNewContext(`(() => {${code}})()`, context) as INodeExecutionData[];
	for (const { binary } of items) expect(binary).toBe(item.binary);
	return items.map(({ json }) => json);
}

const letter = [pdf('letter.pdf')];
const logo = { name: 'image001.png', type: 'image/png', content: Buffer.alloc(5_000) };
const photo = { name: 'IMG_0001.JPG', type: 'image/jpeg', content: Buffer.alloc(2_000_000) };
const word = { name: 'letter.docx', type: 'application/octet-stream', content: Buffer.alloc(900) };
const huge = [pdf('scan.pdf', 30_000_000)];

describe('An email is faxed', () => {
	test.each<[what: string, email: Email, to: string, files: string, leftOut: string]>([
		['with the number in the subject', { files: letter }, '+15550100200', 'attachment_0', ''],
		[
			'with the number in the address',
			{ files: letter, subject: 'Letter', to: 'Fax <15550100201@example.com>' },
			...(['+15550100201', 'attachment_0', ''] as const),
		],
		[
			'with the number after a plus sign in the address',
			{ files: letter, subject: '', to: 'fax+15550100201@example.com' },
			...(['+15550100201', 'attachment_0', ''] as const),
		],
		[
			'with the same number in both',
			{ files: letter, to: '15550100200@example.com' },
			...(['+15550100200', 'attachment_0', ''] as const),
		],
		[
			'of a colleague, whose domain is allowed',
			{ files: letter, from: 'Al <AL@Office.Example.com>' },
			...(['+15550100200', 'attachment_0', ''] as const),
		],
		[
			'with a signature with logos, which are left out',
			{
				files: [
					logo,
					...letter,
					logo,
					{ name: 'smime.p7s', type: 'application/pkcs7-signature', content: Buffer.alloc(9) },
				],
			},
			...(['+15550100200', 'attachment_1', '"image001.png", "image001.png", "smime.p7s"'] as const),
		],
		[
			'that is a forwarded thread, whose text has other numbers',
			{
				files: letter,
				subject: 'FW: Re: AW: results +15550100200',
				text: '> Fax: +15550100999\n> Tel. 030 123456',
			},
			...(['+15550100200', 'attachment_0', ''] as const),
		],
		[
			'with twelve PDFs in their order',
			{ files: Array.from({ length: 12 }, (_, at) => pdf(`${at}.pdf`)) },
			'+15550100200',
			Array.from({ length: 12 }, (_, at) => `attachment_${at}`).join(', '),
			'',
		],
		[
			'with a PDF that the email program calls something else',
			{ files: [{ ...pdf('Scan.PDF'), type: 'application/octet-stream' }] },
			...(['+15550100200', 'attachment_0', ''] as const),
		],
	])('%s', async (_what, email, to, files, leftOut) => {
		expect(await decided(email)).toMatchObject([{ verdict: 'send', to, files, leftOut }]);
	});
});

describe('An email gets an answer that says what to fix', () => {
	test.each<[what: string, email: Email, reason: RegExp]>([
		['without a number', { files: letter, subject: 'Letter for Dr Roe' }, /has no fax number/],
		[
			'with a number without its plus sign',
			{ files: letter, subject: 'Invoice 15550100200' },
			/has no fax number/,
		],
		['with spaces in the number', { files: letter, subject: '+1 555 010 0200' }, /without spaces/],
		['with digits after the number', { files: letter, subject: '+4930123 45612 Seiten' }, /without spaces/],
		[
			'with pages after the number',
			{ files: letter, subject: '+15550100200 (3 pages)' },
			/other digits right after/,
		],
		[
			'with an address of another domain',
			{ files: letter, subject: 'x', to: '15550100200@example.net' },
			/no fax number/,
		],
		[
			'with two numbers',
			{ files: letter, subject: '+15550100200, +15550100201' },
			/\+15550100200, \+15550100201/,
		],
		[
			'with two numbers in two places',
			{ files: letter, to: '15550100201@example.com' },
			/several fax numbers/,
		],
		['without a document', {}, /has no PDF/],
		['with logos only', { files: [logo] }, /has no PDF/],
		['with a photo', { files: [photo] }, /also has "IMG_0001\.JPG"/],
		['with a PDF and a photo', { files: [...letter, photo] }, /also has "IMG_0001\.JPG"/],
		['with a Word document', { files: [...letter, word] }, /also has "letter\.docx"/],
		['with 30 MB', { files: huge }, /have 30 MB, but 20 MB is the limit/],
	])('%s', async (_what, email, reason) => {
		for (const hasBytes of [true, false])
			expect(await decided(email, hasBytes)).toMatchObject([
				{ verdict: 'refuse', sender: 'you@example.com', reason: expect.stringMatching(reason) as unknown },
			]);
	});
});

describe('An email waits for a person, and nobody gets an answer,', () => {
	const result = (value: string): Email => ({ files: letter, headers: { 'Authentication-Results': value } });

	test.each<[what: string, email: Email]>([
		['from a stranger', { files: letter, from: 'Eve <eve@example.net>' }],
		['from a domain that ends like an allowed one', { files: letter, from: 'eve@evil-office.example.com' }],
		['from a subdomain', { files: letter, from: 'eve@x.office.example.com' }],
		['whose sender is only a name', { files: letter, from: '"you@example.com" <eve@example.net>' }],
		['from two senders', { files: letter, from: 'you@example.com, eve@example.net' }],
		['without a sender', { files: letter, from: '' }],
		['that was not checked', result('')],
		['that failed the check', result('mx.example.com; dmarc=fail header.from=example.com')],
		['that another server checked', result(GENUINE.replace('mx.', 'mx.evil.'))],
		[
			'with a longer name of the server',
			result(GENUINE.replace('mx.example.com', 'mx.example.com.evil.net')),
		],
		['with the check in a comment', result('mx.example.com; dmarc=fail (dmarc=pass; dmarc=pass)')],
		['with the check in quotes', result('mx.example.com; spf=fail smtp.mailfrom="a; dmarc=pass "@evil.net')],
		['with the check in a name', result('mx.example.com; x-dmarc=pass; dmarc=passed; arc=dmarc=pass')],
	])('%s', async (_what, email) => {
		expect(await decided(email)).toMatchObject([{ verdict: 'person' }]);
	});
});

test.each<[what: string, email: Email]>([
	['an auto-reply', { subject: 'Re: Fax to +15550100200', headers: { 'Auto-Submitted': 'auto-replied' } }],
	['a generated email', { files: letter, headers: { 'Auto-Submitted': 'auto-generated (list)' } }],
	['an out-of-office note of an old program', { subject: 'Out of office: +15550100200' }],
	['an auto-reply in German', { subject: 'Automatische Antwort: Fax' }],
	['an auto-reply of Outlook', { subject: 'Automatic reply: Fax' }],
	['a mailing list', { headers: { Precedence: 'bulk' } }],
	['a newsletter', { headers: { 'List-Id': '<news.example.com>' } }],
	['a bounce', { from: 'MAILER-DAEMON@example.com', headers: { 'Return-Path': '<>' } }],
	['an address that nobody reads', { from: 'no-reply@office.example.com' }],
	['the workflow itself', { from: 'fax@example.com' }],
])('nothing happens to %s, not even if a stranger sends it', async (_what, email) => {
	for (const from of [email.from ?? 'you@example.com', email.from ?? 'eve@example.net'])
		expect(await decided({ ...email, from })).toEqual([]);
});
