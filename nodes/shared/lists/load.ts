import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import type { Guidance } from '../editor/advice';
import { toNodeError } from '../editor/errors';
import type { Authentication } from '../http/account';
import { Api } from '../http/api';
import type { Reads } from '../http/requests';
import { labelTextOf } from '../values/text';

/** An entry of a list that a field offers. */
export interface Entry {
	name: string;
	value: string;
	/** Hidden text that also finds the entry. */
	url?: string;
}

/** Joins the known parts of an entry's name with commas. */
export function described(parts: unknown[]): string {
	return parts.map(labelTextOf).filter(Boolean).join(', ');
}

/** Returns the entries that contain what the user has typed, in upper or lower case. An entry without a value can't be chosen. */
function matching(entries: Entry[], filter = ''): Entry[] {
	const wanted = filter.trim().toLowerCase();
	return entries.filter(
		({ name, value, url = '' }) =>
			labelTextOf(value) !== '' && `${name} ${url} ${value}`.toLowerCase().includes(wanted),
	);
}

/** Sorts entries by name. */
export function sorted(entries: Entry[]): Entry[] {
	return entries.sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns Fax.Plus's word for a state, such as "waiting for signup", or undefined for the usual state. */
export function statusNoteOf(status: unknown): string | undefined {
	return status === 'active' ? undefined : labelTextOf(status).replaceAll('_', ' ');
}

/** Reads the entries of a list, with the credential that the node has selected. */
type ReadEntries = (api: Reads, context: ILoadOptionsFunctions) => Promise<Entry[]>;

/**
 * Makes the method that n8n calls for a field with a list.
 *
 * @param standing entry that always comes first, whatever the user types
 */
export function searchOf(guidance: Guidance, read: ReadEntries, standing?: Entry) {
	const first = standing ? [standing] : [];
	return async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const entries = await load(this, guidance, async (api) => matching(await read(api, this), filter));
		return { results: [...first, ...entries] };
	};
}

/**
 * Makes the method for a field whose list Fax.Plus searches, because the list may be too long to read it all.
 *
 * @param find returns the entries for what the user has typed, or the first ones
 */
export function searchAtFaxPlus(guidance: Guidance, find: (api: Reads, filter: string) => Promise<Entry[]>) {
	return async function (this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
		return { results: await load(this, guidance, async (api) => await find(api, filter.trim())) };
	};
}

/** Makes the method for a field where several entries can be chosen. */
export function optionsOf(guidance: Guidance, read: ReadEntries) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await load(this, guidance, async (api) => matching(await read(api, this)));
	};
}

/** Reads the entries with the node's credential. If that fails, it throws a node error with advice from the guidance. */
async function load(
	context: ILoadOptionsFunctions,
	guidance: Guidance,
	read: (api: Reads) => Promise<Entry[]>,
): Promise<Array<Pick<Entry, 'name' | 'value'>>> {
	try {
		const api = await Api.connect(context, context.getNodeParameter('authentication') as Authentication);
		return (await read(api)).map(({ name, value }) => ({ name, value }));
	} catch (error) {
		throw toNodeError(context.getNode(), error, guidance);
	}
}
