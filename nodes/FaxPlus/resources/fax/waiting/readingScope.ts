import { onlyFor } from '../../../../shared/http/rethrow';
import { ServiceFault } from '../../../../shared/http/faults';
import type { TokenInformation } from '../../../../shared/records';
import { tokenIn } from '../../../../shared/editor/accessTokenCheck';
import { InputError } from '../../../../shared/values/inputError';
import { perRun } from '../../../../shared/async/perRun';
import type { ReadCall } from '../../../operation/itemCall';
import { waitUntilSentField } from './options';

/** The scope of OAuth2. */
export const EVERYTHING = 'all';

/** Scopes that let a token read the result of a fax. Each of them is enough. */
const READING = new Set(['fax:all:read', 'fax:fax:read', EVERYTHING]);

/** The documented format of a scope. If a scope has this format, the node knows what it doesn't allow. */
const KNOWN_FORM = /^fax:\w+:(read|edit)$/;

const tokens = perRun(() => ({ reading: undefined as Promise<TokenInformation | undefined> | undefined }));

/**
 * Refuses a wait before anything is sent if the token lacks the scope to read faxes. Otherwise, a fax would be sent without
 * its result ever being known. If the scopes can't be read, the send itself shows what the token allows.
 */
export async function requireReadingScope(call: ReadCall): Promise<void> {
	const scopes = await knownScopesOf(call).catch(onlyFor(ServiceFault, () => []));
	if (scopes.length === 0 || scopes.some((scope) => READING.has(scope))) return;
	throw new InputError(
		`The fax wasn't sent, because "${waitUntilSentField.displayName}" is on and the token can't read faxes. Its scopes are "${scopes.join(', ')}". Enter a token in the credential that also has "fax:all:read" or "fax:fax:read", or turn "${waitUntilSentField.displayName}" off.`,
	);
}

/**
 * Returns the token's scopes, or none if it isn't certain what they allow. All items of a run share one request.
 *
 * @throws ServiceFault if they can't be read
 */
export async function knownScopesOf(call: ReadCall): Promise<string[]> {
	const token = tokens(call.context);
	const scopes = (await (token.reading ??= call.read({ path: '/auth/token' }).then(tokenIn)))?.scopes ?? [];
	const areKnown = scopes.every((scope) => EVERYTHING === scope || KNOWN_FORM.test(scope));
	return areKnown ? scopes : [];
}
