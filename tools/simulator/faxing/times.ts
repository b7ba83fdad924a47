/** A Unix time in milliseconds as `YYYY-MM-DD HH:mm:ss` in UTC (docs/contributing/api.md, "Dates"). */
export function serviceTime(milliseconds: number = Date.now()): string {
	return new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19);
}

/** A Unix time in milliseconds as `YYYY-MM-DD HH:mm:ss +0000`, the format of outbox records. */
export function zonedTime(milliseconds: number): string {
	return `${serviceTime(milliseconds)} +0000`;
}

/**
 * Unix time in milliseconds of `YYYY-MM-DD HH:mm:ss` in UTC, or NaN if the text isn't a time. Unlike `parseZonedTime`, it
 * turns February 30 into March 2.
 */
export function parseTime(text: string): number {
	return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** Unix time in milliseconds of `YYYY-MM-DD HH:mm:ss +HHMM`, or undefined if the time doesn't exist. */
export function parseZonedTime(text: string): number | undefined {
	const [date = '', clock = '', offset = ''] = text.split(' ');
	const milliseconds = Date.parse(`${date}T${clock}${offset.slice(0, 3)}:${offset.slice(3)}`);
	if (Number.isNaN(milliseconds)) return undefined;
	// Date.parse accepts days that don't exist, such as February 30, and turns them into another day.
	const isDate = new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
	return isDate ? milliseconds : undefined;
}
