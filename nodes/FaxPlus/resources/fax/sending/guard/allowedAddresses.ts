import type { INodeProperties } from 'n8n-workflow';

import { toFullList } from '../../../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../../../shared/values/inputError';

/**
 * Reads the guard for document addresses. An entry is a whole address, a prefix with an asterisk at the end, or a host. A host
 * allows all its addresses over HTTPS.
 *
 * @returns whole addresses, and prefixes that end with an asterisk
 * @throws InputError if there's no entry, or if one can't be read like that
 */
export function toAllowedAddresses({ displayName }: INodeProperties, value: unknown): string[] {
	const entries = toFullList(displayName, value);
	if (entries.length === 0)
		throw emptyField(displayName, 'Enter the allowed addresses, or remove the guard.');
	return entries.map((entry) => toAllowedAddress(entry, displayName));
}

function toAllowedAddress(entry: string, label: string): string {
	const address = entry.includes('://') ? entry : `https://${entry}`;
	const prefix = address.replace(/\*$/, '');
	const url = URL.canParse(prefix) ? new URL(prefix) : undefined;
	// An asterisk right after a host name would also match other hosts.
	const isPath = prefix === address || /^https?:\/\/[^/?#]+\//i.test(prefix);
	const isPlain = url && /^https?:$/.test(url.protocol) && !/[*@#]/.test(prefix);
	if (isPlain && prefix !== address && prefix.includes('?'))
		throw new InputError(
			`"${label}" contains "${entry}", with an asterisk after the question mark. There it limits nothing, because a server may follow "../". Enter the whole address, or end it before the question mark.`,
		);
	if (!url || !isPlain || !isPath)
		throw new InputError(
			`"${label}" contains "${entry}", which isn't a host such as files.example.com or an address such as https://files.example.com/letters/*. Correct it. An asterisk can only be at the end of an address.`,
		);
	return url.href === `${url.origin}/` || prefix !== address ? `${url.href}*` : url.href;
}

/** True if an address is among those that `toAllowedAddresses` returned. */
export function isAllowedAddress({ href, origin, pathname }: URL, allowed: readonly string[]): boolean {
	return allowed.some((entry) => {
		if (!entry.endsWith('*')) return href === entry;
		const isWholeHost = entry === `${origin}/*`;
		return href.startsWith(entry.slice(0, -1)) && (isWholeHost || isPlainPath(pathname));
	});
}

/** The maximum number of times that a server is assumed to decode a path. */
const MOST_DECODINGS = 10;

/** Characters that some servers turn into a slash or a dot, although Unicode's own rules don't. */
const LOOKALIKES = /[\u2044\u2215\u29F5\u29F8\u29F9\uFE68\u3002\uFF61]/;

/** True if every server would treat a path as inside the folder that it starts with. Servers decode paths differently. */
function isPlainPath(pathname: string): boolean {
	let path = pathname;
	for (let times = 0; ; times++) {
		if (times === MOST_DECODINGS || /%u/i.test(path)) return false;
		const decoded = path.replace(/%([\da-f]{2})/gi, (_sign, hex: string) =>
			String.fromCharCode(Number.parseInt(hex, 16)),
		);
		if (decoded === path) break;
		path = decoded;
	}
	const read = textIn(path)?.normalize('NFKC');
	if (read === undefined || /\.\.|\p{C}/u.test(read) || LOOKALIKES.test(read)) return false;
	// This refuses encoded slashes and backslashes, and dot segments with a parameter that a server may remove.
	return slashesIn(read) === slashesIn(pathname) && !/[\\]|\/\.(;|\/|$)/.test(read);
}

function slashesIn(path: string): number {
	return path.split('/').length;
}

/**
 * Reads a string as UTF-8, in which each character stands for one byte. The result is undefined if the bytes aren't
 * valid UTF-8, such as a dot encoded in too many bytes.
 */
function textIn(bytes: string): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
	} catch {
		return undefined;
	}
}
