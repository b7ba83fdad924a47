import type { Resource } from '../../operation';
import { get } from './get';

export const faxText: Resource = {
	value: 'faxText',
	name: 'Fax Text',
	description: 'The text on the pages of a fax, as Fax AI recognises it',
	operations: [get],
};
