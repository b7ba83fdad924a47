import type { INode, INodeParameters } from 'n8n-workflow';
import { startRawServer, stopRawServers, type RawServer } from '../../contract/support/rawServer';
import { useAgents } from './support/agent';
import { fromAI, sendText } from './support/toolParameters';

const agents = useAgents();

const ALLOWED = '+15550100299';
const OTHER = '+19005550100';
const GUARDS = { allowedDestinations: ALLOWED, maxRecipients: 1 };

const PDF = '%PDF-1.4 a letter %%EOF';
const BASE64 = btoa(PDF);

/** Redirects of an allowed server, keyed by path. OTHER is replaced with another server. */
const REDIRECTS: Record<string, string> = {
	'/letters/moved': '/letters/a.pdf',
	'/letters/other': 'http://OTHER/letters/a.pdf',
	'/letters/up': '../secret.pdf',
	'/letters/twice': '/letters/up',
	'/letters/encoded': '/letters/..%2fsecret.pdf',
	'/letters/file': 'file:///etc/passwd',
	'/letters/login': 'http://OWN@OTHER/letters/a.pdf',
};

const NO_ADDRESS = /isn't an address that begins with https/;
const NOT_ALLOWED_ADDRESS = /isn't in .*Allowed Document Addresses.*Don't try another way.*Ask a person/;
const LOGIN = /URL.* contains a login/;
const NOT_ALLOWED = /isn't in .*Allowed Destinations.*Don't try another way.*Ask a person/;

/** Addresses that a model uses with an allowed number, and the result that it gets. OWN is replaced with the allowed server. */
const ADDRESSES: Array<[url: unknown, refusal: RegExp]> = [
	['http://OTHER/letters/a.pdf', NOT_ALLOWED_ADDRESS],
	['http://localhost:OWN_PORT/letters/a.pdf', NOT_ALLOWED_ADDRESS],
	['http://OWN@OTHER/letters/a.pdf', LOGIN],
	['http://OWN/letters/%2e%2e/secret.pdf', NOT_ALLOWED_ADDRESS],
	['http://OWN/letters/other', NOT_ALLOWED_ADDRESS],
	['http://OWN/letters/up', NOT_ALLOWED_ADDRESS],
	['http://OWN/letters/twice', NOT_ALLOWED_ADDRESS],
	['http://OWN/letters/encoded', NOT_ALLOWED_ADDRESS],
	['http://OWN/letters/login', NOT_ALLOWED_ADDRESS],
	['http://OWN/letters/file', /redirects to file:\/\/, which isn't HTTPS/],
	["={{ 'http://OTHER/letters/a.pdf' }}", NO_ADDRESS],
];

/** Numbers that a model tries to send a document to, and the result that it gets. */
const NUMBERS: Array<[to: unknown, refusal: RegExp]> = [
	[OTHER, NOT_ALLOWED],
	[`${ALLOWED},${OTHER}`, NOT_ALLOWED],
	[[ALLOWED, OTHER], NOT_ALLOWED],
];

/** Arguments that aren't fields. They don't change the result that a model gets. */
const MORE = {
	guards: {},
	allowedDestinations: '+1900*',
	allowedDocumentAddresses: 'http://OTHER/*',
	maxRecipients: 9,
	options: { allowHttp: true },
	source: 'text',
	parameters: { guards: {}, documentUrl: 'http://OTHER/letters/a.pdf' },
};

afterEach(stopRawServers);

/** Returns a tool that faxes the document that the model names in a field. */
function tool(name: string, document: INodeParameters, guards: INodeParameters = {}): INode {
	const options = { allowHttp: true };
	return agents.tool(name, { ...sendText, text: '', ...document, options, guards: { ...GUARDS, ...guards } });
}

const byUrl = (name: string, guards?: INodeParameters): INode =>
	tool(name, { source: 'url', documentUrl: fromAI('url') }, guards);

const byBase64 = (name: string): INode => tool(name, { source: 'base64', base64: fromAI('base64') });

/** Starts an allowed server and another one. */
async function startServers() {
	const named = (text: string): string =>
		text
			.replaceAll(/(OWN|OTHER)_PORT/g, (_all, which: string) => new URL(server(which).baseUrl).port)
			.replaceAll(/OWN|OTHER/g, (which) => new URL(server(which).baseUrl).host);
	const start = async (): Promise<RawServer> =>
		await startRawServer(({ url = '' }, response) => {
			const location = REDIRECTS[url];
			if (location !== undefined) response.writeHead(302, { location: named(location) }).end();
			else response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF);
		});
	const [own, other] = [await start(), await start()];
	const server = (which: string): RawServer => (which === 'OWN' ? own : other);
	return { own, other, named };
}

