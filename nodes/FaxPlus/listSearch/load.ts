import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import type { Guidance } from '../../shared/editor/advice';
import { toNodeError } from '../../shared/editor/errors';
import type { Authentication } from '../../shared/http/account';
import { Api } from '../../shared/http/api';
import type { Reads } from '../../shared/http/requests';
import { toText } from '../../shared/values/fieldValues';
import { pathPart } from '../../shared/values/paths';
import { optionsFieldName, userIdField } from '../fields/common';
import { InputError } from '../../shared/values/inputError';
import { labelTextOf } from '../../shared/values/text';
import { countryField, toCountryCode } from '../resources/shop/fields';

/** An entry of a list that a field offers. */
export interface Entry {
	name: string;
	value: string;
	/** Text by which the entry is found, too, though it is not shown. */
	url?: string;
}

/** The parts of an entry's name that are known, with commas between. */
export function described(parts: unknown[]): string {
	return parts.map(labelTextOf).filter(Boolean).join(', ');
}

/** The entries that have what the user has typed in them, in capitals or not; one without a value cannot be chosen. */
function matching(entries: Entry[], filter = ''): Entry[] {
	const wanted = filter.trim().toLowerCase();
	return entries.filter(
		({ name, value, url = '' }) =>
			labelTextOf(value) !== '' && `${name} ${url} ${value}`.toLowerCase().includes(wanted),
	);
}

/** Entries by their names. */
export function sorted(entries: Entry[]): Entry[] {
	return entries.sort((a, b) => a.name.localeCompare(b.name));
}

/** A word of the service's own for a state, such as "waiting for signup"; nothing for the usual one. */
export function statusNoteOf(status: unknown): string | undefined {
	return status === 'active' ? undefined : labelTextOf(status).replaceAll('_', ' ');
}

/** Reads what a list offers, with the credential that the node has selected. */
type ReadEntries = (api: Reads, context: ILoadOptionsFunctions) => Promise<Entry[]>;

/** Makes what n8n calls for a field with a list. */
export function searchOf(guidance: Guidance, read: ReadEntries) {
	return async function (this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		return { results: await load(this, guidance, read, filter) };
	};
}

/** Makes the method of a field in which several are chosen. */
export function optionsOf(guidance: Guidance, read: ReadEntries) {
	return async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return await load(this, guidance, read);
	};
}

async function load(
	context: ILoadOptionsFunctions,
	guidance: Guidance,
	read: ReadEntries,
	filter?: string,
): Promise<Array<Pick<Entry, 'name' | 'value'>>> {
	try {
		const api = await Api.connect(context, context.getNodeParameter('authentication') as Authentication);
		return matching(await read(api, context), filter).map(({ name, value }) => ({ name, value }));
	} catch (error) {
		throw toNodeError(context.getNode(), error, guidance);
	}
}

/** The user that the node names, encoded as one part of a path. Where an expression names one, it is the credential's, because the editor cannot evaluate it. */
export function userIdOf(context: ILoadOptionsFunctions): string {
	const userId = context.getCurrentNodeParameter(`${optionsFieldName}.${userIdField.name}`);
	const isName = typeof userId === 'string' && userId.trim() !== '' && !userId.startsWith('=');
	return isName ? pathPart(userId, userIdField.displayName) : 'self';
}

/** The country that the node names. The editor has resolved an expression where it can, and sends nothing where it cannot. */
export function countryOf(context: ILoadOptionsFunctions): string {
	const value = context.getCurrentNodeParameter(countryField.name, { extractValue: true });
	const code = toText(value, countryField.displayName);
	if (code !== '' && !code.startsWith('=')) return toCountryCode(code);
	throw new InputError(
		`Select "${countryField.displayName}" first, because the list shows its areas. If an expression sets the country, enter the area "By Code".`,
	);
}
