import { seed, type Simulator } from '../simulator';
import type { CredentialDraft, N8nApi, StoredCredential } from '../harness/n8n';
import { connectOAuth2 } from '../harness/n8n/oauthConsent';
import type { Progress } from '../harness/progress';
import { oneLine } from './oneLine';
import { WrittenAddresses } from './writtenAddresses';

export const SECRET_TYPE = 'faxPlusWebhookSecretApi';

/** Login for the forms of the example workflows. */
export const formLogin = { user: 'fax', password: 'fax' };

/** The demo's credentials by their type. */
export type Credentials = ReadonlyMap<string, StoredCredential>;

/**
 * Makes sure that all credentials of the example workflows exist. Existing ones only get the addresses of this start.
 *
 * Everything else that the user entered stays, including the name. A credential doesn't change if the user changed its addresses,
 * or if n8n rejects the update.
 *
 * @param folder where the demo stores its data
 */
export async function ensureCredentials(
	api: N8nApi,
	simulator: Simulator,
	chatModel: { url: string },
	folder: string,
	progress: Progress,
): Promise<Credentials> {
	const existing = await api.listCredentials();
	const written = await WrittenAddresses.read(folder, progress);
	const credentials = new Map<string, StoredCredential>();
	for (const draft of drafts(simulator, chatModel)) {
		const alike = existing.filter(({ type }) => type === draft.type);
		const found = alike.find(({ id }) => written.knows(id)) ?? alike.find(({ name }) => name === draft.name);
		const saved = found ?? (await api.createCredential(draft));
		if (!found) written.note(saved.id, draft.data);
		else
			await lead(api, found, draft, written).catch((error: unknown) => {
				progress(`can't update the credential "${found.name}": ${oneLine(error)}`);
			});
		credentials.set(draft.type, saved);
	}
	await written.save();
	// This fails if the user entered another client, but the examples don't need this credential.
	await connectOAuth2(api, credentials.get('faxPlusOAuth2Api')?.id ?? '').catch(() => undefined);
	await saveLast(api, credentials.get('faxPlusApi')).catch(() => undefined);
	return credentials;
}

/**
 * Saves a credential without changes, because a new node that supports several types selects the credential that was saved last.
 */
async function saveLast(api: N8nApi, credential: StoredCredential | undefined): Promise<void> {
	if (!credential) return;
	const { id, name, type } = credential;
	await api.updateCredential(id, { name, type, data: await api.readCredential(id) });
}

/** Changes the addresses in a credential to a draft's, unless the user changed them. */
async function lead(
	api: N8nApi,
	found: StoredCredential,
	draft: CredentialDraft,
	written: WrittenAddresses,
): Promise<void> {
	const { id, name, type } = found;
	const data = await api.readCredential(id);
	if (!written.isUnchanged(id, data, draft.data)) return;
	const addresses = written.note(id, draft.data);
	if (Object.entries(addresses).every(([field, value]) => data[field] === value)) return;
	await api.updateCredential(id, { name, type, data: { ...data, ...addresses } });
}

function drafts(
	{ baseUrl, authUrl, mailbox, inbox }: Simulator,
	{ url }: { url: string },
): CredentialDraft[] {
	const { ownerToken: accessToken, clientId, clientSecret } = seed;
	// HTTP Request may send the demo's tokens to the simulator only.
	const addresses = { baseUrl, allowedDomains: new URL(baseUrl).hostname };
	const mail = { user: '', password: '', host: '127.0.0.1', port: mailbox?.port, secure: false };
	return [
		{ name: 'Fax.Plus (demo)', type: 'faxPlusApi', data: { accessToken, ...addresses } },
		{
			name: 'Fax.Plus OAuth2 (demo)',
			type: 'faxPlusOAuth2Api',
			data: { clientId, clientSecret, ...addresses, authorizationServer: authUrl },
		},
		{ name: 'Fax.Plus signing secret (demo)', type: SECRET_TYPE, data: {} },
		{ name: 'Form login', type: 'httpBasicAuth', data: formLogin },
		{ name: 'Mailbox (demo)', type: 'smtp', data: { ...mail, disableStartTls: true } },
		{
			name: 'Fax inbox (demo)',
			type: 'imap',
			data: { user: 'fax', password: 'none', host: '127.0.0.1', port: inbox?.port, secure: false },
		},
		// The examples use this name.
		{ name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'none', url } },
	];
}
