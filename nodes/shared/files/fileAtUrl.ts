import type { IBinaryData, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';

import { discard, isStream } from '../http/answers';
import { connectionError } from '../http/connectionErrors';
import { Deadline } from '../http/deadline';
import { fromConnectionError, late, ServiceFault } from '../http/faults';
import { firstBytes } from '../http/firstBytes';
import type { ByteStream } from '../http/requests';
import { afterTransientFaults, withRetries } from '../http/retries';
import { onlyFor } from '../http/rethrow';
import { InputError } from '../values/inputError';
import { START_BYTES, formatOf } from './formatByBytes';

/** Limits for what may be read. */
interface UrlRules {
	/** How long a response may take, and how long its data may pause after that, in milliseconds. */
	timeout: number;
	mostBytes: number;
	/** Throws an InputError if no request to an address is allowed. It's also called for the target of each redirect. */
	requireAllowed: (url: URL) => void;
}

const MOST_REDIRECTS = 5;
/** Type for a file whose server doesn't name one. */
const ANY_TYPE = 'application/octet-stream';
/** Maximum number of characters in which a header is searched for the file name. */
const LONGEST_HEADER = 2000;
/** Longest pause before another attempt, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/** Code of faults about a document that couldn't be read. */
export const DOCUMENT_NOT_READ = 'document_not_read';

/**
 * Streams the file at an address into n8n's storage, and tries again after transient faults. The request carries no credential.
 * Redirects are followed here, so that each target is checked before it's requested.
 *
 * @throws ServiceFault with the code `DOCUMENT_NOT_READ` if an address doesn't return a file
 * @throws InputError if an address isn't allowed, or a file is too large
 */
export async function fileAtUrl(context: IExecuteFunctions, url: URL, rules: UrlRules): Promise<IBinaryData> {
	const stop = context.getExecutionCancelSignal();
	const attempt = async (): Promise<IBinaryData> => {
		const deadline = new Deadline(rules.timeout, stop);
		try {
			return await readOnce(context, url, rules, deadline);
		} finally {
			deadline.release();
		}
	};
	return await withRetries(attempt, afterTransientFaults, LONGEST_PAUSE, stop).catch(
		onlyFor(ServiceFault, ({ message, code = '' }) => {
			const why = connectionError(code)?.name;
			const said = why === undefined ? message : `${message}: ${why}`;
			throw new ServiceFault(said, 'notSent', undefined, DOCUMENT_NOT_READ);
		}),
	);
}

async function readOnce(
	context: IExecuteFunctions,
	url: URL,
	rules: UrlRules,
	deadline: Deadline,
): Promise<IBinaryData> {
	let at = url;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		rules.requireAllowed(at);
		const { statusCode: status, headers, body } = await ask(context, at, deadline);
		try {
			const next = status >= 300 && status < 400 ? headers['location'] : undefined;
			if (typeof next === 'string') at = redirectFrom(at, headerText(next));
			else return await storedFile(context, at, { statusCode: status, headers, body }, rules, deadline);
		} finally {
			discard({ status, headers, body });
		}
	}
	throw notRead(url, `redirects more than ${MOST_REDIRECTS} times`);
}

