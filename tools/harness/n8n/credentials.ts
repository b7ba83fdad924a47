import type { N8nApi } from './api';
import type { CredentialDraft, StoredCredential } from './apiTypes';

export function accessTokenDraft(
	{ baseUrl }: { baseUrl: string },
	accessToken: string,
	name = 'Account',
): CredentialDraft {
	return { name, type: 'faxPlusApi', data: { accessToken, baseUrl } };
}

/** Data of the credential for signing secrets, with a row for each secret. */
export function signingSecrets(...secrets: string[]): Record<string, unknown> {
	return { endpoints: { entries: secrets.map((secret) => ({ secret, note: '' })) } };
}

/** A credential with these signing secrets. */
export function secretsDraft(name: string, ...secrets: string[]): CredentialDraft {
	return { name, type: 'faxPlusWebhookSecretApi', data: signingSecrets(...secrets) };
}

/** Replaces the signing secrets of a credential. */
export async function enterSecrets(
	api: N8nApi,
	{ id, name }: StoredCredential,
	...secrets: string[]
): Promise<void> {
	await api.updateCredential(id, secretsDraft(name, ...secrets));
}
