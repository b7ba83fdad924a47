import type { AxiosInstance } from 'axios';
import axios from 'axios';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Delivery, RequestLogEntry } from '../../simulator';
import { seed } from '../../simulator';
import type { Endpoint } from '../../simulator/state';
import { fileForm } from '../support/faxingBench';

const root = join(__dirname, '..', '..');
const START_LIMIT_MS = 60_000;

/** The simulator in a process of its own, as it runs beside a demo. */
describe('The simulator, steered over HTTP', () => {
	let child: ChildProcess;
	let control: AxiosInstance;
	let api: AxiosInstance;
	let origin = '';

	beforeAll(async () => {
		const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
		const main = join(root, 'simulator', 'main.ts');
		child = spawn(process.execPath, [tsx, main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
		if (!child.stdout) throw new Error('The process has no output');
		const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
		origin = /page (\S+)\//.exec(line)?.[1] ?? line;
		expect(line).toBe(`Faxing service: page ${origin}/, API ${origin}/v3, OAuth ${origin}/oauth`);
		const options = { validateStatus: () => true };
		control = axios.create({ baseURL: `${origin}/control`, ...options });
		api = axios.create({ baseURL: `${origin}/v3`, ...options, headers: bearer(seed.ownerToken) });
	}, START_LIMIT_MS);

	beforeEach(async () => {
		await control.post('/reset');
	});

	afterAll(async () => {
		expect((await control.get('/violations')).data).toEqual([]);
		const ended = once(child, 'exit');
		child.kill('SIGTERM');
		expect(await ended).toEqual([0, null]);
	});

	const statusWith = async (accessToken: string, path: string) =>
		(await api.get(path, { headers: bearer(accessToken) })).status;

	async function mint(values: object): Promise<string> {
		return (await control.post<{ accessToken: string }>('/tokens', values)).data.accessToken;
	}

	it('says where it is and what is in it', async () => {
		expect((await control.get('/addresses')).data).toEqual({
			baseUrl: `${origin}/v3`,
			authUrl: `${origin}/oauth`,
			accessToken: seed.ownerToken,
			clientId: seed.clientId,
			clientSecret: seed.clientSecret,
		});
		expect((await control.get('/seed')).data).toEqual(seed);
		expect((await control.get('/state')).data).toMatchObject({
			users: { [seed.memberId]: { role: 'member' } },
			accounts: {
				[seed.accountId]: {
					groups: { [seed.groupIds[0]]: { sharedWith: [] } },
					faxes: { [seed.faxId]: { thumbnail: { bytes: expect.any(Number) as number } } },
				},
			},
		});
	});

	it('adds tokens with chosen scopes, users, accounts and faxes', async () => {
		expect(await statusWith(await mint({ scopes: ['fax:shop:read'] }), '/shop/balance')).toBe(200);
		expect(await statusWith(await mint({ scopes: ['fax:ai:read'] }), '/shop/balance')).toBe(403);
		expect(await statusWith(await mint({ isRevoked: true }), '/shop/balance')).toBe(401);
		expect(await statusWith(await mint({ expiresAt: 1 }), '/shop/balance')).toBe(401);
		expect((await control.post('/tokens', { userId: 'u_nobody' })).status).toBe(404);

		const { data: account } = await control.post<{ id: string }>('/accounts', {
			ownedNumber: '+390612345678',
		});
		const { data: user } = await control.post<{ id: string }>('/users', { accountId: account.id });
		const { data: fax } = await control.post<{ id: string }>('/faxes', {
			accountId: account.id,
			userId: user.id,
			extraction: { pendingReads: 1 },
		});
		const headers = bearer(await mint({ userId: user.id }));
		const extraction = `/accounts/self/faxes/${fax.id}/ai/field-extraction`;
		expect((await api.get(extraction, { headers })).data).toEqual({ status: 'pending', data: null });
		expect((await api.get(`/accounts/self/thumbnail/${fax.id}`, { headers })).status).toBe(200);
	});

	it('adds thousands of faxes at once, the last one as the newest', async () => {
		const startTime = '2030-01-01 00:00:00';
		const faxes = Array.from({ length: 10_000 }, (_, i) => ({ id: `many-${i}`, startTime }));
		const { data } = await control.post<{ ids: string[] }>('/faxes/batch', faxes);
		expect(data.ids).toEqual(faxes.map(({ id }) => id));
		const list = await api.get<{ data: { records: Array<{ id: string }> } }>('/accounts/self/faxes', {
			params: { after: startTime, limit: 2, offset: 9_998 },
		});
		expect(list.data.data.records.map(({ id }) => id)).toEqual(['many-1', 'many-0']);
	});

	it('adds a fax that is listed later, with a document of a size', async () => {
		const values = { listedFrom: Date.now() + 60_000, fileSize: 4711 };
		const { data } = await control.post<{ id: string }>('/faxes', values);
		expect((await api.get(`/accounts/self/faxes/${data.id}`)).status).toBe(200);
		expect(JSON.stringify((await api.get('/accounts/self/faxes')).data)).not.toContain(data.id);
		const file = await api.get(`/accounts/self/files/${data.id}`, { headers: { accept: 'application/pdf' } });
		expect(file.headers['content-length']).toBe('4711');
		expect((await control.post('/faxes', { accountId: 'acc_unknown' })).status).toBe(404);
	});

	it('lets a fax begin and end', async () => {
		const { data: begun } = await control.post<{ id: string }>('/faxes/begin', { from: '+15550100777' });
		const path = `/accounts/self/faxes/${begun.id}`;
		expect((await api.get(path)).data).toMatchObject({ from: '+15550100777', status: 'in_progress' });
		const end = `/faxes/${begun.id}/end`;
		expect((await control.post(end, { status: 'partially_received', pages: 3 })).data).toEqual([]);
		expect((await api.get(path)).data).toMatchObject({ status: 'partially_received', pages: 3 });
		expect((await control.post(end)).status).toBe(404);

		const { data: plain } = await control.post<{ id: string }>('/faxes/begin');
		await control.post(`/faxes/${plain.id}/end`);
		expect((await api.get(`/accounts/self/faxes/${plain.id}`)).data).toMatchObject({ status: 'success' });
	});

	it('changes accounts and settings', async () => {
		await control.patch(`/accounts/${seed.accountId}`, { webhooksEnabled: false });
		expect((await api.get('/webhooks')).status).toBe(404);
		expect((await control.patch('/accounts/acc_unknown', {})).status).toBe(404);

		await control.post('/reset');
		await control.post('/settings', {
			webhookListShape: 'data.records',
			latency: 1,
		});
		expect((await api.get('/webhooks')).data).toEqual({ data: { records: [] } });
	});

	it('decides what happens on the lines, and shows faxes, documents and reports', async () => {
		const lines = await control.get<Record<string, string[]>>('/lines');
		expect(lines.data).toMatchObject({ '+15550100911': ['failed_user_busy'] });
		await control.post('/lines', { number: '+15550100400', results: ['failed_no_answer'] });
		await control.post('/settings', { recordNumbers: '_number', sending: { converting: 1, sending: 1 } });
		const { data: upload } = await api.post<{ path: string }>(
			'/accounts/self/files',
			fileForm('Hello', 'letter.txt', 'text/plain'),
		);
		const fax = { from: seed.ownedNumber, to: ['+15550100400'], files: [upload.path] };
		await api.post('/accounts/self/outbox', fax);
		await api.post('/accounts/self/outbox', { ...fax, send_time: '2030-01-01 00:00:00 +0000' });

		const newest = async () => (await control.get<Array<Record<string, unknown>>>('/faxes?limit=1')).data;
		let [sent] = await newest();
		while (sent?.['to'] !== '+15550100400') [sent] = await newest();
		expect(sent).toMatchObject({ category: 'sent', status: 'failed_no_answer', pages: 1 });
		const id = String(sent['id']);
		expect((await api.get(`/accounts/self/faxes/${id}`)).data).toMatchObject({ to_number: '+15550100400' });
		const { data: outbox } = await control.get<object[]>('/outbox');
		expect(outbox).toHaveLength(3);
		expect(outbox[2]).toMatchObject({ to: '+15550100400', sendTime: Date.UTC(2030, 0, 1) });
		for (const file of ['file', 'report']) {
			const { data, headers } = await control.get<string>(`/faxes/${id}/${file}`);
			expect(headers['content-type']).toBe('application/pdf');
			expect(data).toMatch(/^%PDF-/);
		}
		expect((await control.get('/faxes/none/file')).status).toBe(404);
	});

	it('fails on demand, and shows requests and load', async () => {
		await control.post('/fail', { times: 5, with: 503, path: '/shop/balance' });
		expect((await api.get('/shop/balance')).status).toBe(503);
		await control.post('/recover');
		expect((await api.get('/shop/balance')).status).toBe(200);

		const { data } = await control.get<RequestLogEntry[]>('/requests');
		expect(data.map(({ path, status }) => [path, status])).toEqual([
			['/shop/balance', 200],
			['/shop/balance', 503],
		]);
		expect((await control.get<unknown[]>('/requests?limit=1')).data).toHaveLength(1);
		expect((await control.get('/load')).data).toEqual({ maxInFlight: 1, requests: 2 });
		await control.delete('/requests');
		expect((await control.get('/load')).data).toEqual({ maxInFlight: 0, requests: 0 });
	});

	it('emits, shows, replays and rotates', async () => {
		const ids: string[] = [];
		const server = createServer((request, response) => {
			ids.push(String(request.headers['webhook-id']));
			request.resume();
			response.end();
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		await control.post('/origins', { from: 'https://n8n.example', to });
		await api.post('/webhooks', { url: 'https://n8n.example/hook', filter_types: ['fax_sent'] });
		const [endpoint] = (await control.get<Array<Endpoint & { accountId: string }>>('/endpoints')).data;
		expect(endpoint).toMatchObject({
			accountId: seed.accountId,
			secret: expect.stringMatching(/^whsec_/) as string,
		});

		expect((await control.post('/events/fax_received')).data).toEqual([]);
		await control.post('/settings', { numberSuffix: '_number' });
		const [begun] = (await control.post<Delivery[]>('/events/fax_sent', { status: 'failed' })).data;
		const replay = `/deliveries/${begun?.webhookId ?? ''}/replay`;
		expect((await control.post(replay, { endpointId: endpoint?.id })).data).toMatchObject([{ status: 200 }]);
		server.close();
		expect(ids).toEqual([begun?.webhookId, begun?.webhookId]);
		const [logged, ...others] = (await control.get<Delivery[]>('/deliveries')).data;
		expect(others).toEqual([]);
		expect(logged).toMatchObject({ endpointId: endpoint?.id, event: 'fax_sent', state: 'delivered' });
		expect(logged?.body).toContain('"from_number":');

		const { data } = await control.post<{ secret: string }>(`/endpoints/${endpoint?.id ?? ''}/rotate`);
		expect(data.secret).not.toBe(endpoint?.secret);
	});

	it.each([
		'/endpoints/ep_unknown/rotate',
		'/deliveries/msg_unknown/replay',
		'/events/fax_lost',
		'/no-such-thing',
	])('knows nothing of %s', async (path) => {
		const { status, data } = await control.post<unknown>(path);
		expect(status).toBe(404);
		expect(data).toMatchObject({ error: 'not_found' });
	});

	it('serves a page that needs nothing from elsewhere', async () => {
		const { data: html, headers } = await axios.get<string>(origin);
		expect(headers['content-type']).toContain('text/html');
		expect(headers['content-security-policy']).toContain("default-src 'none'");

		const references = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map(([, path]) => String(path));
		expect(references.sort()).toEqual(['/icon.svg', '/page.css', '/page.js']);
		for (const path of [...references, '/table.js', '/faxes.js']) {
			const { data } = await axios.get<string>(origin + path, { responseType: 'text' });
			expect(data.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\/(?!n8n)|url\(/);
		}
	});
});

function bearer(accessToken: string): { authorization: string } {
	return { authorization: `Bearer ${accessToken}` };
}
