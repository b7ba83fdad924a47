import type { N8nApi } from './api';
import type { CredentialDraft, StoredCredential } from './apiTypes';

/** A credential with a personal access token. */
export function accessTokenDraft(
	{ baseUrl }: { baseUrl: string },
	accessToken: string,
	name = 'Account',
): CredentialDraft {
	return { name, type: 'faxPlusApi', data: { accessToken, baseUrl } };
}

/** What the credential for signing secrets holds, a row for each secret. */
export function signingSecrets(...secrets: string[]): Record<string, unknown> {
	return { endpoints: { entries: secrets.map((secret) => ({ secret, note: '' })) } };
}

/** A credential for signing secrets, which holds these. */
export function secretsDraft(name: string, ...secrets: string[]): CredentialDraft {
	return { name, type: 'faxPlusWebhookSecretApi', data: signingSecrets(...secrets) };
}

/** Has a credential hold these signing secrets, in place of those that are there. */
export async function enterSecrets(
	api: N8nApi,
	{ id, name }: StoredCredential,
	...secrets: string[]
): Promise<void> {
	await api.updateCredential(id, secretsDraft(name, ...secrets));
}
