import type { INodeParameters } from 'n8n-workflow';

import { seed } from '../../../tools/simulator';
import { useBench } from '../support/bench';
import { useBinaryMode } from '../support/binaryData';
import { expectSuccess, type NodeResult } from '../support/execution';
import { startRawServer, type RawAnswer, type RawServer } from '../support/rawServer';
import { sendingOf } from '../support/sending';

const bench = useBench();
const { waiting, slowly, submissions, requestsOf, ...sending } = sendingOf(bench);

const PDF = '%PDF-1.4 a letter %%EOF';
const TYPE = { 'content-type': 'application/pdf' };
const HTML = { 'content-type': 'text/html' };

const named = (disposition: string): RawAnswer => ({
	headers: { ...TYPE, 'content-disposition': `attachment; ${disposition}` },
	body: PDF,
});
/** Returns a header value as servers write it, as UTF-8 bytes. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');
const redirectTo = (location: string): RawAnswer => ({ status: 302, headers: { location }, body: '' });

/** Returns the URL of a file on a server. */
const at = ({ baseUrl }: RawServer, path = '/letter.pdf') => new URL(path, baseUrl).href;

/** Sends the document at a URL, with HTTP allowed by default. */
async function send(
	documentUrl: string,
	{
		guards = {},
		options = { allowHttp: true },
	}: { guards?: INodeParameters; options?: INodeParameters } = {},
): Promise<NodeResult> {
	return await sending.send({ source: 'url', documentUrl, guards, options });
}

const sent = () => waiting()?.documents.map(({ fileName, bytes }) => [fileName, bytes.toString()]);

beforeEach(async () => {
	slowly();
	await useBinaryMode('filesystem');
});
afterEach(async () => {
	await useBinaryMode('default');
});

describe('a file at an address', () => {
	test.each<[what: string, answer: RawAnswer, path: string, name: string]>([
		[
			'named by its address',
			{ headers: TYPE, body: PDF },
			'/a/Letter%20M%C3%BCller.pdf?sig=1',
			'Letter Müller.pdf',
		],
		['named by its answer', named('filename="a b.pdf"'), '/get', 'a b.pdf'],
		[
			'named by a header with nothing before the name',
			{ headers: { ...TYPE, 'content-disposition': 'filename="a b.pdf"' }, body: PDF },
			'/get',
			'a b.pdf',
		],
		['named in another script', named("filename=x; filename*=UTF-8''%E6%97%A5.pdf"), '/get', '日.pdf'],
		['named in plain UTF-8', named(asBytes('filename="rätsel.pdf"')), '/get', 'rätsel.pdf'],
		['named in another character set', named("filename*=iso-8859-1''r%E4tsel.pdf"), '/get', 'rätsel.pdf'],
		['named the way emails do it', named('filename="=?UTF-8?Q?r=C3=A4tsel.pdf?="'), '/get', 'rätsel.pdf'],
		['named without quotes', named('filename=a b.pdf; size=3'), '/get', 'a b.pdf'],
		['named with quotes in it', named('filename="a \\"b\\" c.pdf"'), '/get', 'a _b_ c.pdf'],
		[
			'as a range that covers all of it',
			{
				status: 206,
				headers: { ...TYPE, 'content-range': `bytes 0-${PDF.length - 1}/${PDF.length}` },
				body: PDF,
			},
			'/letter.pdf',
			'letter.pdf',
		],
		['without a name', { headers: {}, body: PDF }, '/', 'document.pdf'],
		['with a wrong type', { headers: HTML, body: PDF }, '/letter.html', 'letter.pdf'],
	])('is sent, %s', async (_what, answer, path, name) => {
		const server = await startRawServer(answer);
		expectSuccess(await send(at(server, path)));
		expect(sent()).toEqual([[name, PDF]]);
	});

	test('is requested without the credential, even after redirects, which may be relative', async () => {
		const headers: unknown[] = [];
		const server = await startRawServer((request, response) => {
			headers.push(request.headers);
			if (request.url === '/letter.pdf') response.writeHead(200, TYPE).end(PDF);
			else response.writeHead(302, { location: request.url === '/a' ? 'b' : '/letter.pdf' }).end();
		});
		expectSuccess(await send(at(server, '/a')));
		expect(server.requests).toEqual(['GET /a', 'GET /b', 'GET /letter.pdf']);
		expect(JSON.stringify(headers)).not.toMatch(new RegExp(`authorization|cookie|${seed.ownerToken}`, 'i'));
	});

	test("isn't requested if a redirect leads to a login", async () => {
		const server = await startRawServer((request, response) => {
			if (request.url === '/letter.pdf') response.writeHead(302, { location: '/signin?next=x' }).end();
			else response.writeHead(200, HTML).end('<html><div id="app"></div>');
		});
		const { error } = await send(at(server));
		expect(error?.message).toMatch(/\/signin returned a login page instead of a file \(document_not_read\)/);
		expect(error?.description).toMatch(/"URL".* open without a login/);
	});

	test('is requested if a redirect names it in UTF-8', async () => {
		const server = await startRawServer((request, response) => {
			if (request.url === '/letter.pdf') response.writeHead(302, { location: asBytes('/rätsel.pdf') }).end();
			else response.writeHead(200, TYPE).end(PDF);
		});
		expectSuccess(await send(at(server)));
		expect(sent()).toEqual([['rätsel.pdf', PDF]]);
	});

	test('is requested again if the server is busy for a moment', async () => {
		let tries = 0;
		const server = await startRawServer((_request, response) => {
			if (++tries === 1) response.writeHead(503).end();
			else response.writeHead(200, TYPE).end(PDF);
		});
		expectSuccess(await send(at(server)));
		expect(server.requests).toHaveLength(2);
	});
});

