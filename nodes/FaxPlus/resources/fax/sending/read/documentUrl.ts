import type { INodeProperties } from 'n8n-workflow';

import { toText } from '../../../../../shared/values/fieldValues';
import { emptyField, InputError } from '../../../../../shared/values/inputError';

/** Characters of an address that are read. A longer one is a text. */
const LONGEST_ADDRESS = 16_384;

/** Reads the address of a document, which is asked without any login. */
export function toDocumentUrl({ displayName }: INodeProperties, value: unknown): URL {
	const text = toText(value, displayName);
	if (text === '') throw emptyField(displayName);
	const several = text.slice(0, LONGEST_ADDRESS).split(/[\s,;|](?=https?:\/\/)/i).length;
	if (several > 1)
		throw new InputError(
			`"${displayName}" holds ${several} addresses, and one fax takes the file at one. Make an item for each address. For one fax of several files, read them by n8n's "HTTP Request" node, and choose Files of the Item under Document.`,
		);
	const url = text.length <= LONGEST_ADDRESS && URL.canParse(text) ? new URL(text) : undefined;
	if (!url || !/^https?:$/.test(url.protocol))
		throw new InputError(
			`${displayName} "${withoutQuery(text)}" is not an address that begins with https://. ${text.startsWith('data:') ? 'Choose Base64 under Document.' : 'Correct it, or check the expression that provides it.'}`,
		);
	if (url.username !== '' || url.password !== '')
		throw new InputError(
			`${displayName} holds a login, which is not sent along. Read the file by n8n's "HTTP Request" node with a credential, and choose Files of the Item under Document.`,
		);
	url.hash = '';
	return url;
}

/** An address without its query, which may be a key. A question mark may also be in the password before the host. */
function withoutQuery(text: string): string {
	const query = text.indexOf('?', text.lastIndexOf('@') + 1);
	return query < 0 ? text : `${text.slice(0, query)}?…`;
}
