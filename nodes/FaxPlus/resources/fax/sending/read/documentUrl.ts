import type { INodeProperties } from 'n8n-workflow';

import { toText } from '../../../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../../../shared/values/inputError';

/** Longest address in characters. Anything longer is refused. */
const LONGEST_ADDRESS = 16_384;

/**
 * Reads the address of a document. The node requests it without any login.
 *
 * @throws InputError unless the field has exactly one HTTP or HTTPS address, without a login
 */
export function toDocumentUrl({ displayName }: INodeProperties, value: unknown): URL {
	const text = toText(value, displayName);
	if (text === '') throw emptyField(displayName);
	const several = text.slice(0, LONGEST_ADDRESS).split(/[\s,;|](?=https?:\/\/)/i).length;
	if (several > 1)
		throw new InputError(
			`"${displayName}" has ${several} addresses, but takes only one. Use one item for each address. To send several files in one fax, download them with the HTTP Request node, and select "Files of the Item" under "Document".`,
		);
	const url = text.length <= LONGEST_ADDRESS && URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol))
		throw new InputError(
			`"${displayName}" is "${withoutQuery(text)}", which isn't an address that begins with https://. ${text.startsWith('data:') ? 'Select "Base64" under "Document".' : 'Correct it, or check its expression.'}`,
		);
	if (url.username !== '' || url.password !== '')
		throw new InputError(
			`"${displayName}" contains a login, which the node doesn't use. Download the file with the HTTP Request node and a credential, and select "Files of the Item" under "Document".`,
		);
	url.hash = '';
	return url;
}

/**
 * Returns an address without its query, which may contain a key. If an "@" follows the question mark, both may also belong to a
 * password, and only the protocol is certainly harmless.
 */
function withoutQuery(text: string): string {
	const query = text.indexOf('?');
	if (query < 0) return text;
	return text.includes('@', query) ? `${/^[a-z]+:/i.exec(text)?.[0] ?? ''}…` : `${text.slice(0, query)}?…`;
}
