import axios, { type AxiosBasicCredentials } from 'axios';
import { seed, startSimulator, type Simulator } from '../../simulator';
import { apiClient } from '../support/simulatorClient';

const redirect_uri = 'http://localhost:5678/rest/oauth2-credential/callback';
const basic: AxiosBasicCredentials = { username: seed.clientId, password: seed.clientSecret };
const permission = {
	response_type: 'code',
	client_id: seed.clientId,
	redirect_uri,
	scope: 'all',
	state: 'a&b',
};

interface Tokens {
	access_token: string;
	refresh_token: string;
	token_type: string;
	expires_in: number;
	error?: string;
}

describe('The authorization server of the simulator', () => {
	let simulator: Simulator;

	beforeAll(async () => {
		simulator = await startSimulator();
	});
	beforeEach(() => {
		simulator.reset();
	});
	afterAll(async () => {
		await simulator.stop();
	});

	/** Opens the consent page and sends its form, as a browser does. */
	async function decide(decision: string, parameters: Record<string, string> = permission): Promise<URL> {
		const { data: page } = await axios.get<string>(`${simulator.authUrl}/login`, { params: parameters });
		const form = new URLSearchParams({ decision });
		for (const [, name = '', value = ''] of page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)) {
			form.set(name, unescaped(value));
		}
		const { headers, status } = await axios.post(`${simulator.authUrl}/login`, form, {
			maxRedirects: 0,
			validateStatus: () => true,
		});
		expect(status).toBe(302);
		return new URL(String(headers['location']));
	}

	async function askForTokens(parameters: Record<string, string>, auth = basic) {
		const body = new URLSearchParams(parameters);
		const answer = { auth, validateStatus: () => true };
		return await axios.post<Tokens>(`${simulator.authUrl}/token`, body, answer);
	}

	async function newCode(): Promise<string> {
		return (await decide('allow')).searchParams.get('code') ?? '';
	}

	const redemption = async () => ({
		grant_type: 'authorization_code',
		code: await newCode(),
		redirect_uri,
	});
	const readToken = async (accessToken: string) =>
		(await apiClient(simulator, accessToken, seed.clientId).get('/auth/token')).status;

	it('sends the browser back with a code and the state', async () => {
		const target = await decide('allow');

		expect(target.origin + target.pathname).toBe(redirect_uri);
		expect(target.searchParams.get('state')).toBe('a&b');
		expect(target.searchParams.get('code')).not.toBe('');
	});

	it.each([
		['response_type', 'token'],
		['client_id', 'APIK-unknown'],
		['client_id', '<script>'],
		['redirect_uri', 'nowhere'],
		['scope', 'fax:all:read'],
	])('shows no consent page when %s is %s', async (name, value) => {
		const answer = { params: { ...permission, [name]: value }, validateStatus: () => true };
		const { status, data } = await axios.get<string>(`${simulator.authUrl}/login`, answer);

		expect(status).toBe(400);
		expect(data).toContain(name);
		expect(data).not.toContain('<');
	});

	it('issues tokens for a code', async () => {
		const { status, data } = await askForTokens(await redemption());

		expect(status).toBe(200);
		expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
		expect(await readToken(data.access_token)).toBe(200);
	});

	it('issues tokens once for a code', async () => {
		const parameters = await redemption();
		await askForTokens(parameters);

		const { status, data } = await askForTokens(parameters);
		expect([status, data.error]).toEqual([400, 'invalid_grant']);
	});

	it.each([
		['an unknown client', { ...basic, username: 'APIK-unknown' }],
		['a wrong secret', { ...basic, password: 'wrong' }],
		['a malformed secret', { ...basic, password: '%' }],
		['an empty secret', { ...basic, password: '' }],
	])('refuses %s', async (_case, auth) => {
		const { status, data } = await askForTokens(await redemption(), auth);
		expect([status, data.error]).toEqual([401, 'invalid_client']);
	});

	it('refreshes, with a new refresh token each time', async () => {
		const { data: first } = await askForTokens(await redemption());
		const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };

		const { data: second } = await askForTokens(refresh);
		expect(await readToken(second.access_token)).toBe(200);
		expect(second.refresh_token).not.toBe(first.refresh_token);
		expect((await askForTokens(refresh)).data.error).toBe('invalid_grant');
		expect((await askForTokens({ ...refresh, refresh_token: second.refresh_token })).status).toBe(200);
	});

	it('lets access tokens expire, at once or by their lifetime', async () => {
		const { data } = await askForTokens(await redemption());
		simulator.expireAccessTokens();
		expect(await readToken(data.access_token)).toBe(401);

		simulator.accessTokenLifetime = 0;
		const { data: shortLived } = await askForTokens(await redemption());
		expect(shortLived.expires_in).toBe(0);
		expect(await readToken(shortLived.access_token)).toBe(401);
	});
});

function unescaped(html: string): string {
	return html.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));
}
