import { seed, type Simulator } from '../simulator';
import type { CredentialDraft, N8nApi, StoredCredential } from '../harness/n8n';
import type { ChatModel } from '../harness/chatModel';
import { connectOAuth2 } from '../harness/n8n/oauthConsent';
import { modelCredential } from './chats';

export const SECRET_TYPE = 'faxPlusWebhookSecretApi';

/** What the forms of the example workflows ask for. */
export const formLogin = { user: 'fax', password: 'fax' };

/** The demo's credentials by their type. */
export type Credentials = ReadonlyMap<string, StoredCredential>;

/** Enters all credentials that the example workflows name; anew at each start, as the simulator forgets everything. */
export async function ensureCredentials(
	api: N8nApi,
	simulator: Simulator,
	chatModel: ChatModel,
): Promise<Credentials> {
	const existing = await api.listCredentials();
	const credentials = new Map<string, StoredCredential>();
	for (const draft of [...drafts(simulator), modelCredential(chatModel)]) {
		const found = existing.find(({ name, type }) => name === draft.name && type === draft.type);
		const saved = found ? await api.updateCredential(found.id, draft) : await api.createCredential(draft);
		credentials.set(draft.type, saved);
	}
	await connectOAuth2(api, credentials.get('faxPlusOAuth2Api')?.id ?? '');
	return credentials;
}

function drafts({ baseUrl, authUrl, mailbox }: Simulator): CredentialDraft[] {
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
	];
}
