import { getCountries } from './countries';
import { searchCustomFields } from './customFields';
import { searchFaxes, searchOutboxFaxes } from './faxes';
import { searchOwnNumbers } from './numbers';
import { searchWebhookEndpoints } from './webhookEndpoints';

/** What fields with a list of the service's things offer, by the names that the fields say. */
export const listSearch = {
	searchCustomFields,
	searchFaxes,
	searchOutboxFaxes,
	searchOwnNumbers,
	searchWebhookEndpoints,
};

export const loadOptions = { getCountries };
