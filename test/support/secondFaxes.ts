/**
 * Matches a sentence that makes someone send a fax again. Sentences such as "Don't send it again" and "Before you send it
 * again, check …" don't.
 */
const SENDS = /\b(send|try|repeat|fax)\b[^.]*\b(again|only|anew)\b/i;
const WARNS =
	/\b(don't|do not|never|doesn't|does not|didn't|did not|before|would|unless|without)\b|\brun repeats everything\b/i;

const NUMBER = /\+\d{7,15}/g;

/**
 * Returns the numbers that a person faxes again if they do what the text of a send error says. Those are the numbers in the
 * sentences that recommend another fax. If such a sentence has no number, those are all recipients.
 */
export function faxedByObeying(text: string, recipients: readonly string[]): Set<string> {
	const sentences = text.split(/(?<=[.!?])\s+/);
	return new Set(
		sentences
			.filter((sentence) => SENDS.test(sentence) && !WARNS.test(sentence))
			.flatMap((sentence) => sentence.match(NUMBER) ?? [...recipients]),
	);
}
