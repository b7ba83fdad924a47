import type { INodeParameters } from 'n8n-workflow';
import { seed } from '../../../../tools/simulator';

/** Returns a value that the model fills in, as n8n's button "Let the model define this parameter" writes it. */
export function fromAI(key: string, description = key, type = 'string'): string {
	return `={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

/** Parameters that fax text to a number that the model chooses. */
export const sendText: INodeParameters = {
	resource: 'fax',
	operation: 'send',
	from: { __rl: true, mode: 'number', value: seed.ownedNumber },
	to: fromAI('to', 'Fax number'),
	source: 'text',
	text: fromAI('text', 'What to send'),
	guards: { allowedDestinations: 'any' },
	options: {},
};

export const listFaxes: INodeParameters = {
	resource: 'fax',
	operation: 'getAll',
	category: 'inbox',
	returnAll: false,
	limit: 5,
	filters: {},
	options: {},
};

export const downloadFax: INodeParameters = {
	resource: 'fax',
	operation: 'download',
	faxId: { __rl: true, mode: 'id', value: fromAI('fax_id') },
	options: {},
};

export const deleteFax: INodeParameters = {
	resource: 'fax',
	operation: 'delete',
	faxId: { __rl: true, mode: 'id', value: fromAI('fax_id') },
	options: {},
};

export const searchNumbers: INodeParameters = {
	resource: 'shop',
	operation: 'searchNumbers',
	countryCode: { __rl: true, mode: 'code', value: fromAI('country_code') },
	callingCode: { __rl: true, mode: 'code', value: fromAI('area_code') },
	channel: 'random',
	returnAll: false,
	limit: 10,
	simplify: true,
	options: {},
};

export const purchaseNumber: INodeParameters = {
	resource: 'shop',
	operation: 'purchaseNumber',
	itemId: fromAI('item_id', 'ID of the offer'),
	options: {},
};
