import { field } from '../../../shared/editor/field';
import { mapFaults } from '../../../shared/http/faults';
import { emptyField, InputError } from '../../../shared/values/inputError';
import { toItems, type WriteOperation } from '../../operation/operation';

const MOST_ADDRESSES = 10;

const ADDRESS = /^[^\s@<>()[\]:;,"\\]+@[^\s@<>()[\]:;,"\\]+\.[^\s@<>()[\]:;,"\\.]+$/;

const emailsField = field('string', 'Email Addresses', 'emails', {
	required: true,
	placeholder: 'e.g. jane@example.com, tom@example.com',
	description:
		'Addresses of the people to invite, 10 at most, separated by commas, or an array from an expression',
});

/** POST /accounts/self/member-invitations (docs/contributing/api.md, "Members") */
export const invite: WriteOperation = {
	value: 'invite',
	name: 'Invite',
	action: 'Invite members by email',
	description: 'Invite people by email to become members of a corporate account (administrators only)',
	caution: 'An invitation cannot be undone.',
	kind: 'write',
	// A second invitation reaches people too, or is refused because of the first, which would then look like a failure.
	refusesRetryOnFail: true,
	scopes: ['fax:all:edit', 'fax:member:edit'],
	adminOnly: true,
	effect: 'the people were invited',
	howToCheck:
		'Before you run it again, look at the members in Fax.Plus or with "Get Many": a second invitation reaches people too.',
	advice: {
		'409':
			'One of the addresses is known to Fax.Plus already: it has an account, or was invited before. The service does not say whether the others were invited now. Look at the members in Fax.Plus or with "Get Many", and leave out who is there. An invitation can be sent again in Fax.Plus.',
		bad_request: 'Check Email Addresses: the service does not take one of them.',
	},
	output: { invited: 'boolean', emails: 'string[]' },
	fields: [
		field(
			'notice',
			'Each address gets an email at once: an invitation cannot be undone. The node does not run while its setting "Retry On Fail" is on.',
			'inviteNotice',
		),
		emailsField,
	],
	async execute(call) {
		// Each address once, in capitals or not, because nobody wants two invitations.
		const byAddress = new Map(call.list(emailsField).map((email) => [email.toLowerCase(), email]));
		const emails = checked([...byAddress.values()]);
		await mapFaults(
			async () => call.write({ method: 'POST', path: '/accounts/self/member-invitations', body: emails }),
			(fault) => (fault.status === 409 && emails.length > 1 ? fault.withOutcome('unknown') : fault),
		);
		return toItems([{ invited: true, emails }]);
	},
};

function checked(emails: string[]): string[] {
	const { displayName } = emailsField;
	if (emails.length === 0) throw emptyField(displayName, 'Enter at least one address.');
	if (emails.length > MOST_ADDRESSES)
		throw new InputError(
			`${displayName} has ${emails.length} addresses. The service takes ${MOST_ADDRESSES} at most; make several items of them.`,
		);
	const wrong = emails.find((email) => !ADDRESS.test(email));
	if (wrong === undefined) return emails;
	throw new InputError(
		`${displayName}: "${wrong}" is not an email address. Write it as jane@example.com, and separate several by commas.`,
	);
}
