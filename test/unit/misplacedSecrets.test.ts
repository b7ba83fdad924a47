import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IExecuteFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { accessTokenTest } from '../../nodes/shared/editor/accessTokenCheck';
import { readAccount, type Authentication } from '../../nodes/shared/http/account';
import { InputError } from '../../nodes/shared/values/inputError';
import { toE164 } from '../../nodes/shared/values/phoneNumbers';
import { signingSecretTest } from '../../nodes/FaxPlusTrigger/delivery/keys';

const KEY = 'dGhpcyBpcyBhIHNlY3JldCBrZXkgb2YgMzIgYnl0ZXM5';
const SECRET = `whsec_${KEY}`;
const TOKEN = 'alohi_pat_Xy12Zt98Qw';
const CLIENT_ID = 'APIK-0f3c2a1b';
const BASE_URL = 'https://restapi.fax.plus/v3';
const SERVER = 'https://accounts.fax.plus';
const PARTS = [KEY, KEY.slice(2, 12), TOKEN.slice(10), CLIENT_ID.slice(5)];

type Data = ICredentialDataDecryptedObject;

/** Returns the result of a credential test. There's no function for requests, because the test must not send any. */
async function tested(
	test: (
		this: ICredentialTestFunctions,
		credential: ICredentialsDecrypted,
	) => Promise<INodeCredentialTestResult>,
	data: Data,
): Promise<INodeCredentialTestResult> {
	const credential = { id: '1', name: 'Fax.Plus', type: 'faxPlus', data };
	return await test.call({ helpers: {} } as ICredentialTestFunctions, credential);
}

/** Returns what a node reports about a credential when it's executed. */
async function executed(authentication: Authentication, data: Data): Promise<INodeCredentialTestResult> {
	const context = { getCredentials: () => Promise.resolve(data) } as unknown as IExecuteFunctions;
	return await readAccount(context, authentication).then(
		() => ({ status: 'OK', message: '' }),
		(error: unknown) => {
			if (error instanceof InputError) return { status: 'Error', message: error.message };
			throw error;
		},
	);
}

const asToken = (data: Data) => tested(accessTokenTest, { baseUrl: BASE_URL, ...data });
const asSecrets = (secret: string, note = '') =>
	tested(signingSecretTest, { endpoints: { entries: [{ secret, note }] } });
const asOAuth2 = (data: Data) =>
	executed('oAuth2', {
		...{ clientId: CLIENT_ID, clientSecret: 'a secret', baseUrl: BASE_URL, authorizationServer: SERVER },
		oauthTokenData: { access_token: 'token' },
		...data,
	});

describe('a token only travels encrypted', () => {
	const elsewhere = [
		'http://restapi.fax.plus/v3',
		'http://10.0.0.7/v3',
		'http://localhost.example/v3',
		'http://127.0.0.1.example',
	];
	const token = 'alohi_pat_Xy12Zt98Qw';

	test.each(elsewhere)('so %s is refused', async (address) => {
		const results = [
			await asToken({ accessToken: token, baseUrl: address }),
			await executed('accessToken', { accessToken: token, baseUrl: address }),
			await asOAuth2({ baseUrl: address }),
			await asOAuth2({ authorizationServer: address }),
		];
		for (const { message } of results)
			expect(message).toMatch(/begins with http:\/\/.*begins with https:\/\//);
	});

	test.each(['http://localhost:5690/v3', 'http://127.0.0.1:5690/v3', 'http://[::1]:5690/v3'])(
		'but %s is this machine',
		async (address) => {
			expect((await executed('accessToken', { accessToken: token, baseUrl: address })).status).toBe('OK');
			expect((await asOAuth2({ authorizationServer: address, baseUrl: address })).status).toBe('OK');
		},
	);
});

const [SIGNING, PERSONAL, CLIENT] = [
	'webhook signing secret',
	'personal access token',
	'OAuth client ID',
] as const;

describe("A credential says what's in the wrong field and where it belongs, without showing it", () => {
	test.each([
		['Access Token', SIGNING, () => asToken({ accessToken: SECRET })],
		['Access Token', SIGNING, () => asToken({ accessToken: ` "v1,${SECRET}"\n` })],
		['Access Token', SIGNING, () => asToken({ accessToken: `Bearer ${SECRET.toUpperCase()}` })],
		['Access Token', SIGNING, () => asToken({ accessToken: `\u200Bwhs\u00ADec_${KEY}` })],
		['Access Token', CLIENT, () => asToken({ accessToken: CLIENT_ID })],
		['Access Token', SIGNING, () => executed('accessToken', { accessToken: SECRET, baseUrl: BASE_URL })],
		['Base URL', PERSONAL, () => asToken({ accessToken: TOKEN, baseUrl: TOKEN })],
		['Base URL', PERSONAL, () => asToken({ accessToken: TOKEN, baseUrl: `${BASE_URL}/${TOKEN}` })],
		['Base URL', PERSONAL, () => asToken({ accessToken: TOKEN, baseUrl: `https://${TOKEN}@fax.plus/v3` })],
		['Base URL', SIGNING, () => asToken({ accessToken: TOKEN, baseUrl: SECRET })],
		['Secret', PERSONAL, () => asSecrets(TOKEN)],
		['Secret', CLIENT, () => asSecrets(CLIENT_ID)],
		['Note', SIGNING, () => asSecrets('', SECRET)],
		['Note', SIGNING, () => asSecrets(SECRET, `the secret: ${SECRET}`)],
		['Note', SIGNING, () => asSecrets(SECRET, 'whsec_abcd')],
		['Note', PERSONAL, () => asSecrets(SECRET, TOKEN)],
		['Note', 'secret', () => asSecrets('', KEY)],
		['Client ID', PERSONAL, () => asOAuth2({ clientId: TOKEN })],
		[
			'Client ID',
			PERSONAL,
			() => asOAuth2({ clientId: TOKEN, oauthTokenData: undefined as unknown as string }),
		],
		['Client ID', SIGNING, () => asOAuth2({ clientId: SECRET })],
		['Client Secret', PERSONAL, () => asOAuth2({ clientSecret: TOKEN })],
		['Client Secret', CLIENT, () => asOAuth2({ clientSecret: CLIENT_ID })],
		['Authorization Server', PERSONAL, () => asOAuth2({ authorizationServer: `${SERVER}/${TOKEN}` })],
		['Base URL', PERSONAL, () => asOAuth2({ baseUrl: TOKEN })],
	])('"%s": %s (%#)', async (field, what, answer) => {
		const { status, message } = await answer();
		expect(status).toBe('Error');
		expect(message).toContain(`"${field}"`);
		expect(message).toContain(what);
		for (const part of PARTS) expect(message.toLowerCase()).not.toContain(part.toLowerCase());
	});

	it('accepts correct values', async () => {
		const notes = [
			'',
			'Incoming faxes, production',
			'https://n8n.example.com/webhook/6f1a0000-1b2c-4d3e/webhook',
			CLIENT_ID,
		];
		for (const note of notes) expect(await asSecrets(SECRET, note)).toMatchObject({ status: 'OK' });
		expect(await asOAuth2({})).toMatchObject({ status: 'OK' });
		expect(await executed('accessToken', { accessToken: TOKEN, baseUrl: BASE_URL })).toMatchObject({
			status: 'OK',
		});
	});
});

test.each([SECRET, TOKEN, `+15550100200 ${SECRET}`])(
	'An error about %s as a number never shows it',
	(value) => {
		const refused = () => toE164(value, 'To');
		expect(refused).toThrow(InputError);
		for (const part of PARTS) expect(refused).not.toThrow(part);
	},
);