describe('nothing is sent, and the error says which address and why, if it', () => {
	test.each<[what: string, answer: RawAnswer, message: RegExp, asked?: number]>([
		[
			'refuses',
			{ status: 403, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>' },
			/^The address \S+\/letter\.pdf responded with status 403 and a web page \(document_not_read\)/,
		],
		[
			'has nothing there',
			{ status: 404, headers: {}, body: '' },
			/responded with status 404 \(document_not_read\)/,
		],
		[
			'shows a page',
			{ headers: HTML, body: '<!doctype html><html>' },
			/^The address \S+\/letter\.pdf returned a web page instead of a file \(document_not_read\)/,
		],
		...[
			'<input name="pw" type="password">',
			'<title>Acme - Sign in</title>',
			'<meta http-equiv="refresh" content="0; url=/login?next=x">',
			'<script>window.location.href = "/sso/start"</script>',
		].map((body): [string, RawAnswer, RegExp] => [
			`shows a login: ${body}`,
			{ headers: TYPE, body: `<!DOCTYPE html>\n<html>${body}` },
			/^The address \S+ returned a login page instead of a file \(document_not_read\)/,
		]),
		[
			'returns a part',
			{ status: 206, headers: { ...TYPE, 'content-range': 'bytes 0-10/1000' }, body: '%PDF-1.4 %%' },
			/returned only a part of the file \(bytes 0-10\/1000\) \(document_not_read\)/,
		],
		[
			'returns a part without saying so',
			{ status: 206, headers: TYPE, body: PDF },
			/returned only a part of the file/,
		],
		['has an empty file', { headers: TYPE, body: '' }, /^The address \S+ returned an empty file/],
		['leads in a circle', redirectTo('/letter.pdf'), /redirects more than 5 times/, 6],
		['leads nowhere', redirectTo('http://['), /redirects to something that isn't an address/],
		[
			"leads to a file on n8n's machine",
			redirectTo('file:///etc/passwd'),
			/redirects to file:\/\/, which isn't HTTPS/,
		],
		[
			'says that it is too large',
			{ headers: { ...TYPE, 'content-length': '157286401' }, body: '%PDF-' },
			/larger than 150 MB/,
		],
	])('%s', async (_what, answer, message, asked = 1) => {
		const server = await startRawServer(answer);
		const { error } = await send(at(server));
		expect(error?.message).toMatch(message);
		expect(server.requests).toHaveLength(asked);
		expect(bench().simulator.requests).toEqual([]);
	});

	test('breaks off every time', async () => {
		const server = await startRawServer((_request, response) => {
			response.writeHead(200, { ...TYPE, 'content-length': '1000' });
			response.write('%PDF-1.4', () => response.destroy());
		});
		const { error } = await send(at(server));
		expect(error?.message).toMatch(
			/^The connection to the address \S+ broke: connection reset \(document_not_read\)/,
		);
		expect(error?.description).toMatch(/^Check "URL"\. .* The fax wasn't sent\.$/);
		expect(server.requests).toHaveLength(4);
	});

	test.each([
		[
			"doesn't exist",
			'https://nowhere.invalid/a.pdf',
			/couldn't reach the address \S+: (unknown host|name lookup failed) \(/,
		],
		["isn't listening", 'https://127.0.0.1:1/a.pdf', /couldn't reach the address \S+: connection refused \(/],
	])('is on a server that %s', async (_what, documentUrl, message) => {
		expect((await send(documentUrl)).error?.message).toMatch(message);
	});

	test('stops in the middle of the file', async () => {
		const server = await startRawServer((_request, response) => {
			response.writeHead(200, TYPE);
			response.write('%PDF-1.4');
		});
		const { error } = await send(at(server), { options: { allowHttp: true, timeout: 1 } });
		expect(error?.message).toMatch(/^No response from the address \S+ in time/);
	});

	test('never ends', async () => {
		const block = Buffer.alloc(1024 * 1024, '%PDF-');
		let bytes = 0;
		const server = await startRawServer((_request, response) => {
			response.writeHead(200, TYPE);
			const more = (): void => {
				while (!response.destroyed && response.write(block)) bytes += block.length;
			};
			response.on('drain', more);
			more();
		});
		const { error } = await send(at(server));
		expect(error?.message).toMatch(/^The file at \S+ is larger than 150 MB/);
		expect(bytes).toBeLessThan(200 * 1024 * 1024);
	});
});

describe('an address is refused before any request:', () => {
	test.each([
		['http://127.0.0.1/letter.pdf', /^"URL" is "http:\/\/127\.0\.0\.1\/letter\.pdf", which isn't encrypted/],
		['letter.pdf', /^"URL" is "letter\.pdf", which isn't an address that begins with https/],
		['file:///etc/passwd', /isn't an address that begins with https/],
		['data:application/pdf;base64,JVBERi0x', /Select "Base64" under "Document"/],
		['https://me:secret@example.com/', /^"URL" contains a login/],
		['={{ $json.no }}', /^"URL" is empty/],
	])('%s', async (documentUrl, message) => {
		bench().expectRefused(await send(documentUrl, { options: {} }), message);
	});
});

describe('with allowed document addresses', () => {
	test("files within them are sent, and others aren't requested, even after a redirect", async () => {
		const other = await startRawServer({ headers: TYPE, body: PDF });
		const server = await startRawServer((request, response) => {
			if (request.url === '/out') response.writeHead(302, { location: at(other) }).end();
			else response.writeHead(200, TYPE).end(PDF);
		});
		const guards = { allowedDocumentAddresses: `${at(server, '/')}*` };
		expectSuccess(await send(at(server), { guards }));
		const { error } = await send(at(server, '/out'), { guards });
		expect(error?.message).toMatch(
			/which isn't in "Allowed Document Addresses"\. The fax wasn't sent\. Don't try/,
		);
		expect((await send(at(other), { guards })).error?.message).toMatch(
			/isn't in "Allowed Document Addresses"/,
		);
		expect(other.requests).toEqual([]);
		expect(submissions()).toHaveLength(1);
	});

	test.each([
		'',
		'*',
		'*.example.com',
		'https://example.com*',
		'https://*/a',
		'ftp://example.com',
		'={{ "a.com" }}',
		null,
	])('%j allows nothing', async (allowedDocumentAddresses) => {
		const result = await send('https://example.com/a.pdf', { guards: { allowedDocumentAddresses } });
		bench().expectRefused(result, /Allowed Document Addresses|fixed/);
	});
});

describe('a base64 file', () => {
	const base64 = Buffer.from('%PDF-1.4 ??>>~~ %%EOF').toString('base64');
	const LATIN_1 = Buffer.from('Sehr geehrte Frau Müller', 'latin1').toString('base64');

	test.each([
		['plain', base64, ''],
		['as a data URI', `data:application/pdf;base64,${base64}`, 'letter'],
		['with line breaks', base64.replace(/.{4}/g, '$&\r\n'), 'letter.pdf'],
		[
			'in the URL-safe alphabet, without padding',
			Buffer.from(base64, 'base64').toString('base64url'),
			'letter.txt',
		],
	])('is sent: %s', async (_what, text, fileName) => {
		expectSuccess(await sending.send({ source: 'base64', base64: text, fileName }));
		expect(sent()).toEqual([[fileName === '' ? 'document.pdf' : 'letter.pdf', '%PDF-1.4 ??>>~~ %%EOF']]);
	});

	test.each([
		['in UTF-8', Buffer.from('Sehr geehrte Frau Müller')],
		['in UTF-16', Buffer.from('\uFEFFSehr geehrte Frau Müller', 'utf16le')],
	])("is sent if it's text: %s", async (_what, bytes) => {
		const base64 = bytes.toString('base64');
		expectSuccess(await sending.send({ source: 'base64', base64, fileName: '' }));
		expect(waiting()?.documents.map(({ fileName, bytes }) => [fileName, bytes])).toEqual([
			['document.txt', bytes],
		]);
	});

	test.each([
		['Dear Dr Roe, ...', /^"Base64" is "Dear Dr Roe, \.\.\.", which isn't base64 text\. Check/],
		['%PDF-1.4', /^"Base64" is .*, which isn't base64 text/],
		[
			'Please find the report attached',
			/^"Base64" is "Please .*, which isn't base64 text\. .* select "Text" under "Document"/,
		],
		// This Base64 string has lost its plus signs, as strings in a URL do.
		[
			Buffer.from('%PDF-1.4 \xfb\xef\xbe!', 'latin1').toString('base64').replaceAll('+', ' '),
			/^"Base64" is .*, which isn't base64 text/,
		],
		['{{ }}', /^"Base64" is .*, which isn't base64 text/],
		['00000100 00000200', /^"Base64" is .*, which isn't base64 text/],
		// Digits and words are technically valid Base64, and "0400" even decodes to valid UTF-8.
		...['1234567890123456', '0400', 'monday', 'Invoice2026', 'Dear-Dr-Roe', LATIN_1].map(
			(text): [string, RegExp] => [text, /^"Base64" is .*UTF-8 .* select "Text" under "Document"/],
		),
		['={{ "" }}', /^"Base64" is empty/],
		['data:application/pdf;base64,', /^"Base64" is empty/],
		[Buffer.from('<html>').toString('base64'), /^The file "document" \(no type\) is a web page/],
	])('is refused: %s', async (text, message) => {
		bench().expectRefused(await sending.send({ source: 'base64', base64: text }), message);
	});
});

test('Refuse the Same Fax recognizes a document by its content, wherever it comes from', async () => {
	const server = await startRawServer({ headers: TYPE, body: PDF });
	const guards = { refuseSameFax: true };
	expectSuccess(await send(at(server), { guards }));
	const base64 = Buffer.from(PDF).toString('base64');
	const { error } = await sending.send({ source: 'base64', base64, guards });
	expect(error?.message).toMatch(/^The fax wasn't sent\. .*the same document to/);
	expect(requestsOf('sendFax')).toHaveLength(1);
});
