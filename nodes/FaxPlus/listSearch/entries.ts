import type { INodeListSearchItems } from 'n8n-workflow';

import { labelTextOf } from '../../shared/values/text';

/** What is known of an entry, with commas between. */
export function described(parts: unknown[]): string {
	return parts.map(labelTextOf).filter(Boolean).join(', ');
}

/** The entries whose label or value has what the user has typed in it; one without a value cannot be chosen. */
export function matching<T extends Pick<INodeListSearchItems, 'name' | 'value'>>(
	entries: T[],
	filter?: string,
): T[] {
	return entries.filter(
		({ name, value }) => labelTextOf(value) !== '' && isIn(`${name} ${String(value)}`, filter),
	);
}

/** A word of the service's own for a state, such as "waiting for signup"; nothing for the usual one. */
export function stateOf(status: unknown): string | undefined {
	return status === 'active' ? undefined : labelTextOf(status).replaceAll('_', ' ');
}

/** Whether a text has what the user has typed in it, in capitals or not. */
export function isIn(text: string, filter = ''): boolean {
	return text.toLowerCase().includes(filter.trim().toLowerCase());
}
