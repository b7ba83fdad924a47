import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { contactsWith, includeContactOption, otherPartyOf } from '../faxes/contacts';
import type { FaxContact } from '../lists/contactBook';

/**
 * Adds to items of faxes the contact of the other party, if the option asks for it. This comes after everything that decides
 * about the faxes, so a contact changes nothing about which fax it is.
 */
export async function withContacts(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const options = context.getNodeParameter('options', 0, {});
	const isWanted = options[includeContactOption.name] === true;
	if (!isWanted || items.length === 0) return items;
	const numbers = items.map(({ json }) => otherPartyOf(json['event'], json['data'] as IDataObject));
	const contacts = await contactsWith(context, numbers);
	return items.map((item, index) => withContact(item, contacts[index]));
}

function withContact(item: INodeExecutionData, contact: FaxContact | undefined): INodeExecutionData {
	if (contact === undefined) return item;
	const { event, ...rest } = item.json;
	// A panel only shows the beginning of an item.
	return { ...item, json: { event, contact: { ...contact }, ...rest } };
}
