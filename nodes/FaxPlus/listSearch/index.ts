import { endpointRead } from '../../shared/editor/endpointGuidance';
import { listEndpoints } from '../../shared/endpoints/webhookEndpoints';
import { listFaxes, listOutbox, recipientsOf, type NormalizedFax } from '../../shared/faxes/faxRecords';
import { outcomeOf } from '../../shared/faxes/faxStatus';
import type { Reads } from '../../shared/http/requests';
import {
	contactEntries,
	contactListGuidance,
	CONTACTS_SHOWN,
	listContacts,
} from '../../shared/lists/contacts';
import { described, optionsOf, searchAtFaxPlus, searchOf, sorted, type Entry } from '../../shared/lists/load';
import { memberEntries, memberListGuidance, searchUsers, userIdOf } from '../../shared/lists/members';
import { searchOwnNumbers } from '../../shared/lists/numbers';
import type { Area, Contact } from '../../shared/records';
import { labelTextOf } from '../../shared/values/text';
import { fromServiceForm, inServiceForm } from '../../shared/values/times';
import { groupsOf } from '../resources/contact/getAll';
import { getAll as getCustomFields, readCustomFields } from '../resources/customField/getAll';
import { getAll as getFaxes } from '../resources/fax/getAll';
import { getAll as getOutboxFaxes } from '../resources/outboxFax/getAll';
import { getAreas, readAreas } from '../resources/shop/getAreas';
import { getCountries, readCountries } from '../resources/shop/getCountries';
import { endpointLabel } from './endpointLabel';
import { countryOf } from './country';

const INBOX = { category: 'inbox', label: 'From' };
const SENT = { category: 'sent', label: 'To' };
const SPAM = { category: 'spam', label: 'Spam from' };

/** How many faxes of each category a list offers. */
const NEWEST = 50;

/** Offers the newest faxes of each category, newest first. */
const searchFaxes = searchOf(getFaxes, async (api, context) =>
	faxEntries(api, userIdOf(context), [INBOX, SENT, SPAM]),
);

/** Offers the faxes in the outbox. */
const searchOutboxFaxes = searchOf(getOutboxFaxes, async (api, context) =>
	outboxEntries(api, userIdOf(context)),
);

/** Offers the faxes that a user may want the result of. Those in the outbox come first, then the newest sent ones. */
const searchOutgoingFaxes = searchOf(getFaxes, async (api, context) => {
	const userId = userIdOf(context);
	const lists = await Promise.all([outboxEntries(api, userId), faxEntries(api, userId, [SENT])]);
	// A fax may leave the outbox between the two requests, and then be in both lists.
	return [...new Map(lists.flat().map((entry) => [entry.value, entry])).values()];
});

async function faxEntries(api: Reads, userId: string, categories: Array<typeof SENT>): Promise<Entry[]> {
	const lists = await Promise.all(
		categories.map(async ({ category, label }) => {
			const faxes = await listFaxes(api, { userId, category }, NEWEST);
			return faxes.map((fax) => ({ fax, label }));
		}),
	);
	return lists
		.flat()
		.sort((a, b) => dateOf(b.fax).localeCompare(dateOf(a.fax)))
		.map(({ fax, label }) => ({ name: descriptionOf(label, fax), value: fax.id }));
}

async function outboxEntries(api: Reads, userId: string): Promise<Entry[]> {
	const faxes = await listOutbox(api, userId);
	return faxes.map((fax) => ({
		name: described([
			`To ${recipientsOf(fax).join(', ') || 'nobody'}`,
			timeOf(fax.send_time ?? fax.submit_time),
			pagesOf(fax.page_count),
			fax.status.replaceAll('_', ' '),
			`ID ${fax.id}`,
		]),
		value: fax.id,
	}));
}

/** How many contacts of a group its entry names. */
const SHOWN = 5;

