import { onlyFor } from '../../../../shared/http/rethrow';
import { ServiceFault } from '../../../../shared/http/faults';
import type { TokenInformation } from '../../../../shared/records';
import { tokenIn } from '../../../../shared/editor/accessTokenCheck';
import { InputError } from '../../../../shared/values/inputError';
import { perRun } from '../../../../shared/async/perRun';
import type { ReadCall } from '../../../operation/itemCall';
import { waitUntilSentField } from './options';

/** Any of these lets a token see what becomes of a fax; the last one is that of OAuth2. */
const READING = new Set(['fax:all:read', 'fax:fax:read', 'all']);

/** A scope whose form is documented, so that the node knows what it does not permit. */
const KNOWN_FORM = /^fax:\w+:(read|edit)$/;

const tokens = perRun(() => ({ reading: undefined as Promise<TokenInformation | undefined> | undefined }));

/**
 * Refuses a wait for which the token lacks the scope, before anything is sent: a fax would go out, and nobody could tell whether it
 * arrived. One request for all items of a run; where the scopes can't be read, the send itself shows what the token may do.
 */
export async function requireReadingScope(call: ReadCall): Promise<void> {
	const token = tokens(call.context);
	const scopes = (await (token.reading ??= tokenOf(call)))?.scopes ?? [];
	const areKnown = scopes.length > 0 && scopes.every((scope) => READING.has(scope) || KNOWN_FORM.test(scope));
	if (!areKnown || scopes.some((scope) => READING.has(scope))) return;
	throw new InputError(
		`The fax wasn't sent, because "${waitUntilSentField.displayName}" is on and the token can't read faxes. Its scopes are "${scopes.join(', ')}". Enter a token in the credential that also has "fax:all:read" or "fax:fax:read", or turn "${waitUntilSentField.displayName}" off.`,
	);
}

async function tokenOf(call: ReadCall): Promise<TokenInformation | undefined> {
	const reading = call.read({ path: '/auth/token' }).then(tokenIn);
	return await reading.catch(onlyFor(ServiceFault, () => undefined));
}
