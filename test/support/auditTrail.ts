/** A line of the audit trail. */
export type AuditLine = Record<string, string | number>;

/** Matches a line as the example for a log collector in the docs does. At n8n's level "debug", text surrounds it. */
const LINE = /^(?:\S+ \| \w+ +\| )?Fax\.Plus audit (\{[^{}]*\})/;

/** Reads the lines of the audit trail in n8n's log, in text format. */
export function auditTrailIn(log: string | readonly string[]): AuditLine[] {
	const lines = typeof log === 'string' ? log.split('\n') : log;
	return lines.flatMap((line) => {
		const json = LINE.exec(line)?.[1];
		return json === undefined ? [] : [JSON.parse(json) as AuditLine];
	});
}
