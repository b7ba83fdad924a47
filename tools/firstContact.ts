import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import type { IDataObject } from 'n8n-workflow';

import { readAreas } from '../nodes/FaxPlus/resources/shop/getAreas';
import { pause } from '../nodes/shared/async/pause';
import { listEndpoints } from '../nodes/shared/endpoints/webhookEndpoints';
import { FAX_DATES } from '../nodes/shared/faxes/faxCursor';
import { FINAL_STATUSES, isUnderWay, outcomeOf } from '../nodes/shared/faxes/faxStatus';
import { readNumbers } from '../nodes/shared/lists/numbers';
import { documentRequest } from '../nodes/shared/files/documents';
import { accessTokenFrom, baseUrlFrom } from '../nodes/shared/http/account';
import { listAt, listIn } from '../nodes/shared/http/answers';
import {
	fromAnswer,
	fromConnectionError,
	isNotFound,
	ServiceFault,
	UNEXPECTED_ANSWER,
	unexpectedAnswer,
} from '../nodes/shared/http/faults';
import { PAGE } from '../nodes/shared/http/pagination';
import type { Reader, ReadRequest } from '../nodes/shared/http/requests';
import { rethrow } from '../nodes/shared/http/rethrow';
import type { Contact, Fax, NumberOffer, OutboxFax } from '../nodes/shared/records';
import { digitsOf } from '../nodes/shared/values/phoneNumbers';
import { jsonIn } from '../nodes/shared/values/text';
import { inServiceForm, millisecondsOf } from '../nodes/shared/values/times';

const BASE_URL = 'https://restapi.fax.plus/v3';

/** What an account shows about an assumption, without any of its numbers, names, addresses, IDs or text. */
type Seen = [verdict: 'as assumed' | 'OTHERWISE' | 'not seen', saw: string];

type Check = (account: Account) => Promise<Seen>;

/** Read-only access to an account, with one request a second and no request twice. */
export class Account implements Reader {
	private readonly answers = new Map<string, Promise<unknown>>();

	constructor(
		private readonly baseUrl: string,
		private readonly token: string,
	) {}

	async read<T>(request: ReadRequest): Promise<T> {
		const key = JSON.stringify([request.path, request.qs]);
		const answer = this.answers.get(key) ?? this.bytesOf(request).then(objectIn);
		this.answers.set(key, answer);
		return (await answer) as T;
	}

