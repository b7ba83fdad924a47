/** Maximum length of a message in characters, because it isn't always from Fax.Plus. */
const LONGEST = 500;

/**
 * Returns what an unsuccessful response says, as a sentence. It's from Fax.Plus (docs/contributing/api.md, "Errors") or
 * from a gateway. The sentence may still contain tokens. ServiceFault removes them.
 */
export function errorMessage(status: number, body: unknown, headers: Record<string, unknown>): string {
	const message = messageIn(body);
	if (message !== undefined) return /\s/.test(message) ? message : `Fax.Plus responded "${message}"`;
	if (status >= 300 && status < 400)
		return `Fax.Plus responded with a redirect${target(headers['location'])}`;
	const isPage = /html/i.test(String(headers['content-type']));
	return `${isPage ? 'A web page responded instead of Fax.Plus,' : 'Fax.Plus responded'} with status ${status}`;
}

/** Returns the text of any kind of error object, or undefined if it has none. */
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

/** Returns the code of an error object, which is one word in Fax.Plus's format and not a token. */
export function codeIn(body: unknown): string | undefined {
	if (typeof body !== 'object' || body === null) return undefined;
	const { error } = body as { error?: unknown };
	const isCode = typeof error === 'string' && /^\S+$/.test(error) && error === withoutTokens(error);
	return isCode ? error : undefined;
}

/** Matches tokens as requests contain them, alone or after their scheme. The text "Bearer token" doesn't match. */
const TOKENS =
	/\b(Bearer|Basic)\b\W+\b(?=[^\s"',;]*\d|[^\s"',;]{16})[^\s"',;]+|\balohi_\w+|\beyJ[\w.-]{10,}/gi;

/** Removes tokens from a string that people see, because responses may repeat the headers of the request. */
export function withoutTokens(text: string): string {
	return text.replace(TOKENS, (_token, scheme?: string) => (scheme === undefined ? '…' : `${scheme} …`));
}

/** Returns where a redirect leads, without the query, which may contain secrets. */
function target(location: unknown): string {
	if (typeof location !== 'string' || location === '') return '';
	const here = 'http://here.invalid';
	if (!URL.canParse(location, here)) return '';
	const { origin, pathname } = new URL(location, here);
	return ` to ${origin === here ? '' : origin}${pathname}`;
}

/** Whether a value is a Fax.Plus error object (docs/contributing/api.md, "Errors"), which has both properties as text. */
export function isErrorObject(value: unknown): value is Record<'error' | 'description', string> {
	const { error, description } = (value ?? {}) as { error?: unknown; description?: unknown };
	return typeof error === 'string' && typeof description === 'string';
}
