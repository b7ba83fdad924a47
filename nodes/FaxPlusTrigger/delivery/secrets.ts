import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { fingerprintOf } from '../../shared/values/fingerprint';
import { toList } from '../../shared/values/lists';
import { toText } from '../../shared/values/text';
import type { Rejection } from './rejection';
import { decodeSecret } from './signature';

/** The keys with which deliveries may be signed. */
export interface Keys {
	valid: Buffer[];
	/** All secrets in the credential, malformed ones too. */
	secrets: string[];
	/** What is wrong with other secrets, for the log only. */
	detail?: string;
}

/** The credential that holds the signing secrets. */
export const SECRETS = 'faxPlusWebhookSecretApi';

/** Reads the keys from the credential of the trigger, as it is now. */
export async function readKeys(context: IWebhookFunctions): Promise<Keys | Rejection> {
	if (!context.getNode().credentials?.[SECRETS]) {
		return {
			status: 401,
			cause: 'no signing secret credential is selected in the trigger',
			remedy: 'credential',
		};
	}
	let secrets: string[];
	try {
		secrets = secretsIn(await context.getCredentials(SECRETS));
	} catch (error) {
		return {
			status: 503,
			cause: 'the signing secret credential cannot be read',
			detail: String(error),
			remedy: 'credential',
		};
	}
	if (secrets.length === 0)
		return { status: 401, cause: 'the signing secret credential is still empty', remedy: 'secret' };
	const valid = secrets.flatMap((secret) => decodeSecret(secret) ?? []);
	if (valid.length === secrets.length) return { valid, secrets };
	if (valid.length > 0)
		return { valid, secrets, detail: 'a secret in the credential is malformed and does not count' };
	return {
		status: 401,
		cause: 'the signing secret is malformed: it is "whsec_" followed by base64, as Fax.Plus shows it',
		secretsMark: markOf(secrets),
		remedy: 'secret',
	};
}

/** Stands for the secrets in a credential. */
export function markOf(secrets: string[]): string {
	return fingerprintOf(JSON.stringify(secrets));
}

/** The secrets that a credential holds, in its order; rows that are still empty, or empty again, count for nothing. */
export function secretsIn(credential: IDataObject): string[] {
	const { entries } = (credential['endpoints'] ?? {}) as { entries?: unknown };
	return toList(rowsOf(entries).flatMap(({ secret }) => toList(toText(secret).replace(/\s+/g, ','))));
}

function rowsOf(value: unknown): IDataObject[] {
	const rows: unknown[] = Array.isArray(value) ? value : [value];
	return rows.filter((row): row is IDataObject => typeof row === 'object' && row !== null);
}
