import { Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';

import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemFields } from '../../nodes/FaxPlus/fields/itemFields';
import {
	isAllowedAddress,
	toAllowedAddresses,
} from '../../nodes/FaxPlus/resources/fax/sending/guard/allowedAddresses';
import { guarded } from '../../nodes/FaxPlus/resources/fax/sending/guard/guards';
import { toDocumentUrl } from '../../nodes/FaxPlus/resources/fax/sending/read/documentUrl';
import { documentUrlField } from '../../nodes/FaxPlus/resources/fax/sending/read/sendFields';
import { fileAtUrl } from '../../nodes/shared/files/fileAtUrl';
import { toHttpsUrl } from '../../nodes/shared/values/fieldValues';
import { InputError } from '../../nodes/shared/values/inputError';
import { NODE } from './support/context';

const GUARD = 'files.example.com, https://example.com:8443/letters/*, https://example.com/one.pdf?v=1';
const allowed = toAllowedAddresses(documentUrlField, GUARD);

/** Returns whether a node with these allowed addresses reads an address. */
const isRead = (address: string): boolean =>
	isAllowedAddress(toDocumentUrl(documentUrlField, address), allowed);

describe('allowed document addresses', () => {
	test.each([
		'https://files.example.com/letter.pdf',
		'https://files.example.com/a/b?sig=1#page=2',
		'HTTPS://FILES.EXAMPLE.COM:443/letter.pdf',
		'https://files.example.com',
		'https://example.com:8443/letters/2026/a.pdf',
		'https://example.com:8443/x/../letters/a.pdf',
		'https://example.com/one.pdf?v=1',
		'https://example.com:8443/letters/a%20b%20100%25.pdf',
		'https://example.com:8443/letters/R%C3%A4tsel%202.%20Teil;v=1.pdf?f=../x',
		// Every path is allowed on this host.
		'https://files.example.com/..%2fa%00.pdf',
		// URL parsers read a backslash there as a slash.
		'https://files.example.com\\@evil.example/letter.pdf',
	])('allow %s', (address) => {
		expect(isRead(address)).toBe(true);
	});

	test.each([
		'https://evil.example/letter.pdf',
		'https://files.example.com.evil.example/letter.pdf',
		'https://evil.example/files.example.com/letter.pdf',
		'https://evil.example/?https://files.example.com/letter.pdf',
		'https://evil.example/#files.example.com',
		'https://evilfiles.example.com/letter.pdf',
		'https://a.files.example.com/letter.pdf',
		'https://files.example.com./letter.pdf',
		'https://files.example.com:8080/letter.pdf',
		'http://files.example.com/letter.pdf',
		'https:evil.example/files.example.com',
		'https:\\\\evil.example\\files.example.com',
		'https://f\u0456les.example.com/letter.pdf',
		'https://files.example.com%2eevil.example/letter.pdf',
		'https://files\u3002example.com.evil.example/',
		'https://127.0.0.1/letter.pdf',
		'https://2130706433/letter.pdf',
		'https://0x7f.1/letter.pdf',
		'https://[::1]/letter.pdf',
		'https://[::ffff:127.0.0.1]/letter.pdf',
		'https://localhost/letter.pdf',
		'https://127.0.0.1.nip.io/letter.pdf',
		'https://169.254.169.254/latest/meta-data/',
		'https://metadata.google.internal/',
		'https://example.com/letters/a.pdf',
		'https://example.com:8443/other/a.pdf',
		'https://example.com:8443/letters/../secret.pdf',
		'https://example.com:8443/letters/%2e%2e/secret.pdf',
		'https://example.com:8443/letters/..%2fsecret.pdf',
		'https://example.com:8443/letters/..%5Csecret.pdf',
		'https://example.com:8443/letters\\..\\secret.pdf',
		// Tomcat and other servers remove what follows a semicolon, and some servers decode a path twice.
		'https://example.com:8443/letters/..;/secret.pdf',
		'https://example.com:8443/letters/..;x=1/secret.pdf',
		'https://example.com:8443/letters/%252e%252e/secret.pdf',
		'https://example.com:8443/letters/..%25252fsecret.pdf',
		'https://example.com:8443/letters/%c0%ae%c0%ae/secret.pdf',
		...[
			...['%25%32%65%25%32%65/', '%%32%65%%32%65/', '..%25%32%66', '%u002e%u002e/', '..%u2215', '%25u002e./'],
			...['%e0%80%ae%e0%80%ae/', '%ef%bc%8e%ef%bc%8e/', '..%ef%bc%8f', '%e2%80%a5/', '%e2%80%a4%e2%80%a4/'],
			...['..%00/', '..%20/', '..%09/', '.../', '..%c1%9c', '..%0d%0a', '..%e2%88%95', '%2e%e2%80%8b%2e/'],
			...['.%00./', '.;/../', '%5c..%5c', '..%e2%81%84', `${'%25'.repeat(30)}2e./`, '%ff/', 'a%2f', 'a%5C'],
		].map((way) => `https://example.com:8443/letters/${way}secret.pdf`),
		'https://example.com:8443/lettersx/a.pdf',
		'https://example.com/one.pdf?v=2',
		'https://example.com/one.pdf',
	])('block %s', (address) => {
		expect(isRead(address)).toBe(false);
	});

	test.each(['https://files.example.com@evil.example/a.pdf', 'https://files.example.com:x@evil.example/'])(
		'refuse an address with a login: %s',
		(address) => {
			expect(() => isRead(address)).toThrow(/^"URL" contains a login/);
		},
	);

	test.each([
		'https://a.example/1.pdf, https://a.example/2.pdf',
		'https://a.example/1.pdf https://a.example/2.pdf',
		'https://a.example/1.pdf\nHTTPS://a.example/2.pdf',
		'https://a.example/1.pdf;http://a.example/2.pdf',
	])('report two addresses in one entry: %j', (address) => {
		expect(() => isRead(address)).toThrow(/^"URL" has 2 addresses, but takes only one/);
	});

	test.each([
		'https://a.example/?u=https://b.example/x.pdf',
		'https://a.example/web/https://b.example/x.pdf',
	])("allow an address inside another one's query: %s", (address) => {
		expect(toDocumentUrl(documentUrlField, address).href).toBe(address);
	});

	test.each(['https://example.com/get?f=letters/*', 'example.com/?f=*', 'https://example.com/?*'])(
		'refuse an asterisk in a query: %s',
		(entry) => {
			expect(() => toAllowedAddresses(documentUrlField, entry)).toThrow(
				/with an asterisk after the question mark/,
			);
		},
	);

	test('are read as quickly from a long text as from a short one', () => {
		const texts = [' ', '/', '@', '?', '%25', '..', 'https://', ', https://a/', ':', '"'].flatMap(
			(filler) => {
				const long = filler.repeat(1_000_000 / filler.length);
				return [`https://a${long}b`, `https://example.com:8443/letters/${long}b`, `a:b${long}@c d`, long];
			},
		);
		const work = (): void => {
			for (const text of texts)
				for (const read of [isRead, (entry: string) => toAllowedAddresses(documentUrlField, entry)])
					try {
						read(text);
					} catch (error) {
						expect(error).toBeInstanceOf(InputError);
					}
		};
		runInNewContext('work()', { work }, { timeout: 60_000 });
	});

	test.each([
		'javascript:alert(1)',
		'file://files.example.com/a.pdf',
		'ftp://files.example.com/a.pdf',
		'//files.example.com/a',
	])("refuse what isn't a web address: %s", (address) => {
		expect(() => isRead(address)).toThrow(/isn't an address that begins with https/);
	});
});

test("an AI agent's tool fetches no address unless a person allows it", () => {
	const ruleOf = (type: string) => {
		const saved: Record<string, unknown> = { guards: { allowedDestinations: 'any' } };
		const context = {
			getNode: () => ({ ...NODE, type }),
			getNodeParameter: (name: string, _item: number, none: unknown) => saved[name] ?? none,
		};
		const fields = new ItemFields(context as unknown as IExecuteFunctions, 0);
		const source = { identity: () => '', isAtHand: true, files: async () => await Promise.resolve([]) };
		return guarded(fields, { from: () => '', to: () => [], source: () => source }).requireAllowed;
	};
	const url = new URL('https://files.example.com/a.pdf');
	expect(() => {
		ruleOf('n8n-nodes-faxplus.faxPlusTool')(url);
	}).toThrow(
		/^"URL" is "https:\/\/files\.example\.com\/a\.pdf", but .* no guard "Allowed Document Addresses"/,
	);
	expect(() => {
		ruleOf('n8n-nodes-faxplus.faxPlus')(url);
	}).not.toThrow();
});

describe('a redirect', () => {
	const asked: string[] = [];
	/** Returns an n8n instance in which the first address redirects to another one. */
	const leadingTo = (location: string): IExecuteFunctions =>
		({
			getExecutionCancelSignal: () => undefined,
			helpers: {
				httpRequest: async ({ url }: { url: string }) => {
					asked.push(url);
					const headers = asked.length === 1 ? { location } : {};
					const statusCode = asked.length === 1 ? 302 : 200;
					return await Promise.resolve({
						statusCode,
						headers,
						body: Readable.from([Buffer.from('%PDF-1.4')]),
					});
				},
				prepareBinaryData: async (_body: unknown, fileName: string) =>
					await Promise.resolve({ fileName, mimeType: '', data: '' }),
			},
		}) as unknown as IExecuteFunctions;
	const read = async (location: string) =>
		await fileAtUrl(leadingTo(location), new URL('https://example.com/a.pdf'), {
			timeout: 1000,
			mostBytes: 100,
			requireAllowed: () => undefined,
		});
	beforeEach(() => {
		asked.length = 0;
	});

	test.each(['http://example.com/b.pdf', 'file:///etc/passwd', 'data:,x'])(
		"from HTTPS to %s isn't followed",
		async (location) => {
			await expect(read(location)).rejects.toThrow(/redirects to \S+, which isn't HTTPS/);
			expect(asked).toHaveLength(1);
		},
	);

	test('with a login is followed without the login', async () => {
		expect(await read('https://me:secret@example.com/b.pdf')).toMatchObject({ fileName: 'b.pdf' });
		expect(asked).toEqual(['https://example.com/a.pdf', 'https://example.com/b.pdf']);
	});
});

test('a body that arrives byte by byte ends, however long it is', async () => {
	const drip = async function* (): AsyncGenerator<string> {
		for (;;) yield await new Promise<string>((resolve) => setTimeout(resolve, 10, '%'));
	};
	const context = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequest: async () =>
				await Promise.resolve({
					statusCode: 200,
					headers: {},
					body: Readable.from(drip(), { objectMode: false }),
				}),
		},
	} as unknown as IExecuteFunctions;
	const rules = { timeout: 50, mostBytes: 1000, requireAllowed: () => undefined };
	await expect(fileAtUrl(context, new URL('https://a.example/'), rules)).rejects.toThrow(/in time/);
});

