import axios, { type AxiosBasicCredentials } from 'axios';
import { seed } from '../../simulator';
import { faxingBench } from '../support/faxingBench';
import { apiClient } from '../support/simulatorClient';

const redirect_uri = 'http://localhost:5678/rest/oauth2-credential/callback';
const client: AxiosBasicCredentials = { username: seed.clientId, password: seed.clientSecret };
const ids = { client_id: seed.clientId, redirect_uri };
const permission = { response_type: 'code', ...ids, scope: 'all', state: 'a&b' };
const validateStatus = () => true;

interface Tokens {
	access_token: string;
	refresh_token: string;
	token_type: string;
	expires_in: number;
	error?: string;
}

const bench = faxingBench();

/** Opens the consent page and sends its form, as a browser does; returns where it is sent back to. */
async function allow(): Promise<URL> {
	const login = `${bench().simulator.authUrl}/login`;
	const { data: page } = await axios.get<string>(login, { params: permission });
	const form = new URLSearchParams({ decision: 'allow' });
	for (const [, name = '', value = ''] of page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
		form.set(
			name,
			value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
		);
	}
	const { headers, status } = await axios.post(login, form, { maxRedirects: 0, validateStatus });
	expect(status).toBe(302);
	return new URL(String(headers['location']));
}

async function ask(parameters: Record<string, string>, auth = client) {
	const options = { auth, validateStatus };
	const body = new URLSearchParams(parameters);
	return await axios.post<Tokens>(`${bench().simulator.authUrl}/token`, body, options);
}

const redemptionOf = ({ searchParams }: URL) => ({
	grant_type: 'authorization_code',
	code: searchParams.get('code') ?? '',
	redirect_uri,
});
const redemption = async () => redemptionOf(await allow());
const statusWith = async ({ access_token }: Tokens) =>
	(await apiClient(bench().simulator, access_token, seed.clientId).get('/auth/token')).status;

describe('The authorization server of the simulator', () => {
	it('sends the browser back with the state and a code, for which it issues tokens once', async () => {
		const target = await allow();
		expect(target.origin + target.pathname).toBe(redirect_uri);
		expect(target.searchParams.get('state')).toBe('a&b');
		const parameters = redemptionOf(target);

		const { status, data } = await ask(parameters);
		expect(status).toBe(200);
		expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
		expect(await statusWith(data)).toBe(200);
		expect((await ask(parameters)).data.error).toBe('invalid_grant');
	});

	it.each([
		['response_type', 'token'],
		['client_id', '<script>'],
		['redirect_uri', 'nowhere'],
		['scope', 'fax:all:read'],
	])('shows no consent page when %s is %s', async (name, value) => {
		const options = { params: { ...permission, [name]: value }, validateStatus };
		const { status, data } = await axios.get<string>(`${bench().simulator.authUrl}/login`, options);
		expect(status).toBe(400);
		expect(data).toContain(name);
		expect(data).not.toContain('<');
	});

	it.each([{ username: 'APIK-unknown' }, { password: 'wrong' }, { password: '%' }, { password: '' }])(
		'refuses a client with %j',
		async (wrong) => {
			const { status, data } = await ask(await redemption(), { ...client, ...wrong });
			expect([status, data.error]).toEqual([401, 'invalid_client']);
		},
	);

	it('refreshes, with a new refresh token each time', async () => {
		const { data: first } = await ask(await redemption());
		const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };

		const { data: second } = await ask(refresh);
		expect(await statusWith(second)).toBe(200);
		expect((await ask(refresh)).data.error).toBe('invalid_grant');
		expect((await ask({ ...refresh, refresh_token: second.refresh_token })).status).toBe(200);
	});

	it('lets access tokens expire, at once or by their lifetime', async () => {
		const { data } = await ask(await redemption());
		bench().simulator.expireAccessTokens();
		expect(await statusWith(data)).toBe(401);

		bench().simulator.accessTokenLifetime = 0;
		expect(await statusWith((await ask(await redemption())).data)).toBe(401);
	});
});
