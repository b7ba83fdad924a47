import { field } from '../../../shared/editor/field';
import { contactListGuidance, listContacts } from '../../../shared/lists/contacts';
import type { Contact } from '../../../shared/records';
import { returnAllFields } from '../../fields/common';
import { contactOutput, simplifyContact } from '../../fields/simplify';
import { GET_MANY, toItems, type ReadOperation } from '../../operation/operation';

const searchField = field('string', 'Search', 'search', {
	placeholder: 'e.g. Roe',
	description: 'The text to search for in the contacts. Leave it empty to return all contacts.',
});

/** GET /accounts/self/contacts (docs/contributing/api.md, "Contacts") */
export const getAll: ReadOperation = {
	...GET_MANY,
	action: 'Get many contacts',
	description: 'List the contacts of the account, with their fax numbers and group IDs',
	...contactListGuidance,
	output: contactOutput,
	fields: [searchField, ...returnAllFields],
	simplify: simplifyContact,
	async execute(call) {
		return toItems(
			await listContacts(call, {
				search: call.optionalText(searchField),
				limit: call.limit(),
				ifIncomplete: 'Enter text in "Search", or turn off "Return All" and set "Limit".',
			}),
		);
	},
};

/** Returns the groups of a contact. A group without a name is named by its ID (docs/contributing/api.md, "Contacts"). */
export function groupsOf({ groups }: Contact): Array<{ id: string; name: string }> {
	return (Array.isArray(groups) ? groups : []).flatMap((group) => {
		const { id, name } = typeof group === 'object' ? (group ?? {}) : { id: group, name: undefined };
		const groupId = id ?? name;
		return groupId === undefined ? [] : { id: String(groupId), name: String(name ?? groupId) };
	});
}
