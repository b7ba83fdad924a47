import type { INodeProperties } from 'n8n-workflow';

import { toFullList, toText } from '../../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../../shared/values/inputError';

/** Reads the address of a document, which is asked without any login. */
export function toDocumentUrl({ displayName }: INodeProperties, value: unknown): URL {
	const text = toText(value, displayName);
	if (text === '') throw emptyField(displayName);
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol))
		throw new InputError(
			`${displayName} "${text}" is not an address that begins with https://. ${text.startsWith('data:') ? 'Choose Base64 under Document.' : 'Correct it, or check the expression that provides it.'}`,
		);
	if (url.username !== '' || url.password !== '')
		throw new InputError(
			`${displayName} holds a login, which is not sent along. Read the file by n8n's "HTTP Request" node with a credential, and choose Files of the Item under Document.`,
		);
	url.hash = '';
	return url;
}

/** Addresses in whole, and beginnings of such with an asterisk at the end; the name of a host stands for all of it, over HTTPS. */
export function toAllowedAddresses({ displayName }: INodeProperties, value: unknown): string[] {
	const entries = toFullList(displayName, value);
	if (entries.length === 0)
		throw emptyField(displayName, 'Enter the addresses that may be read, or remove the guard.');
	return entries.map((entry) => toAllowedAddress(entry, displayName));
}

function toAllowedAddress(entry: string, label: string): string {
	const address = entry.includes('://') ? entry : `https://${entry}`;
	const beginning = address.replace(/\*$/, '');
	const url = URL.canParse(beginning) ? new URL(beginning) : undefined;
	// An asterisk behind the name of a host would stand for other hosts as well.
	const isPath = beginning === address || /^https?:\/\/[^/?#]+\//i.test(beginning);
	const isPlain = url && /^https?:$/.test(url.protocol) && !/[*@#]/.test(beginning);
	if (!url || !isPlain || !isPath)
		throw new InputError(
			`${label}: "${entry}" is neither a host such as files.example.com nor an address such as https://files.example.com/letters/*. An asterisk may stand at the end of an address alone. Correct it.`,
		);
	return url.href === `${url.origin}/` || beginning !== address ? `${url.href}*` : url.href;
}

/** Whether an address is among those that are allowed. */
export function isAllowedAddress({ href, pathname }: URL, allowed: readonly string[]): boolean {
	// Servers differ in what these mean within a path.
	if (/%(25)*(2e|2f|5c)|\/\.{1,2}(;|%3b)|%c0%a[ef]/i.test(pathname)) return false;
	return allowed.some((entry) =>
		entry.endsWith('*') ? href.startsWith(entry.slice(0, -1)) : href === entry,
	);
}
