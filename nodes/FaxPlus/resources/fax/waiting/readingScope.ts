import { onlyFor } from '../../../../shared/http/rethrow';
import { ServiceFault } from '../../../../shared/http/faults';
import type { TokenInformation } from '../../../../shared/records';
import { tokenIn } from '../../../../shared/editor/accessTokenCheck';
import { InputError } from '../../../../shared/values/inputError';
import { perRun } from '../../../../shared/async/perRun';
import type { ReadCall } from '../../../operation/itemCall';
import { waitUntilSentField } from './options';

/** Scopes that let a token read the result of a fax. Each of them is enough, and "all" is the scope of OAuth2. */
const READING = new Set(['fax:all:read', 'fax:fax:read', 'all']);

/** The documented form of a scope. If a scope has this form, the node knows what it doesn't allow. */
const KNOWN_FORM = /^fax:\w+:(read|edit)$/;

const tokens = perRun(() => ({ reading: undefined as Promise<TokenInformation | undefined> | undefined }));

/**
 * Refuses a wait before anything is sent if the token lacks the scope to read faxes. Otherwise, a fax would be sent, and its
 * result would stay unknown. All items of a run share one request. If the scopes can't be read, the send itself shows what the
 * token allows.
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
