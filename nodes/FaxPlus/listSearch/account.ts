import { endpointRead } from '../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../shared/endpoints/webhookEndpoints';
import { readNumbers } from '../../shared/faxes/ownNumbers';
import type { Reads } from '../../shared/http/requests';
import type { Member } from '../../shared/records';
import { labelTextOf } from '../../shared/values/text';
import { getCustomFields, readCustomFields } from '../resources/customField';
import { getMembers as getAllMembers, readMembers } from '../resources/member';
import { getNumbers } from '../resources/number';
import { endpointLabel } from './endpointLabel';
import { described, optionsOf, searchOf, sorted, stateOf, userIdOf, type Entry } from './load';

/** Offers the account's custom fields by name. */
export const searchCustomFields = searchOf(getCustomFields, async (api) => {
	const fields = await readCustomFields(api);
	return fields.map(({ id, name }) => ({ name: name || id, value: id }));
});

/** Offers the account's own numbers. */
export const searchOwnNumbers = searchOf(getNumbers, async (api, context) => {
	const numbers = await readNumbers(api, userIdOf(context));
	return numbers.map(({ number, status }) => ({ name: described([number, stateOf(status)]), value: number }));
});

/** Offers the account's webhook endpoints by what they do; they are found by their addresses, too. */
export const searchWebhookEndpoints = searchOf(endpointRead, async (api, context) => {
	const instance = context.getInstanceBaseUrl();
	const endpoints = await listEndpoints(api);
	return endpoints.map((one) => ({ name: endpointLabel(one, instance), value: one.id, url: one.url }));
});

/** Offers the members of the account by name. */
export const searchMembers = searchOf(getAllMembers, memberEntries);

export const getMembers = optionsOf(getAllMembers, memberEntries);

async function memberEntries(api: Reads): Promise<Entry[]> {
	const members = await readMembers(api);
	return sorted(members.map((member) => ({ name: labelOf(member), value: member.uid })));
}

/** Such as "Jane Roe (jane@example.com)"; who was invited and has not signed up may have no name yet. */
function labelOf({ uid, email, name, lastname, status }: Member): string {
	const fullName = [name, lastname].map(labelTextOf).filter(Boolean).join(' ');
	const address = labelTextOf(email) || labelTextOf(uid);
	return described([fullName === '' ? address : `${fullName} (${address})`, stateOf(status)]);
}
