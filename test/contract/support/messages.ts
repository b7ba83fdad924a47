import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

/** Matches text that only makes sense to programmers. */
const PROGRAM_TEXT =
	/Cannot (read|set|convert)|is not (a function|iterable)|undefined|\[object |NaN|Invalid URL|ERR_|^E[A-Z]+$/;

/** Matches words that say what to do. */
const ADVICE =
	/\b(Check|Compare|Enter|Try|Open|Look|List|Run|Raise|Leave|Correct|Wait|Turn|Select|check|enter|connect|try|turn|look)\b|needs (one of these|the) scopes|isn't allowed to do this/;

/**
 * Returns what's wrong with an error's text. The message must be a sentence that says what happened. The description must
 * be advice that doesn't repeat the message.
 *
 * @returns an empty list if the error is fine
 */
export function problemsWith({ message, description }: NodeApiError | NodeOperationError): string[] {
	const advice = description ?? '';
	return [
		...(message.trim().split(/\s+/).length < 3 ? ['is no sentence'] : []),
		...(/^([A-Z"]|n8n )/.test(message) ? [] : ['does not begin as a sentence']),
		...(PROGRAM_TEXT.test(message) ? ["is a program's text"] : []),
		...(ADVICE.test(`${message} ${advice}`) ? [] : ['comes without advice']),
		...(sentencesOf(advice).some((sentence) => message.includes(sentence))
			? ['is repeated by its advice']
			: []),
	].map((problem) => `"${message}" ${problem} (${advice})`);
}

function sentencesOf(text: string): string[] {
	return text
		.split(/(?<=[.:;]) /)
		.map((sentence) => sentence.replace(/[.:;]$/, ''))
		.filter((sentence) => sentence !== '');
}
