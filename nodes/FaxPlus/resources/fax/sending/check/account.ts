import { perRunAndKey } from '../../../../../shared/async/perRun';
import { ServiceFault } from '../../../../../shared/http/faults';
import { onlyFor } from '../../../../../shared/http/rethrow';
import { readNumbers } from '../../../../../shared/lists/numbers';
import type { OwnNumber } from '../../../../../shared/records';
import { InputError } from '../../../../../shared/values/inputError';
import { sameNumber } from '../../../../../shared/values/phoneNumbers';
import type { ReadCall } from '../../../../operation/itemCall';
import { EVERYTHING, knownScopesOf } from '../../waiting/readingScope';
import { fromField } from '../read/sendFields';

/** Maximum number of numbers in an error, so that people can read it. */
const MOST_NAMED = 20;

/** HTTP status for an invalid token. Nothing can be sent with one. */
const UNAUTHORIZED = 401;

/**
 * Refuses a token that can't send. A real send doesn't need this, because Fax.Plus refuses the token.
 *
 * @returns what couldn't be checked, in words
 * @throws InputError if the token can't send, and ServiceFault if it's invalid
 */
export async function requireSendingScope(call: ReadCall): Promise<string[]> {
	const scopes = await knownScopesOf(call).catch(unlessInvalid);
	if (typeof scopes === 'string') return [`Whether the token can send: ${scopes}`];
	const canSend = ['fax:all:edit', EVERYTHING].some((scope) => scopes.includes(scope));
	const canDoBoth = ['fax:fax:edit', 'fax:file:edit'].every((scope) => scopes.includes(scope));
	if (scopes.length === 0 || canSend || canDoBoth) return [];
	throw new InputError(
		`The token can't send faxes. Its scopes are "${scopes.join(', ')}". Enter a token in the credential that has "fax:all:edit", or "fax:fax:edit" with "fax:file:edit".`,
	);
}

const numbersRead = perRunAndKey<Promise<OwnNumber[]>>();

/**
 * Refuses a sender that isn't a number of the account. A real send doesn't need this, because Fax.Plus refuses the number.
 * All items of a run share one request.
 *
 * @param from numbers, separated by commas
 * @returns what couldn't be checked, in words
 * @throws InputError if a number isn't the account's, and ServiceFault if the token is invalid
 */
export async function requireOwnSender(call: ReadCall, userId: string, from: string): Promise<string[]> {
	const senders = from.split(',').filter((sender) => sender.startsWith('+'));
	if (senders.length === 0) return [];
	const own = await ownNumbers(call, userId).catch(unlessInvalid);
	const unknown = `Whether "${fromField.displayName}" is one of your numbers`;
	if (typeof own === 'string') return [`${unknown}: ${own}`];
	if (own.length === 0) return [`${unknown}: Fax.Plus lists none.`];
	const others = senders.filter((sender) => !own.some((number) => sameNumber(number, sender)));
	if (others.length === 0) return [];
	const more = own.length > MOST_NAMED ? ` and ${own.length - MOST_NAMED} more` : '';
	throw new InputError(
		`"${fromField.displayName}" is "${others.join(', ')}", which isn't among your numbers (${own.slice(0, MOST_NAMED).join(', ')}${more}). Select one of them.`,
	);
}

async function ownNumbers(call: ReadCall, userId: string): Promise<string[]> {
	const own = await numbersRead(call.context, userId, async () => readNumbers(call, userId));
	return own.map(({ number }) => number);
}

/** Returns why something couldn't be checked. An invalid token is an error instead, because nothing can be sent with it. */
const unlessInvalid = onlyFor(ServiceFault, (fault) => {
	if (fault.status === UNAUTHORIZED) throw fault;
	return `${fault.message.replace(/\.$/, '')}.`;
});
