import { endpointRead } from '../../../../../shared/editor/endpointGuidance';
import { labelTextOf } from '../../../../../shared/values/text';
import { getAll as getMembers } from '../../../member/getAll';
import { getAreas, readAreas } from '../../../shop/getAreas';
import { shapeOf } from '../anonymous';
import { reading, told, unlessRefused, untold, type Finding } from '../finding';
import { entriesOf, LISTS, wrapperOf, type Identified } from '../lists';
import { readAccount, readPlan } from '../person/account';

const ADMINISTRATOR = 'corporate_admin';
const TELL = 'Tell the authors that it is so.';
const ANY_LIST = { scopes: ['fax:all:read'] };

/** docs/api.md, "Webhook endpoints" */
export const webhookWrapper = reading(
	'wrapper of the list of webhook endpoints',
	endpointRead,
	async (service) => {
		const wrapper = wrapperOf(await service.read(LISTS.webhooks));
		if (wrapper === undefined) return untold('None that is known.', TELL);
		const isKnown = ['array', 'records', 'data', 'data.records'].includes(wrapper);
		return told(`${wrapper}.`, isKnown ? { webhookListShape: wrapper } : {});
	},
);

/** docs/api.md, "Operations" */
export const wrappers = reading('wrappers of the other lists', ANY_LIST, async (service) =>
	ofEach(['inbox', 'outbox', 'numbers', 'members', 'contacts'], async (list) => {
		const body = await unlessRefused(service.read(LISTS[list]));
		return body === undefined ? 'not read' : (wrapperOf(body) ?? 'none that is known');
	}),
);

/** docs/api.md, "Sending" and "Deliveries" */
export const ids = reading('form of IDs', ANY_LIST, async (service) =>
	ofEach(['inbox', 'sent', 'outbox', 'numbers', 'contacts', 'webhooks'], async (list) => {
		const entries: Identified[] = (await unlessRefused(entriesOf(service, list))) ?? [];
		const forms = [...new Set(entries.map(({ id }) => shapeOf(id)))];
		return forms.slice(0, 3).join(' or ') || 'none to look at';
	}),
);

/** The same about several lists. */
async function ofEach<L extends string>(
	lists: readonly L[],
	look: (list: L) => Promise<string>,
): Promise<Finding> {
	const parts: string[] = [];
	for (const list of lists) parts.push(`${list}: ${await look(list)}`);
	return told(`${parts.join('; ')}.`);
}

/** docs/api.md, "Members" */
export const administrators = reading('administrators among the members', getMembers, async (service) => {
	const members = await entriesOf(service, 'members');
	const { uid, account_type: type } = await readAccount(service);
	const { is_admin: isAdmin } = await readPlan(service);
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

/** docs/api.md, "Shop" */
export const areaCodes = reading('codes of areas in the shop', getAreas, async (service) => {
	const codes = (await readAreas(service, 'US')).map(({ calling_code: code }) => labelTextOf(code));
	// They have three digits there and never begin with 1, which is the code of the country.
	if (codes.length > 0 && codes.every((code) => /^[2-9]\d\d$/.test(code)))
		return told('Without the code of the country.', { areaCodes: 'national' });
	if (codes.length > 0 && codes.every((code) => /^\+?1[2-9]\d\d$/.test(code)))
		return told('With the code of the country.', { areaCodes: 'international' });
	return untold('The shop has no areas that tell it.', 'Another account may tell it.');
});

/** docs/api.md, "Assumptions" */
export const writes = reading('what reading does not tell', { scopes: [] }, async () => {
	const finding = 'How changes and uploads are answered, what events call a fax, its numbers and its file.';
	const whatToDo =
		'Send a fax to a number of your own with "Wait Until Sent" and receive it with the Fax.Plus Trigger; report what does not work.';
	return await Promise.resolve(untold(finding, whatToDo));
});
