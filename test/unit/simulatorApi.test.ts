import type { AxiosInstance } from 'axios';
import axios from 'axios';
import sharp from 'sharp';
import { seed, startSimulator, type Simulator, type WebhookListShape } from '../../simulator';
import { ApiError } from '../../simulator/apiError';
import { apiClient, refusalIn } from '../support/simulatorClient';
import { handlers } from '../../simulator/handlers';
import { DEFAULT_SETTINGS } from '../../simulator/settings';
import type { CustomField } from '../../simulator/state';
import { accountOf } from '../../simulator/state';

const url = 'https://n8n.example/webhook/fax';
const customFields = '/accounts/self/ai/custom-fields';
const numbersIn = (country: string, area: string): string =>
	`/shop/numbers/countries/${country}/areas/${area}/numbers`;

describe('The API of the simulator', () => {
	let simulator: Simulator;
	let owner: AxiosInstance;

	beforeAll(async () => {
		simulator = await startSimulator();
		owner = apiClient(simulator);
	});
	beforeEach(() => {
		simulator.reset();
	});
	afterAll(async () => {
		await simulator.stop();
		expect(simulator.violations).toEqual([]);
	});

	const account = () => accountOf(simulator.state, seed.ownerId);

	describe('refuses what the specification does not know', () => {
		it.each<[string, number, () => Promise<{ status: number; data: unknown }>]>([
			['a path', 404, () => owner.get('/faxes')],
			['a path with an empty ID', 404, () => owner.delete('/webhooks/')],
			['a path without a version', 404, () => owner.get('/webhooks', { baseURL: simulator.origin })],
			['a path that is no URL', 400, () => owner.get('/accounts/%zz/plan')],
			['a method', 405, () => owner.put('/webhooks', {})],
			['a query parameter', 400, () => owner.get('/auth/token?verbose=1')],
			[
				'a query parameter given twice',
				400,
				() => owner.get(`${numbersIn('US', '212')}?contains=1&contains=2`),
			],
			['a value of a query parameter', 400, () => owner.get(`${numbersIn('US', '212')}?channel=best`)],
			['digits that are none', 400, () => owner.get(`${numbersIn('US', '212')}?channel=custom&contains=a`)],
			['digits of a random search', 400, () => owner.get(`${numbersIn('US', '212')}?contains=1`)],
			['a country code', 400, () => owner.get(numbersIn('usa', '212'))],
			['a body field', 400, () => owner.post('/shop/numbers/purchase', { item_id: 'x', count: 2 })],
			['a type', 400, () => owner.post('/shop/numbers/purchase', { item_id: 7 })],
			['a body that is null', 400, () => owner.post('/shop/numbers/purchase', 'null', jsonType)],
			['a body that is a list', 400, () => owner.post('/shop/numbers/purchase', [])],
			['a body that is no JSON', 400, () => owner.post('/shop/numbers/purchase', '{', jsonType)],
			['a body of another type', 400, () => owner.post('/shop/numbers/purchase', '{}', textType)],
			['no body', 400, () => owner.post('/shop/numbers/purchase')],
			['a body where none belongs', 400, () => owner.delete('/webhooks/ep_1', { data: { force: true } })],
			[
				'an answer of another type',
				400,
				() => owner.get('/shop/balance', { headers: { accept: 'text/html' } }),
			],
			['an answer of any type', 400, () => owner.get('/shop/balance', { headers: { accept: '*/*' } })],
			[
				'a picture of another type',
				400,
				() => owner.get(`/accounts/self/thumbnail/${seed.faxId}`, { headers: { accept: 'image/png' } }),
			],
			['a body that is too large', 413, () => owner.post('/webhooks', { url: 'x'.repeat(2_000_000) })],
		])('%s: %i', async (_case, status, request) => {
			const answer = await request();

			expect(answer.status).toBe(status);
			const text = expect.any(String) as string;
			expect(answer.data).toEqual({ error: text, description: text });
		});
	});

	it('logs requests with operation, body and status', async () => {
		await owner.post('/shop/numbers/purchase?x=1', { item_id: 7 });
		await owner.post('/webhooks', '{', jsonType);
		await owner.get('/nowhere');

		expect(simulator.requests).toMatchObject([
			{
				operationId: 'purchaseNumber',
				method: 'POST',
				path: '/shop/numbers/purchase',
				query: { x: '1' },
				body: { item_id: 7 },
				status: 400,
			},
			{ operationId: 'createWebhook', body: '{', status: 400 },
			{ operationId: 'unknown', path: '/nowhere', status: 404 },
		]);
	});

	it('answers 500 when an answer of its own does not fit the description, and says so', async () => {
		const other = await startSimulator();
		accountOf(other.state, seed.ownerId).planType = 'gold';

		const answer = await apiClient(other).get<{ error?: string }>('/accounts/self/plan');

		expect(refusalIn(answer)).toEqual([500, 'internal_server_error']);
		expect(other.violations).toEqual([expect.stringContaining('getUserPlan')]);
		await other.stop();
	});

	it('notices when a refusal of its own does not fit its description', async () => {
		const other = await startSimulator();
		const replaced = jest.spyOn(handlers, 'getBalance').mockImplementation(() => {
			throw Object.assign(new ApiError(400, 'bad_request', 'x'), { code: 7 });
		});
		const { status } = await apiClient(other).get('/shop/balance');
		replaced.mockRestore();
		await other.stop();
		expect(status).toBe(500);
		expect(other.violations).toEqual([expect.stringContaining('getBalance')]);
	});

	it('tells role and quota of members, and changes them', async () => {
		const path = `/accounts/self/member-details/${seed.memberId}`;

		expect((await owner.get(path)).data).toEqual({ role: 'member', quota: 200 });
		expect((await owner.put(path, { quota: 50 })).status).toBe(200);
		expect(simulator.state.users.get(seed.memberId)).toMatchObject({ quota: 50, role: 'member' });
		expect(refusalIn(await owner.put(path, {}))).toEqual([400, 'bad_request']);
		const nobody = await owner.put<{ error?: string }>('/accounts/self/member-details/u_nobody', {
			quota: 1,
		});
		expect(refusalIn(nobody)).toEqual([400, 'invalid_user_id']);
	});

	it('lists members to administrators only', async () => {
		const { data } = await owner.get<{ members: Array<{ uid: string }> }>('/accounts');

		expect(data.members.map(({ uid }) => uid)).toEqual([seed.ownerId, seed.memberId, seed.secondMemberId]);
		expect(data.members[1]).toMatchObject({
			email: 'jane@example.com',
			name: 'Jane',
			lastname: 'Roe',
			status: 'active',
			account_type: 'corporate_member',
			member_of: [seed.ownerId],
		});
		expect(refusalIn(await apiClient(simulator, seed.memberToken).get('/accounts'))).toEqual([
			403,
			'forbidden',
		]);

		simulator.settings.listsAdministrators = false;
		const { data: others } = await owner.get<{ members: Array<{ uid: string }> }>('/accounts');
		expect(others.members.map(({ uid }) => uid)).toEqual([seed.memberId, seed.secondMemberId]);
	});

	describe('invitations', () => {
		const path = '/accounts/self/member-invitations';

		it('make members who have not signed up, all or none', async () => {
			const known = ['ann@example.com', 'jane@example.com'];
			expect(refusalIn(await owner.post(path, known))).toEqual([409, 'conflict']);
			expect(simulator.state.users.size).toBe(4);

			const { status, data } = await owner.post<unknown>(path, ['ann@example.com']);
			expect([status, data]).toEqual([200, { message: 'Invitations were sent' }]);
			expect([...simulator.state.users.values()].at(-1)).toMatchObject({
				email: 'ann@example.com',
				status: 'waiting_for_signup',
				accountId: seed.accountId,
			});
			expect(refusalIn(await owner.post(path, ['ann@example.com']))).toEqual([409, 'conflict']);
		});

		it('may be answered with nothing', async () => {
			simulator.settings.answersInvitations = false;
			expect((await owner.post(path, ['ann@example.com'])).status).toBe(204);
		});

		it.each<[string, unknown]>([
			['none', []],
			['more than ten', Array.from({ length: 11 }, (_, at) => `p${at}@example.com`)],
			['what is no address', ['ann']],
			['an object', { emails: ['ann@example.com'] }],
		])('are refused for %s', async (_case, body) => {
			expect(refusalIn(await owner.post(path, body))).toEqual([400, 'bad_request']);
		});

		it('are for administrators', async () => {
			const member = apiClient(simulator, seed.memberToken);
			expect(refusalIn(await member.post(path, ['ann@example.com']))).toEqual([403, 'forbidden']);
		});
	});

	describe('numbers', () => {
		const of = (userId: string, number = '%2B15550100000'): string => `/accounts/${userId}/numbers/${number}`;
		const assigned = () => account().numbers.get(seed.ownedNumber)?.assigned_to;
		const give = (assigned_to: string, path = of('self')) => owner.put<object>(path, { assigned_to });

		it.each([
			[true, [seed.ownerId, seed.memberId, seed.secondMemberId]],
			[false, [seed.secondMemberId]],
		])('are assigned to one member more, or to that one alone: %s', async (assigningAdds, members) => {
			simulator.settings.assigningAdds = assigningAdds;
			expect((await give(seed.secondMemberId)).status).toBe(204);
			expect((await give(seed.secondMemberId)).status).toBe(204);
			expect(assigned()).toEqual(members);
		});

		it.each([400, 404] as const)(
			'that are not there, or go to a stranger, are refused with %i',
			async (status) => {
				simulator.settings.missingStatus = status;
				expect((await give(seed.memberId, of('self', '%2B15550999999'))).status).toBe(status);
				expect((await give(seed.otherOwnerId)).status).toBe(status);
				expect((await owner.put(of('self'), {})).status).toBe(400);
				expect((await owner.put(of('self'), { assigned_to: [seed.memberId] })).status).toBe(400);
			},
		);

		it('are revoked from the member that the path names, once', async () => {
			expect((await owner.delete(of(seed.memberId))).status).toBe(204);
			expect(assigned()).toEqual([seed.ownerId]);
			expect((await owner.delete(of(seed.memberId))).status).toBe(400);
			expect((await owner.delete(of('self'))).status).toBe(400);
			expect((await owner.delete(of(seed.otherOwnerId))).status).toBe(400);
			expect(account().ownedNumbers).toEqual([seed.ownedNumber]);
		});

		it('are given and taken by administrators, and given up by oneself', async () => {
			const member = apiClient(simulator, seed.memberToken);
			const body = { assigned_to: seed.secondMemberId };
			expect(refusalIn(await member.put(of('self'), body))).toEqual([403, 'forbidden']);
			expect(refusalIn(await member.delete(of(seed.secondMemberId)))).toEqual([403, 'forbidden']);
			expect((await member.delete(of('self'))).status).toBe(204);
			expect(assigned()).toEqual([seed.ownerId]);
		});
	});

	describe('contact groups', () => {
		const share = '/accounts/self/contact-groups/share';

		it('are shared, all or none', async () => {
			const [first] = seed.groupIds;
			const half = { group_ids: [first, 'grp_unknown'], member_ids: [seed.memberId] };
			expect(refusalIn(await owner.post(share, half))).toEqual([400, 'bad_request']);
			expect(account().groups.get(first)?.sharedWith.size).toBe(0);

			const { status, data } = await owner.post<unknown>(share, { ...half, group_ids: [first] });
			expect([status, data]).toEqual([200, {}]);
			expect(account().groups.get(first)?.sharedWith).toEqual(new Set([seed.memberId]));
		});

		it('are not shared with strangers', async () => {
			const body = { group_ids: [...seed.groupIds], member_ids: [seed.otherOwnerId] };
			expect(refusalIn(await owner.post(share, body))).toEqual([400, 'invalid_user_id']);
		});

		it('are deleted once', async () => {
			const path = `/accounts/self/contact-groups/${seed.groupIds[0]}`;
			expect((await owner.delete(path)).data).toEqual({});
			expect(refusalIn(await owner.delete(path))).toEqual([400, 'bad_request']);
		});
	});

	it('removes a scheduled fax once, and for the user that the path names', async () => {
		const path = `outbox/${seed.memberOutboxFaxId}`;

		expect(refusalIn(await owner.delete(`/accounts/self/${path}`))).toEqual([400, 'bad_request']);
		const { status, data } = await owner.delete<unknown>(`/accounts/${seed.memberId}/${path}`);
		expect([status, data]).toEqual([204, '']);
		expect((await owner.delete(`/accounts/${seed.memberId}/${path}`)).status).toBe(400);
	});

	it.each([
		[seed.faxId, 10_000],
		[seed.largeFaxId, 900_000],
	])('gives the thumbnail of %s, a JPEG page of more than %i bytes', async (faxId, bytes) => {
		const path = `/accounts/self/thumbnail/${faxId}`;
		const { data, headers } = await owner.get<Buffer>(path, { responseType: 'arraybuffer' });

		expect(headers['content-type']).toBe('image/jpeg');
		expect(data.equals(account().faxes.get(faxId)?.thumbnail ?? Buffer.alloc(0))).toBe(true);
		expect(data.length).toBeGreaterThan(bytes);
		const { format, width, height } = await sharp(data).metadata();
		expect(format).toBe('jpeg');
		expect(height).toBeGreaterThan(width);
	});

	it('finishes an extraction after some reads, unless it fails', async () => {
		const read = async (faxId: string) => {
			const path = `/accounts/self/faxes/${faxId}/ai/field-extraction`;
			return (await owner.get<{ status: string; data: unknown }>(path)).data;
		};

		const waiting = { status: 'pending', data: null };
		expect(await read(seed.pendingFaxId)).toEqual(waiting);
		expect(await read(seed.pendingFaxId)).toEqual(waiting);
		expect(await read(seed.pendingFaxId)).toMatchObject({
			status: 'finished',
			data: { patient_name: 'John Doe' },
		});
		expect(await read(seed.failedFaxId)).toEqual({ status: 'failed', data: null });
		expect(await read(simulator.addFax({}, { pendingReads: 1 }))).toEqual(waiting);
	});

	it('keeps custom fields, of which an update changes what it names', async () => {
		const { data: created } = await owner.post<CustomField>(customFields, {
			name: 'urgency',
			instructions: 'How urgent it is',
		});
		expect(created).toMatchObject({ name: 'urgency', enabled: true });

		const { data: updated } = await owner.patch<CustomField>(`${customFields}/${created.id}`, {
			enabled: false,
		});
		expect(updated).toEqual({ ...created, enabled: false });
		expect((await owner.get<{ records: CustomField[] }>(customFields)).data.records).toContainEqual(updated);
		expect((await owner.patch(`${customFields}/cf_unknown`, { enabled: true })).status).toBe(400);
		expect((await owner.post(customFields, { name: 'without instructions' })).status).toBe(400);
	});

	describe('webhook endpoints', () => {
		const create = (body: object) => owner.post<{ error?: string; description?: string }>('/webhooks', body);
		const filter_types = ['fax_received'];
		const only = () => {
			const [endpoint, ...others] = simulator.endpointsOf();
			if (!endpoint || others.length > 0) throw new Error('There is not exactly one endpoint');
			return endpoint;
		};

		it('are created without an answer, and listed without a secret', async () => {
			const { status, data } = await create({ url, filter_types });
			expect([status, data]).toEqual([201, '']);

			expect((await owner.get('/webhooks')).data).toEqual({
				records: [{ id: expect.stringMatching(/^ep_/) as string, url, filter_types, channels: null }],
			});
			expect(only().secret).toMatch(/^whsec_/);
		});

		it.each<[string, object]>([
			['only a URL', { url }],
			['no URL', { filter_types }],
			['no events', { url, filter_types: [] }],
			['an event by its dotted name', { url, filter_types: ['fax.received'] }],
			['HTTP', { url: 'http://n8n.example/webhook', filter_types }],
			['a URL that is none', { url: 'https://', filter_types }],
			['a number without +', { url, filter_types, channels: ['+15550100000', '15550100000'] }],
			['a number with letters', { url, filter_types, channels: ['+1555FAX'] }],
		])('are refused with %s', async (_case, body) => {
			expect(refusalIn(await create(body))).toEqual([400, 'bad_request']);
			expect(simulator.endpointsOf()).toEqual([]);
		});

		it('have their numbers brought to E.164', async () => {
			await create({ url, filter_types, channels: ['+1 555 010 0000', '+41225550100'] });
			expect(only().channels).toEqual(['+15550100000', '+41225550100']);
		});

		it('keep what an update leaves out, and the secret', async () => {
			await create({ url, filter_types, channels: ['+15550100000'] });
			const { id, secret } = only();
			const path = `/webhooks/${id}`;

			await owner.patch(path, { filter_types: ['fax_sent'] });
			expect(only()).toMatchObject({
				id,
				url,
				secret,
				filter_types: ['fax_sent'],
				channels: ['+15550100000'],
			});
			await owner.patch(path, { channels: null });
			expect(only()).toMatchObject({ filter_types: ['fax_sent'], channels: null });
			expect((await owner.patch(path, { channels: ['1'] })).status).toBe(400);
			expect((await owner.patch(path, { filter_types: [] })).status).toBe(400);
			expect((await owner.patch(path, {})).status).toBe(400);
			expect(only()).toMatchObject({ filter_types: ['fax_sent'], channels: null, secret });
		});

		it('are deleted once', async () => {
			await create({ url, filter_types });
			const path = `/webhooks/${only().id}`;

			expect((await owner.delete(path)).status).toBe(204);
			expect(simulator.endpointsOf()).toEqual([]);
			expect((await owner.delete(path)).status).toBe(404);
			expect((await owner.patch(path, { filter_types })).status).toBe(404);
		});

		it.each([
			['not enabled', { webhooksEnabled: false }, [404, 'not_found']],
			['not a feature of the account', { hasWebhooksFeature: false }, [403, 'forbidden']],
		])('may be %s', async (_case, state, refusal) => {
			Object.assign(account(), state);

			expect(refusalIn(await create({ url, filter_types }))).toEqual(refusal);
			expect(refusalIn(await owner.get('/webhooks'))).toEqual(refusal);
			expect(refusalIn(await owner.patch('/webhooks/ep_1', { filter_types }))).toEqual(refusal);
			expect(refusalIn(await owner.delete('/webhooks/ep_1'))).toEqual(refusal);
		});

		it.each<[WebhookListShape, (records: object[]) => object]>([
			['array', (records) => records],
			['records', (records) => ({ records })],
			['data', (data) => ({ data })],
			['data.records', (records) => ({ data: { records } })],
		])('are listed as %s', async (shape, wrapped) => {
			simulator.settings.webhookListShape = shape;
			await create({ url, filter_types });

			const record = { id: only().id, url, filter_types, channels: null };
			expect((await owner.get('/webhooks')).data).toEqual(wrapped([record]));
		});
	});

	it.each(['image/jpeg', 'image/*;q=0.8', 'text/html, */*;q=0.1'])(
		'sends a picture to those who accept %s',
		async (accept) => {
			const answer = await owner.get(`/accounts/self/thumbnail/${seed.faxId}`, { headers: { accept } });
			expect(answer.headers['content-type']).toBe('image/jpeg');
		},
	);

	it.each(['', 'example.com/hook', 'ftp://example.com', 'javascript:alert(1)'])(
		'takes no legacy hook to "%s"',
		async (target) => {
			const answer = await owner.post<{ error?: string }>('/hooks', { target, event: 'fax_sent' });
			expect(refusalIn(answer)).toEqual([400, 'bad_request']);
			expect(account().hooks.size).toBe(0);
		},
	);

	it('keeps legacy hooks, for numbers of the account', async () => {
		const hook = { target: url, event: 'fax_sent' };
		const create = (body: object) => owner.post<{ id: string; error?: string }>('/hooks', body);

		expect(refusalIn(await create({ ...hook, numbers: ['+15550100999'] }))).toEqual([400, 'bad_request']);
		expect(refusalIn(await create({ ...hook, numbers: [] }))).toEqual([400, 'bad_request']);
		const { id } = (await create({ ...hook, numbers: [seed.ownedNumber] })).data;
		expect((await owner.get('/hooks?event=fax_sent')).data).toEqual({ data: [{ id, ...hook }] });
		expect((await owner.get('/hooks?event=fax_received')).data).toEqual({ data: [] });
		expect((await owner.get('/hooks')).status).toBe(400);
		expect((await owner.delete(`/hooks/${id}`)).data).toBe('');
		expect((await owner.delete(`/hooks/${id}`)).status).toBe(400);
	});

	describe('fails on demand', () => {
		it('with a status, as often as ordered, and only where ordered', async () => {
			const path = '/shop/balance';
			simulator.fail({ times: 2, with: 429, path, retryAfter: '7' });

			expect((await owner.get('/auth/token')).status).toBe(200);
			for (let i = 0; i < 2; i++) {
				const answer = await owner.get<{ error?: string }>(path);
				expect(refusalIn(answer)).toEqual([429, 'too_many_requests']);
				expect(answer.headers['retry-after']).toBe('7');
			}
			expect((await owner.get(path)).status).toBe(200);
		});

		it('by hanging up, before or after the effect', async () => {
			const buy = (item_id: string) => owner.post('/shop/numbers/purchase', { item_id });
			simulator.fail({ times: 1, with: 'hang-up', method: 'post' });
			await expect(buy(seed.offerId)).rejects.toThrow('socket hang up');
			expect(account().balance.amount).toBe(100);

			simulator.fail({ times: 1, with: 'hang-up', operationId: 'purchaseNumber', afterEffect: true });
			await expect(buy(seed.offerId)).rejects.toThrow('socket hang up');
			expect(account().balance.amount).toBe(90);
		});

		it('by silence, while which requests count as in flight', async () => {
			simulator.fail({ times: 3, with: 'silence' });
			const abort = new AbortController();
			const answers = [1, 2, 3].map(() => owner.get('/auth/token', { signal: abort.signal }));
			const outcomes = Promise.allSettled(answers);
			while (simulator.requests.length < 3) await new Promise(setImmediate);
			abort.abort();

			expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
			expect(simulator.maxInFlight).toBe(3);
		});

		it('until it recovers', async () => {
			simulator.fail({ times: 1000, with: 503 });
			expect((await owner.get('/auth/token')).status).toBe(503);
			simulator.recover();
			expect((await owner.get('/auth/token')).status).toBe(200);
		});
	});

	it('starts from its options again', async () => {
		const other = await startSimulator({
			webhookListShape: 'data',
			numberSuffix: '_number',
			latency: 1,
			accessTokenLifetime: 5,
		});
		Object.assign(other.settings, { webhookListShape: 'array', numberSuffix: '' });
		other.latency = 2;
		other.accessTokenLifetime = 6;
		other.state.accounts.clear();

		other.reset();

		expect(other.settings).toEqual({
			...DEFAULT_SETTINGS,
			webhookListShape: 'data',
			numberSuffix: '_number',
		});
		expect([other.latency, other.accessTokenLifetime]).toEqual([1, 5]);
		expect((await axios.get(`${other.origin}/control/endpoints`)).data).toEqual([]);
		expect(other.state.accounts.size).toBe(2);
		await other.stop();
	});
});

const jsonType = { headers: { 'content-type': 'application/json' } };
const textType = { headers: { 'content-type': 'text/plain' } };
