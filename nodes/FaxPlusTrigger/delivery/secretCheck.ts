import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { secretsIn } from './keys';
import { decodeSecret } from './signature';

/** Tells whether signing secrets are well-formed. Whether they are the right ones shows only with a delivery. */
export function signingSecretTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const secrets = secretsIn(credential.data ?? {});
	const malformed = secrets.findIndex((secret) => decodeSecret(secret) === undefined);
	return Promise.resolve(resultOf(secrets.length, malformed));
}

function resultOf(count: number, malformed: number): INodeCredentialTestResult {
	if (malformed >= 0) {
		const message = `Secret ${malformed + 1} of ${count} is malformed: a signing secret is "whsec_" followed by base64, exactly as Fax.Plus shows it.`;
		return { status: 'Error', message };
	}
	const message =
		count === 0
			? 'There is no secret yet, so Fax.Plus is asked about each delivery. Add the secret of an endpoint once its workflow is published.'
			: `Well-formed: ${count === 1 ? 'one secret' : `${count} secrets`}. The next delivery shows whether the endpoint uses it.`;
	return { status: 'OK', message };
}