test('a model learns which document to name, but no guard', async () => {
	const { tools } = await agents.talk({
		tools: [byUrl('Fetch', { allowedDocumentAddresses: 'files.example.com' }), byBase64('File')],
		*script() {
			return 'I know my tools';
		},
	});

	const fields = tools.map(({ name, parameters }) => [name, Object.keys(parameters['properties'] as object)]);
	expect(Object.fromEntries(fields)).toEqual({ Fetch: ['to', 'url'], File: ['to', 'base64'] });
});

test('a document is faxed once from an allowed address and once from base64, to an allowed number, and in no other way', async () => {
	const { own, other, named } = await startServers();
	const url = named('http://OWN/letters/a.pdf');
	const attempts = [
		...ADDRESSES.map(([address, refusal]) => ({
			name: 'Fetch',
			to: ALLOWED,
			document: { url: address },
			refusal,
		})),
		...NUMBERS.map(([to, refusal]) => ({ name: 'Fetch', to, document: { url }, refusal })),
		...NUMBERS.map(([to, refusal]) => ({ name: 'File', to, document: { base64: BASE64 }, refusal })),
	].map(({ name, to, document, refusal }) => {
		const values = JSON.parse(named(JSON.stringify({ ...MORE, to, ...document }))) as Record<string, unknown>;
		return { call: { name, arguments: values }, refusal };
	});

	const { results } = await agents.talk({
		tools: [byUrl('Fetch', { allowedDocumentAddresses: named('http://OWN/letters/*') }), byBase64('File')],
		*script() {
			yield attempts.map(({ call }) => call);
			yield [{ name: 'Fetch', arguments: { to: ALLOWED, url: named('http://OWN/letters/moved') } }];
			yield [{ name: 'File', arguments: { to: ALLOWED, base64: BASE64 } }];
			return 'Done';
		},
	});

	expect(results.map((words, index) => [attempts[index]?.call.arguments, words])).toEqual([
		...attempts.map(({ call, refusal }) => [call.arguments, expect.stringMatching(refusal) as string]),
		[undefined, expect.stringContaining('submitted') as string],
		[undefined, expect.stringContaining('submitted') as string],
	]);
	expect(agents.sent()).toEqual([[ALLOWED], [ALLOWED]]);
	expect(other.requests).toEqual([]);
	expect(new Set(own.requests)).toEqual(
		new Set(
			Object.keys(REDIRECTS)
				.concat('/letters/a.pdf')
				.map((path) => `GET ${path}`),
		),
	);
});

test("no address is read unless a person allows some, and anything but base64 isn't faxed", async () => {
	const { own, named } = await startServers();
	const { results } = await agents.talk({
		tools: [byUrl('Fetch'), byBase64('File')],
		*script() {
			yield [{ name: 'Fetch', arguments: { to: ALLOWED, url: named('http://OWN/letters/a.pdf') } }];
			yield [{ name: 'File', arguments: { to: ALLOWED, base64: 'Dear Dr Roe!' } }];
			return 'Done';
		},
	});

	expect(results[0]).toMatch(/no guard .*Allowed Document Addresses/);
	expect(results[1]).toMatch(/Base64.* isn't base64 text/);
	expect([agents.sent(), own.requests]).toEqual([[], []]);
});