/** The lists that fields offer, by the names of their search methods. */
export const listSearch = {
	searchFaxes,
	searchOutboxFaxes,
	searchOutgoingFaxes,
	searchContacts: searchAtFaxPlus(contactListGuidance, async (api, search) =>
		sorted(contactEntries(await listContacts(api, { search, limit: CONTACTS_SHOWN }))),
	),
	// Fax.Plus has no list of groups (docs/contributing/api.md, "Contacts"), so only groups with contacts are found.
	searchContactGroups: searchOf(contactListGuidance, groupEntries),
	searchMembers: searchOf(memberListGuidance, memberEntries),
	searchUsers,
	searchAreas: searchOf(getAreas, async (api, context) => {
		const areas = await readAreas(api, countryOf(context));
		const codes = [...new Set(areas.map((area) => area.calling_code))];
		return sorted(
			codes.map((code) => ({ name: `${placesWith(code, areas)} (${code})`.trim(), value: code })),
		);
	}),
	searchCountries: searchOf(getCountries, async (api) => {
		const countries = await readCountries(api);
		const available = countries.filter((country) => country.is_available !== false);
		return sorted(available.map(({ iso, name }) => ({ name: `${name || iso} (${iso})`, value: iso })));
	}),
	searchCustomFields: searchOf(getCustomFields, async (api) => {
		const fields = await readCustomFields(api);
		return fields.map(({ id, name }) => ({ name: name || id, value: id }));
	}),
	searchOwnNumbers,
	// The search also finds endpoints by their addresses.
	searchWebhookEndpoints: searchOf(endpointRead, async (api, context) => {
		const instance = context.getInstanceBaseUrl();
		const endpoints = await listEndpoints(api);
		return endpoints.map((one) => ({ name: endpointLabel(one, instance), value: one.id, url: one.url }));
	}),
};

/** The lists for fields where several entries can be chosen, by the names of their methods. */
export const loadOptions = {
	getContactGroups: optionsOf(contactListGuidance, groupEntries),
	getMembers: optionsOf(memberListGuidance, memberEntries),
};

async function groupEntries(api: Reads): Promise<Entry[]> {
	const contacts = await listContacts(api, { limit: CONTACTS_SHOWN });
	const groups = new Map(contacts.flatMap(groupsOf).map(({ id, name }) => [id, name]));
	return sorted(
		[...groups].map(([id, name]) => ({ name: `${name} · ${contactsIn(id, contacts)}`, value: id })),
	);
}

/**
 * Describes a group by its contacts, such as "2 contacts: Jane Roe, Tom Baker", because Fax.Plus may return only the ID of a
 * group.
 */
function contactsIn(groupId: string, contacts: readonly Contact[]): string {
	const names = contacts
		.filter((contact) => groupsOf(contact).some(({ id }) => id === groupId))
		.map(({ name, id }) => labelTextOf(name) || labelTextOf(id))
		.sort((a, b) => a.localeCompare(b));
	const shown = names.length > SHOWN ? [...names.slice(0, SHOWN), '…'] : names;
	return `${names.length} ${names.length === 1 ? 'contact' : 'contacts'}: ${shown.join(', ')}`;
}

/** Returns all places with one area code, such as "Berkeley, CA / Oakland, CA". */
function placesWith(code: string, areas: readonly Area[]): string {
	const places = areas.filter((area) => area.calling_code === code);
	return [...new Set(places.map(({ city, state }) => described([city, state])))].join(' / ');
}

/**
 * Describes a fax, such as "From +15550100999, 2026-11-20 09:12:21 UTC, 2 pages". The most distinctive part comes first,
 * because fields cut off the end.
 */
function descriptionOf(label: string, fax: NormalizedFax): string {
	const peer = (label === 'To' ? fax.to : fax.from) || 'unknown';
	const failure = outcomeOf(fax.status) === 'failure' ? 'incomplete or failed' : undefined;
	return described([`${label} ${peer}`, timeOf(dateOf(fax)), pagesOf(fax.pages), failure]);
}

/**
 * Returns a time with its zone, such as "2026-11-20 09:12:21 UTC". Text that isn't a time is returned unchanged.
 */
function timeOf(text: string | null | undefined): string | undefined {
	const time = fromServiceForm(text);
	return time ? `${inServiceForm(time)} UTC` : (text ?? undefined);
}

function dateOf({ start_time: start, submit_time: submit, last_update: update }: NormalizedFax): string {
	return start ?? submit ?? update ?? '';
}

function pagesOf(pages: number | undefined): string | undefined {
	return pages === undefined ? undefined : `${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
