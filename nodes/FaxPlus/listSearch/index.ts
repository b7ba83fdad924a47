import { getContactGroups, searchContactGroups } from './contactGroups';
import { searchCustomFields } from './customFields';
import { searchFaxes, searchOutboxFaxes } from './faxes';
import { getMembers, searchMembers } from './members';
import { searchOwnNumbers } from './numbers';
import { searchAreas, searchCountries } from './shop';
import { searchWebhookEndpoints } from './webhookEndpoints';

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
