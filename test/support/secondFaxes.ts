/** A sentence that has somebody send a fax again; "Don't send it again" and "Before you send it again, look …" do not. */
const SENDS = /\b(send|try|repeat|fax)\b[^.]*\b(again|only|anew)\b/i;
const WARNS =
	/\b(don't|do not|never|doesn't|does not|didn't|did not|before|would|unless|without)\b|\brun repeats everything\b/i;

const NUMBER = /\+\d{7,15}/g;

/**
 * Whom a person faxes who obeys a text about a send: the numbers in the sentences that have a fax sent again, and where such a
 * sentence names none, all to whom the send went.
 */
export function faxedByObeying(text: string, recipients: readonly string[]): Set<string> {
	const sentences = text.split(/(?<=[.!?])\s+/);
	return new Set(
		sentences
			.filter((sentence) => SENDS.test(sentence) && !WARNS.test(sentence))
			.flatMap((sentence) => sentence.match(NUMBER) ?? [...recipients]),
	);
}
