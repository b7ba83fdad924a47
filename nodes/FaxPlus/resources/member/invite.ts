import { field } from '../../../shared/editor/field';
import { mapFaults } from '../../../shared/http/faults';
import { emptyField, InputError } from '../../../shared/values/inputError';
import { undoNotice } from '../../fields/common';
import { toItems, type WriteOperation } from '../../operation/operation';

const MOST_ADDRESSES = 10;

const ADDRESS = /^[^\s@<>()[\]:;,"\\]+@[^\s@<>()[\]:;,"\\]+\.[^\s@<>()[\]:;,"\\.]+$/;

const emailsField = field('string', 'Email Addresses', 'emails', {
	required: true,
	placeholder: 'e.g. jane@example.com, tom@example.com',
	description: 'The email addresses to invite, separated by commas. 10 at most.',
});

/** POST /accounts/self/member-invitations (docs/contributing/api.md, "Members") */
export const invite: WriteOperation = {
	value: 'invite',
	name: 'Invite',
	action: 'Invite members by email',
	description: 'Invite people by email to a corporate account (administrators only)',
	caution: "It can't be undone.",
	kind: 'write',
	// People would get a second invitation, or Fax.Plus would refuse it because of the first one, which would look like a
	// failure.
	refusesRetryOnFail: true,
	scopes: ['fax:all:edit', 'fax:member:edit'],
	adminOnly: true,
	effect: 'the people were invited',
	howToCheck:
		'Before you run the node again, check the members in Fax.Plus or with "Get Many". Otherwise, people may get a second invitation.',
	advice: {
		'409':
			'Somebody with one of these addresses has an account or an invitation already. It\'s unknown whether the others were invited now. Check the members in Fax.Plus or with "Get Many", and remove those who are there. You can send an invitation again in Fax.Plus.',
		bad_request: 'Check "Email Addresses". Fax.Plus doesn\'t accept one of them.',
	},
	output: { invited: 'boolean', emails: 'string[]' },
	fields: [
		undoNotice('Each address gets an email at once. Keep the node\'s "Retry On Fail" setting off.'),
		emailsField,
	],
	async execute(call) {
		// Addresses that differ only in case get a single invitation.
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
			`"${displayName}" has ${emails.length} addresses, but Fax.Plus accepts ${MOST_ADDRESSES}. Split them into several items.`,
		);
	const wrong = emails.find((email) => !ADDRESS.test(email));
	if (wrong === undefined) return emails;
	throw new InputError(
		`"${displayName}" contains "${wrong}", which isn't an email address. Enter addresses like jane@example.com, and separate multiple addresses with commas.`,
	);
}