describe('an error leaves out the query, which may hold a key:', () => {
	test.each([
		['ftp://files.example.com/a.pdf?sig=4711', 'ftp://files.example.com/a.pdf?…'],
		['ftp://files.example.com/a.pdf?sig=4711&to=office@example.com', 'ftp:…'],
		['files.example.com/a.pdf?to=office@example.com&sig=4711', '…'],
	])('%s', (address, shown) => {
		expect(() => isRead(address)).toThrow(`"URL" is "${shown}", which`);
	});
});

describe('an error about an address never repeats its password:', () => {
	test.each([
		'ftp://svc:Secr3t@files.example.com/a.pdf',
		'https:// svc:Secr3t@bad host/',
		'https://svc:Secr3t@bad host/',
		'https://svc:Secr3t?x@bad host/',
		'https://svc:a"Secr3t@bad host/',
		'https://svc:a@Secr3t@bad host/',
		'https:\\\\svc:Secr3t@bad host',
		'//svc:Secr3t@files.example.com/',
		'svc:Secr3t@files.example.com/',
		'https://svc:Secr3t%40bad host/',
		'https://svc:Secr3t\uFF20bad host/',
		`ftp://svc:Secr3t${'x'.repeat(3000)}@files.example.com/`,
		'http://svc:Secr3t@files.example.com/',
	])('%s', (address) => {
		const readers = [toDocumentUrl, toHttpsUrl, toAllowedAddresses];
		for (const read of readers) {
			let message = '';
			try {
				read(documentUrlField, address);
			} catch (error) {
				message = String(error);
			}
			expect(message).not.toContain('Secr3t');
			if (message !== '' && !message.includes('login')) expect(message).toMatch(/"URL" (is|contains) "/);
		}
	});
});
