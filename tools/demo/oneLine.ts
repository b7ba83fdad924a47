/** Of advice that a person has to read to its end, such as why a workflow is not published. */
const LENGTH = 1_000;

/** What an error says, short enough for a line of the terminal. */
export function oneLine(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	// What n8n answers goes on with its own code.
	const [line = ''] = text.split(/\n|: \{/);
	return line.length > LENGTH ? `${line.slice(0, LENGTH)} …` : line;
}