async function ask(
	{ helpers }: IExecuteFunctions,
	url: URL,
	deadline: Deadline,
): Promise<IN8nHttpFullResponse> {
	try {
		const request = helpers.httpRequest({
			url: url.href,
			headers: { Accept: '*/*' },
			encoding: 'stream',
			abortSignal: deadline.signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
		return (await deadline.limit(request, () => late(`the address ${shown(url)}`))) as IN8nHttpFullResponse;
	} catch (error) {
		throw fromConnectionError(error, `the address ${shown(url)}`) ?? error;
	}
}

/** Returns the target of a redirect, without a login. A redirect from HTTPS to HTTP is refused. */
function redirectFrom(url: URL, location: string): URL {
	if (!URL.canParse(location, url.href)) throw notRead(url, "redirects to something that isn't an address");
	const next = new URL(location, url);
	if (next.protocol !== 'https:' && next.protocol !== url.protocol)
		throw notRead(url, `redirects to ${next.protocol}//${next.host}, which isn't HTTPS`);
	next.username = next.password = next.hash = '';
	return next;
}

async function storedFile(
	{ helpers }: IExecuteFunctions,
	url: URL,
	{
		statusCode: status,
		headers,
		body,
	}: Pick<IN8nHttpFullResponse, 'headers' | 'body'> & { statusCode: number },
	{ mostBytes }: UrlRules,
	deadline: Deadline,
): Promise<IBinaryData> {
	const type = textIn(headers['content-type']).split(';')[0]?.trim() ?? '';
	if (status < 200 || status >= 300) {
		const page = type === '' ? '' : ` and ${/html/.test(type) ? 'a web page' : type}`;
		throw notRead(url, `responded with status ${status}${page}`, status);
	}
	if (!isStream(body)) throw notRead(url, 'responded without a file');
	if (status === 206) requireWhole(url, textIn(headers['content-range']));
	if (Number(headers['content-length']) > mostBytes) throw tooLarge(url, mostBytes);
	const isWithin = countBytes(body, mostBytes);
	const tooLate = (): ServiceFault => late(`the address ${shown(url)}`);
	deadline.extendWhileArriving(body);
	try {
		const start = await deadline.limit(firstBytes(body, START_BYTES), tooLate);
		requireFile(url, start);
		// A shorter stream has been used up by reading its first bytes.
		const content = start.length < START_BYTES ? Buffer.from(start) : body;
		// Without a type, n8n would guess one.
		const storing = helpers.prepareBinaryData(content, nameIn(headers, url), type || ANY_TYPE);
		return await deadline.limit(storing, tooLate);
	} catch (error) {
		if (!isWithin()) throw tooLarge(url, mostBytes);
		throw fromConnectionError(error, `the address ${shown(url)}`) ?? error;
	}
}

/** No part was requested, so a partial response is refused unless its range is the whole file. */
function requireWhole(url: URL, range: string): void {
	const [, first, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(range.trim()) ?? [];
	if (Number(first) !== 0 || Number(last) + 1 !== Number(size))
		throw notRead(url, `returned only a part of the file (${range || 'without a range'})`, 206);
}

/** Servers respond with a web page if they want a login, or show the file in a page. */
function requireFile(url: URL, start: Uint8Array): void {
	if (start.length === 0) throw notRead(url, 'returned an empty file');
	if (formatOf(start) !== 'web') return;
	const page = Buffer.from(start).toString('latin1');
	throw notRead(
		url,
		isLogin(url, page) ? 'returned a login page instead of a file' : 'returned a web page instead of a file',
	);
}

const PASSWORD_FIELD = /\btype\s{0,9}=\s{0,9}["']?password\b/i;
const LOGIN_ADDRESS =
	/\b(log[-_]?[io]n|sign[-_]?in|sso|saml2?|oauth2?|adfs|auth|authenticate|authorize)\b|^accounts?\./i;
const LOGIN_TITLE =
	/<title[^<>]{0,99}>[^<]{0,99}\b(log[- ]?in|sign[- ]?in|anmeld|einlogg|connexion|iniciar sesi|accedi|inloggen)/i;

/** Matches a page that redirects to a login by itself. */
const LEADS_TO_LOGIN =
	/(?:\burl=|\blocation(?:\.\w{1,9})?\s{0,9}[=(]\s{0,9}["'])[^"'<>]{0,99}\b(?:log-?in|sign-?in|sso|saml2?)\b/i;

/**
 * Whether a page is a login page. A password field, the title, or the address that the server or the page leads to shows
 * that.
 */
function isLogin({ hostname, pathname }: URL, page: string): boolean {
	return (
		[PASSWORD_FIELD, LOGIN_TITLE, LEADS_TO_LOGIN].some((sign) => sign.test(page)) ||
		LOGIN_ADDRESS.test(`${hostname}${pathname}`)
	);
}

/** Ends a stream that exceeds its limit. The returned function shows whether it stayed within the limit. */
function countBytes(body: ByteStream, mostBytes: number): () => boolean {
	const push = body.push.bind(body);
	let bytes = 0;
	body.push = (chunk: unknown, ...rest) => {
		bytes += chunk instanceof Uint8Array ? chunk.length : 0;
		if (bytes <= mostBytes) return push(chunk, ...rest);
		body.destroy(new Error('too large'));
		return false;
	};
	return () => bytes <= mostBytes;
}

/** Returns the file name in the response, or the end of the address if there's none. */
function nameIn(headers: IN8nHttpFullResponse['headers'], { pathname }: URL): string {
	const disposition = textIn(headers['content-disposition']).slice(0, LONGEST_HEADER);
	const [, charset = '', encoded] = /filename\*\s*=\s*([\w-]*)'[^']*'([^;\s]+)/i.exec(disposition) ?? [];
	// A quote within a name has a backslash before it.
	const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition) ?? [];
	const end = pathname.split('/').pop() ?? '';
	if (encoded !== undefined) return /^(utf-8)?$/i.test(charset) ? decoded(encoded) : `${charset}''${encoded}`;
	return decoded(quoted?.replace(/\\(.)/g, '$1') ?? plain?.trim() ?? end) || 'document';
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

function textIn(header: unknown): string {
	return typeof header === 'string' ? headerText(header) : '';
}

/** Decodes UTF-8, because Node.js decodes headers byte by byte, but many servers send UTF-8. */
function headerText(header: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
	} catch {
		return header;
	}
}

/** Returns an address without the parts that may be secret. */
function shown({ origin, pathname }: URL): string {
	return `${origin}${pathname}`;
}

function notRead(url: URL, what: string, status?: number): ServiceFault {
	return new ServiceFault(`The address ${shown(url)} ${what}`, 'notSent', status);
}

function tooLarge(url: URL, mostBytes: number): InputError {
	const most = `${mostBytes / 1024 / 1024} MB`;
	return new InputError(
		`The file at ${shown(url)} is larger than ${most}, the most that Fax.Plus accepts in one fax. Send a smaller file.`,
	);
}
