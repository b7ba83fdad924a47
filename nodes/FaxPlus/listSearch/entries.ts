import type { INodeListSearchItems } from 'n8n-workflow';

/** What is known of an entry, with commas between. */
export function described(parts: Array<string | null | undefined>): string {
	return parts.filter((part) => part !== undefined && part !== null && part !== '').join(', ');
}

/** The entries whose label or value has what the user has typed in it. */
export function matching(entries: INodeListSearchItems[], filter?: string): INodeListSearchItems[] {
	return entries.filter(({ name, value }) => isIn(`${name} ${String(value)}`, filter));
}

/** Whether a text has what the user has typed in it, in capitals or not. */
export function isIn(text: string, filter = ''): boolean {
	return text.toLowerCase().includes(filter.trim().toLowerCase());
}
