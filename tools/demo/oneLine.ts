/**
 * Maximum number of characters, which leaves room for advice that must be read in full, such as why a workflow isn't published.
 */
const LENGTH = 1_000;

/** The message of an error, short enough for a line in the terminal. */
export function oneLine(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	// In an error of n8n, the JSON of the response follows the message.
	const [line = ''] = text.split(/\n|: \{/);
	return line.length > LENGTH ? `${line.slice(0, LENGTH)} …` : line;
}
