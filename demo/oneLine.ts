const LENGTH = 160;

/** What an error says, short enough for a line of the terminal. */
export function oneLine(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	// What n8n answers goes on with its own code.
	const [line = ''] = text.split(/\n|: \{/);
	return line.length > LENGTH ? `${line.slice(0, LENGTH)} …` : line;
}
