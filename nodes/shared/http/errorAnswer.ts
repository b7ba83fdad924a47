/** Longer messages are cut: what comes is not always from the service. */
const LONGEST = 500;

/** What an answer that is no success says, as a sentence: the service's (docs/contributing/api.md, "Errors"), or a gateway's. */
export function errorMessage(status: number, body: unknown, headers: Record<string, unknown>): string {
	const message = messageIn(body);
	if (message !== undefined) return /\s/.test(message) ? message : `Fax.Plus answered "${message}"`;
	if (status >= 300 && status < 400) return `Fax.Plus answered with a redirect${target(headers['location'])}`;
	const isPage = /html/i.test(String(headers['content-type']));
	return `${isPage ? 'A web page answered instead of Fax.Plus,' : 'Fax.Plus answered'} with status ${status}`;
}

/** The text of an error object of any make; undefined when it holds none. */
export function messageIn(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	const { description, error_description, message, detail, error, errors } = body as Record<string, unknown>;
	const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
	const texts = [description, error_description, message, detail, first, error].map((value) =>
		typeof value === 'string' ? value.trim() : '',
	);
	const text = texts.find((candidate) => candidate !== '' && candidate !== codeIn(body));
	if (text === undefined) return messageIn(error) ?? messageIn(first);
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The code of an error object: one word, as the service writes them, and no token. */
export function codeIn(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	const { error } = body as { error?: unknown };
	const isCode = typeof error === 'string' && /^\S+$/.test(error) && error === withoutTokens(error);
	return isCode ? error : undefined;
}

/** Tokens as requests carry them, alone or after the word for their scheme, which is not one in "Bearer token". */
const TOKENS =
	/\b(Bearer|Basic)\b\W+\b(?=[^\s"',;]*\d|[^\s"',;]{16})[^\s"',;]+|\balohi_\w+|\beyJ[\w.-]{10,}/gi;

/** Takes tokens out of a text that people are shown: what answers may repeat the request's headers. */
export function withoutTokens(text: string): string {
	return text.replace(TOKENS, (_token, scheme?: string) => (scheme === undefined ? '…' : `${scheme} …`));
}

/** Where a redirect leads, without the query, which may hold secrets. */
function target(location: unknown): string {
	if (typeof location !== 'string' || location === '') return '';
	const here = 'http://here.invalid';
	if (!URL.canParse(location, here)) return '';
	const { origin, pathname } = new URL(location, here);
	return ` to ${origin === here ? '' : origin}${pathname}`;
}

/** The service's error object (docs/contributing/api.md, "Errors"): both of its properties, and both texts. */
export function isErrorObject(value: unknown): value is Record<'error' | 'description', string> {
	const { error, description } = (value ?? {}) as { error?: unknown; description?: unknown };
	return typeof error === 'string' && typeof description === 'string';
}
