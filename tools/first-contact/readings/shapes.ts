import type { IDataObject } from 'n8n-workflow';

import { recordAt } from '../../../nodes/shared/http/answers';
import { labelTextOf } from '../../../nodes/shared/values/text';
import { readAreas } from '../../../nodes/FaxPlus/resources/shop/getAreas';
import { reading, shapeOf, told, unlessRefused, untold } from '../finding';
import { answerOf, entriesOf, wrapperOf, type Entries, type Identified } from '../lists';

const ADMINISTRATOR = 'corporate_admin';
const TELL = 'Tell the authors that it is so.';

/** docs/contributing/api.md, "Operations" and "Webhook endpoints" */
export const wrappers = reading('wrappers of the lists', async (service) => {
	const read = async (list: keyof Entries): Promise<unknown> => unlessRefused(answerOf(service, list));
	const finding = await ofEach(
		['inbox', 'outbox', 'numbers', 'members', 'contacts', 'webhooks'],
		async (list) => {
			const body = await read(list);
			return body === undefined ? 'not read' : (wrapperOf(body) ?? 'none that is known');
		},
	);
	const webhooks = wrapperOf(await read('webhooks')) ?? '';
	const isKnown = ['array', 'records', 'data', 'data.records'].includes(webhooks);
	return told(finding, isKnown ? { webhookListShape: webhooks } : {});
});

/** docs/contributing/api.md, "Sending" and "Deliveries" */
export const ids = reading('form of IDs', async (service) =>
	told(
		await ofEach(['inbox', 'sent', 'outbox', 'numbers', 'contacts', 'webhooks'], async (list) => {
			const entries: Identified[] = (await unlessRefused(entriesOf(service, list))) ?? [];
			const forms = [...new Set(entries.map(({ id }) => shapeOf(id)))];
			return forms.slice(0, 3).join(' or ') || 'none to look at';
		}),
	),
);

/** The same about several lists. */
async function ofEach<L extends string>(
	lists: readonly L[],
	look: (list: L) => Promise<string>,
): Promise<string> {
	const parts: string[] = [];
	for (const list of lists) parts.push(`${list}: ${await look(list)}`);
	return `${parts.join('; ')}.`;
}

/** docs/contributing/api.md, "Members" */
export const administrators = reading('administrators among the members', async (service) => {
	const members = await entriesOf(service, 'members');
	const { uid, account_type: type } = await recordAt<IDataObject>(service, '/accounts/self');
	const { is_admin: isAdmin } = await recordAt<IDataObject>(service, '/accounts/self/plan');
	if (members.some((member) => typeof member.uid !== 'string'))
		return untold('The members have no uid.', TELL);
	if (isAdmin !== true || type !== ADMINISTRATOR || uid === undefined)
		return untold(
			'The user is not the administrator of a corporate account.',
			'Run this with the credential of an administrator.',
		);
	if (members.some((member) => member.uid === uid))
		return told('They are listed.', { listsAdministrators: true });
	if (members.some((member) => member.account_type === ADMINISTRATOR))
		return told('Others are listed, the user is not.');
	return untold(
		'The user is not listed, and no other administrator.',
		'If the account has another administrator, tell the authors: the list has none then.',
	);
});

/** docs/contributing/api.md, "Contacts" */
export const contactGroups = reading('groups of a contact', async (service) => {
	const contacts = await entriesOf(service, 'contacts');
	const groups: unknown[] = contacts.flatMap(({ groups: own }) => (Array.isArray(own) ? own : []));
	if (groups.length === 0)
		return untold(
			'No contact is in a group.',
			'Put a contact into a group in Fax.Plus, then run this again.',
		);
	if (groups.every(isNamed)) return told('Objects.', { contactGroups: 'objects' });
	const shapes = [...new Set(groups.map(shapeOf))].slice(0, 3).join(' or ');
	return untold(
		`IDs or names: ${shapes}.`,
		'Look at the groups of a contact with Contact: Get Many, and say in the report whether they have their names there.',
	);
});

function isNamed(group: unknown): boolean {
	const { id, name } = (group ?? {}) as { id?: unknown; name?: unknown };
	return typeof id === 'string' && typeof name === 'string';
}

/** docs/contributing/api.md, "Shop" */
export const areaCodes = reading('codes of areas in the shop', async (service) => {
	const codes = (await readAreas(service, 'US')).map(({ calling_code: code }) => labelTextOf(code));
	// They have three digits there and never begin with 1, which is the code of the country.
	if (codes.length > 0 && codes.every((code) => /^[2-9]\d\d$/.test(code)))
		return told('Without the code of the country.', { areaCodes: 'national' });
	if (codes.length > 0 && codes.every((code) => /^\+?1[2-9]\d\d$/.test(code)))
		return told('With the code of the country.', { areaCodes: 'international' });
	return untold('The shop has no areas that tell it.', 'Another account may tell it.');
});

/** docs/contributing/api.md, "Assumptions" */
export const writes = reading('what reading does not tell', () =>
	untold(
		'How changes and uploads are answered, what events call a fax, its numbers and its file.',
		'Send a fax to a number of your own with "Wait Until Sent" and receive it with the Fax.Plus Trigger; report what does not work.',
	),
);
