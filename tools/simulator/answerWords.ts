const MOST_CHARACTERS = 300;

/** What a receiver says in the body of its answer, as people can read it; undefined when it says nothing. */
export function answerWords(body: string): string | undefined {
	const words = toldIn(body).replace(/\s+/g, ' ').trim();
	return words === '' || words.startsWith('<') ? undefined : words.slice(0, MOST_CHARACTERS);
}

/** JSON names its words in one of several ways; what names none is told as it is. */
function toldIn(body: string): string {
	try {
		const { description, message } = JSON.parse(body) as Record<string, unknown>;
		return [description, message].find((told) => typeof told === 'string') ?? body;
	} catch {
		return body;
	}
}
