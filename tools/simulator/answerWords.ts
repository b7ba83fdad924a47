const MOST_CHARACTERS = 300;

/** The text in the body of a receiver's response, for people to read. Undefined if there is none. */
export function answerWords(body: string): string | undefined {
	const words = messageIn(body).replace(/\s+/g, ' ').trim();
	return words === '' || words.startsWith('<') ? undefined : words.slice(0, MOST_CHARACTERS);
}

/** JSON can have its message in one of several fields. If it has none of them, the body is shown as it is. */
function messageIn(body: string): string {
	try {
		const { description, message } = JSON.parse(body) as Record<string, unknown>;
		return [description, message].find((text) => typeof text === 'string') ?? body;
	} catch {
		return body;
	}
}
