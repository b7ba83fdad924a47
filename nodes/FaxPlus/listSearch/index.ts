import {
	getMembers,
	searchCustomFields,
	searchMembers,
	searchOwnNumbers,
	searchWebhookEndpoints,
} from './account';
import { getContactGroups, searchContactGroups } from './contactGroups';
import { searchFaxes, searchOutboxFaxes } from './faxes';
import { searchAreas, searchCountries } from './shop';

/** What fields with a list of the service's things offer, by the names that the fields say. */
export const listSearch = {
	searchAreas,
	searchContactGroups,
	searchCountries,
	searchCustomFields,
	searchFaxes,
	searchMembers,
	searchOutboxFaxes,
	searchOwnNumbers,
	searchWebhookEndpoints,
};

export const loadOptions = { getContactGroups, getMembers };
