/** A Unix time in milliseconds as `YYYY-MM-DD HH:mm:ss` in UTC (docs/contributing/api.md, "Dates"). */
export function serviceTime(milliseconds: number = Date.now()): string {
	return new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19);
}

/** The same with its offset, as records of the outbox have it. */
export function zonedTime(milliseconds: number): string {
	return `${serviceTime(milliseconds)} +0000`;
}

/** Unix time in milliseconds of `YYYY-MM-DD HH:mm:ss` in UTC; not a number when there is no such time. */
export function parseTime(text: string): number {
	return Date.parse(`${text.replace(' ', 'T')}Z`);
}

/** Unix time in milliseconds of `YYYY-MM-DD HH:mm:ss +HHMM`; undefined when there is no such time. */
export function parseZonedTime(text: string): number | undefined {
	const [date = '', clock = '', offset = ''] = text.split(' ');
	const milliseconds = Date.parse(`${date}T${clock}${offset.slice(0, 3)}:${offset.slice(3)}`);
	if (Number.isNaN(milliseconds)) return undefined;
	// What Date.parse lets pass, such as the 30th of February, comes back as another day.
	const isDate = new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
	return isDate ? milliseconds : undefined;
}