	/** Sends only GET requests. It follows no redirect, because that would send the token to another address. */
	async bytesOf({ path, qs = {}, accept = 'application/json' }: ReadRequest): Promise<Buffer> {
		await pause(1000);
		const query = new URLSearchParams(qs as Record<string, string>).toString();
		const response = await fetch(`${this.baseUrl}${path}?${query}`, {
			headers: { accept, authorization: `Bearer ${this.token}` },
			redirect: 'manual',
			signal: AbortSignal.timeout(10_000),
		}).catch((error: unknown) => {
			throw fromConnectionError(error) ?? error;
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		if (response.ok) return bytes;
		throw fromAnswer(response.status, jsonIn(bytes.toString()), {});
	}

	/** The newest faxes of a list, as Fax.Plus returns them. */
	async faxes(category: 'inbox' | 'sent', more: IDataObject = {}): Promise<Fax[]> {
		const qs = { category, limit: PAGE, ...more };
		return listIn(await this.read({ path: '/accounts/self/faxes', qs }), 'records', 'data');
	}

	async allFaxes(): Promise<Fax[]> {
		return [...(await this.faxes('inbox')), ...(await this.faxes('sent'))];
	}

	async outbox(): Promise<OutboxFax[]> {
		return await listAt(this, '/accounts/self/outbox', 'records', 'data');
	}

	async contacts(): Promise<[contacts: Contact[], total: unknown]> {
		const qs = { limit: PAGE, offset: 0 };
		const answer = await this.read<IDataObject>({ path: '/accounts/self/contacts', qs });
		return [listIn(answer, 'records', 'contacts', 'data'), answer['total_count']];
	}
}

/**
 * The assumptions, each with its heading in docs/contributing/api.md. The first one reads the outbox, and the last one checks
 * which faxes have left it.
 */
const ASSUMPTIONS: ReadonlyArray<[heading: string, assumption: string, check: Check]> = [
	['Outbox', 'The outbox is a list', async (account) => listed(await account.outbox())],
	['Webhook endpoints', 'The endpoints are a list', async (account) => listed(await listEndpoints(account))],
	['Numbers', 'The numbers are a list', async (account) => listed(await readNumbers(account, 'self'))],
	['Fax records', 'A fax has "from" and "to", or "from_number" and "to_number"', numberNames],
	['Fax records', 'All statuses of faxes are known', statuses],
	['Fax records', 'Faxes are listed newest first, by one of their dates', order],
	['Pages', 'A page with fewer faxes or contacts than its limit is the last', lastPages],
	['Contacts', 'A group of a contact is an ID, or an object with an ID and a name', groups],
	['Assumptions', 'Fax.Plus refuses an unknown ID with 400 or 404, in its own words', unknownId],
	['Files', '"format" decides whether a fax comes as PDF or TIFF', formats],
	['Shop', 'The listed code of an area finds numbers, and "contains" those with certain digits', offers],
	['Sending', 'A fax keeps its ID when it leaves the outbox', keptId],
];

/**
 * The rows of a table, with one row for each assumption. It ends early if the token is refused or if a request gets no response.
 */
export async function* report(account: Account): AsyncGenerator<string, void> {
	await account.read({ path: '/auth/token' });
	yield '| docs/contributing/api.md | Assumption | Verdict | Seen |\n| --- | --- | --- | --- |';
	for (const [heading, assumption, check] of ASSUMPTIONS) {
		const seen = await check(account).catch(seenInFault);
		yield `| ${[heading, assumption, ...seen].join(' | ')} |`;
	}
}

async function numberNames(account: Account): Promise<Seen> {
	const names = (await account.allFaxes()).map((fax) => {
		if (fax.from || fax.to) return 'from, to';
		return fax.from_number || fax.to_number ? 'from_number, to_number' : 'neither';
	});
	return ofAll(names, 'neither');
}

async function statuses(account: Account): Promise<Seen> {
	const faxes = [...(await account.allFaxes()), ...(await account.outbox())];
	// Only plain words are shown, because other text might contain private data.
	const words = faxes.map(({ status }) => {
		if (FINAL_STATUSES.includes(status) || isUnderWay(status)) return 'known';
		return /^[a-z_]{1,40}$/.test(status) ? `unknown: ${status}` : 'unknown';
	});
	return ofAll(words, 'unknown');
}

async function order(account: Account): Promise<Seen> {
	const lists = [await account.faxes('inbox'), await account.faxes('sent')].filter(
		({ length }) => length > 1,
	);
	const dates = FAX_DATES.filter((name) =>
		lists.every((faxes) => {
			const times = faxes.flatMap((fax) => millisecondsOf(fax[name]) ?? []);
			return times.length > 0 && times.every((time, at) => time <= (times[at - 1] ?? time));
		}),
	);
	if (lists.length === 0) return notSeen('Fewer than two faxes');
	return dates.length > 0 ? asAssumed(dates.join(' or ')) : otherwise('None of the dates');
}

async function lastPages(account: Account): Promise<Seen> {
	const longer: string[] = [];
	let isSeen = false;
	for (const category of ['inbox', 'sent'] as const) {
		const page = await account.faxes(category);
		const times = page.flatMap((fax) => FAX_DATES.flatMap((name) => millisecondsOf(fax[name]) ?? []));
		if (page.length >= PAGE || times.length === 0) continue;
		isSeen = true;
		const before = inServiceForm(new Date(Math.min(...times)));
		const older = await account.faxes(category, { before });
		if (older.some(({ id }) => page.every((fax) => fax.id !== id))) longer.push(category);
	}
	const [contacts, total] = await account.contacts();
	if (contacts.length < PAGE && typeof total === 'number') {
		isSeen = true;
		if (total > contacts.length) longer.push('contacts');
	}
	if (!isSeen) return notSeen('No such page');
	return longer.length > 0
		? otherwise(`Goes on: ${longer.join(', ')}`)
		: asAssumed('No more after such a page');
}

async function groups(account: Account): Promise<Seen> {
	const [contacts] = await account.contacts();
	const forms = contacts
		.flatMap((contact): unknown[] => contact.groups ?? [])
		.map((group) => {
			const { id, name } = Object(group) as IDataObject;
			if (typeof group === 'string') return 'texts';
			return typeof id === 'string' && typeof name === 'string' ? 'objects' : 'another form';
		});
	return ofAll(forms, 'another form');
}

async function unknownId(account: Account): Promise<Seen> {
	const known = (await account.allFaxes()).find(({ id }) => /^[\w-]*[\da-f][\w-]*$/.test(id));
	if (!known) return notSeen('No fax');
	// The ID differs from an existing one by a single character. Fax.Plus might refuse an ID in another format just for its
	// format.
	const id = known.id.replace(/[\da-f](?=[^\da-f]*$)/, (last) => (last === '0' ? '1' : '0'));
	const fault = await account.read({ path: `/accounts/self/faxes/${id}` }).then(
		() => undefined,
		(error: unknown) => error,
	);
	if (fault === undefined) return otherwise('An answer');
	if (!(fault instanceof ServiceFault) || fault.status === undefined) return rethrow(fault);
	const { status } = fault;
	return isNotFound(fault) ? asAssumed(`HTTP ${status}`) : otherwise(`HTTP ${status}`);
}

async function formats(account: Account): Promise<Seen> {
	// A sent fax is used, because Fax.Plus might mark a received fax as read.
	const fax = (await account.faxes('sent')).find(({ status }) => outcomeOf(status) === 'success');
	if (!fax) return notSeen('No fax was sent');
	const seen: string[] = [];
	for (const format of ['pdf', 'tiff']) {
		const { typeOf, ...request } = documentRequest({ userId: 'self', faxId: fax.id }, format);
		seen.push(typeOf('', await account.bytesOf(request))?.extension ?? 'no document');
	}
	return /^pdf,tiff?$/.test(seen.join()) ? asAssumed(seen.join(', ')) : otherwise(seen.join(', '));
}

/** Searches the number shop without buying anything. */
async function offers(account: Account): Promise<Seen> {
	const code = (await readAreas(account, 'US'))[0]?.calling_code ?? '';
	const path = `/shop/numbers/countries/US/areas/${encodeURIComponent(code)}/numbers`;
	const search = async (qs: IDataObject): Promise<NumberOffer[]> =>
		code === '' ? [] : listIn(await account.read({ path, qs }), 'numbers');
	const [first] = await search({ channel: 'random' });
	if (!first) return notSeen('No numbers to buy');
	const contains = digitsOf(first.item?.number ?? '').slice(-3);
	const found = await search({ channel: 'custom', contains });
	const form = /^\+?1\d{3}$/.test(code) ? 'with the code of the country' : 'without the code of the country';
	const isFound = found.length > 0 && found.every(({ item }) => item?.number.includes(contains));
	return isFound ? asAssumed(`Codes ${form}`) : otherwise(`Codes ${form}; numbers without these digits`);
}

async function keptId(account: Account): Promise<Seen> {
	const leaving = (await account.outbox()).filter(({ status }) => status !== 'scheduled_for_sending');
	// The other limit makes this a new request, because the response to the usual one is already stored.
	const sent = leaving.length > 0 ? await account.faxes('sent', { limit: PAGE - 1 }) : [];
	const isKept = sent.some(({ id }) => leaving.some((fax) => fax.id === id));
	return isKept ? asAssumed('') : notSeen('Run this while a fax is being sent');
}

function listed(list: ReadonlyArray<{ id?: unknown; number?: unknown }>): Seen {
	if (list.length === 0) return asAssumed('Empty');
	const isNamed = list.every(({ id, number }) => typeof (id ?? number) === 'string');
	return isNamed ? asAssumed('') : otherwise('An entry without an ID');
}

/** A verdict about all entries. If any entry's form starts with `odd`, the assumption is wrong. */
function ofAll(forms: readonly string[], odd: string): Seen {
	if (forms.length === 0) return notSeen('No entry');
	const saw = [...new Set(forms)].sort().join('; ');
	return forms.some((form) => form.startsWith(odd)) ? otherwise(saw) : asAssumed(saw);
}

/**
 * What a refused request shows about an assumption. The report ends if other requests would be refused too, or if there's no
 * response.
 */
function seenInFault(error: unknown): Seen {
	if (!(error instanceof ServiceFault)) throw error;
	const { code, status = 0 } = error;
	if (code === UNEXPECTED_ANSWER) return otherwise('An answer of another form');
	if ([0, 401, 429].includes(status)) throw error;
	return notSeen(`HTTP ${status}`);
}

function asAssumed(saw: string): Seen {
	return ['as assumed', saw];
}

function otherwise(saw: string): Seen {
	return ['OTHERWISE', saw];
}

function notSeen(saw: string): Seen {
	return ['not seen', saw];
}

function objectIn(bytes: Buffer): object {
	const value = jsonIn(bytes.toString());
	if (typeof value === 'object' && value !== null) return value;
	throw unexpectedAnswer('The response is not JSON', 'refused');
}

/** A line that the user types or pastes, without showing it. */
async function hiddenLine(question: string): Promise<string> {
	const output = new Writable({
		write: (_chunk, _encoding, done) => {
			done();
		},
	});
	const input = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
	process.stderr.write(`${question}: `);
	const { value } = (await input[Symbol.asyncIterator]().next()) as { value?: string };
	input.close();
	return value ?? '';
}

/** `npm run first-contact`: prints the report to standard output, and everything else to standard error. */
async function main(): Promise<void> {
	const { FAXPLUS_ACCESS_TOKEN, FAXPLUS_BASE_URL = BASE_URL } = process.env;
	const baseUrl = baseUrlFrom(FAXPLUS_BASE_URL);
	const token = accessTokenFrom(FAXPLUS_ACCESS_TOKEN ?? (await hiddenLine('Access token (not shown)')));
	console.error(
		`\nReading from ${new URL(baseUrl).host} for half a minute, with one GET request a second. Nothing is changed.`,
	);
	for await (const row of report(new Account(baseUrl, token))) console.log(row);
}

if (require.main === module)
	main().catch((error: unknown) => {
		console.error((error as Error).message);
		process.exitCode = 1;
	});
