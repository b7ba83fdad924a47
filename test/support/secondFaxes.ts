/**
 * Matches a sentence that tells the reader to send a fax again. It doesn't match "Don't send it again" or "Before you send
 * it again, check …".
 */
const SENDS = /\b(send|try|repeat|fax)\b[^.]*\b(again|only|anew)\b/i;
const WARNS =
	/\b(don't|do not|never|doesn't|does not|didn't|did not|before|would|unless|without)\b|\brun repeats everything\b/i;

const NUMBER = /\+\d{7,15}/g;

/**
 * Returns the numbers that a user would fax again by following the advice of a send error: the numbers in sentences that
 * recommend another fax. If such a sentence has no number, it's all recipients.
 */
export function faxedByObeying(text: string, recipients: readonly string[]): Set<string> {
	const sentences = text.split(/(?<=[.!?])\s+/);
	return new Set(
		sentences
			.filter((sentence) => SENDS.test(sentence) && !WARNS.test(sentence))
			.flatMap((sentence) => sentence.match(NUMBER) ?? [...recipients]),
	);
}
