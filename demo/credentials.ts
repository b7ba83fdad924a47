import { seed, type Simulator } from '../simulator';
import type { CredentialDraft, N8nApi, StoredCredential } from '../harness/n8n';
import type { ChatModel } from '../harness/chatModel';
import { connectOAuth2 } from '../harness/n8n/oauthConsent';
import { WrittenAddresses } from './writtenAddresses';

export const SECRET_TYPE = 'faxPlusWebhookSecretApi';

/** What the forms of the example workflows ask for. */
export const formLogin = { user: 'fax', password: 'fax' };

/** The demo's credentials by their type. */
export type Credentials = ReadonlyMap<string, StoredCredential>;

/**
 * Makes sure of all credentials that the example workflows name. Those that are there already are only led to the addresses
 * of this start; what else a person has entered stays, and so does all of a credential that a person has led elsewhere.
 *
 * @param folder where the demo keeps its data
 */
export async function ensureCredentials(
	api: N8nApi,
	simulator: Simulator,
	chatModel: ChatModel,
	folder: string,
): Promise<Credentials> {
	const existing = await api.listCredentials();
	const written = await WrittenAddresses.read(folder);
	const credentials = new Map<string, StoredCredential>();
	for (const draft of drafts(simulator, chatModel)) {
		const found = existing.find(({ name, type }) => name === draft.name && type === draft.type);
		const saved = found ? await lead(api, found, draft, written) : await api.createCredential(draft);
		if (!found) written.note(saved.id, draft.data);
		credentials.set(draft.type, saved);
	}
	await written.save();
	// It fails with a client that a person has entered; the examples do without this credential.
	await connectOAuth2(api, credentials.get('faxPlusOAuth2Api')?.id ?? '').catch(() => undefined);
	return credentials;
}

/** Leads a credential to the addresses of a draft, unless a person has led it elsewhere. */
async function lead(
	api: N8nApi,
	found: StoredCredential,
	draft: CredentialDraft,
	written: WrittenAddresses,
): Promise<StoredCredential> {
	const data = await api.readCredential(found.id);
	if (!written.isUnchanged(found.id, data)) return found;
	const addresses = written.note(found.id, draft.data);
	return await api.updateCredential(found.id, { ...draft, data: { ...data, ...addresses } });
}

function drafts({ baseUrl, authUrl, mailbox }: Simulator, { url }: ChatModel): CredentialDraft[] {
	const { ownerToken: accessToken, clientId, clientSecret } = seed;
	const mail = { user: '', password: '', host: '127.0.0.1', port: mailbox?.port, secure: false };
	return [
		{ name: 'Fax.Plus (demo)', type: 'faxPlusApi', data: { accessToken, baseUrl } },
		{
			name: 'Fax.Plus OAuth2 (demo)',
			type: 'faxPlusOAuth2Api',
			data: { clientId, clientSecret, baseUrl, authorizationServer: authUrl },
		},
		{ name: 'Fax.Plus signing secret (demo)', type: SECRET_TYPE, data: {} },
		{ name: 'Form login', type: 'httpBasicAuth', data: formLogin },
		{ name: 'Mailbox (demo)', type: 'smtp', data: { ...mail, disableStartTls: true } },
		// By the name that the examples give it.
		{ name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'none', url } },
	];
}
