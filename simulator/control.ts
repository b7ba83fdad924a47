import type { FastifyInstance } from 'fastify';

import { ApiError } from './apiError';
import type { Failure } from './failures';
import type { SendingSpeed } from './faxing/sender';
import { emptyAccount, user } from './makers';
import { seed } from './seed';
import type { Settings } from './settings';
import { applySettings } from './settings';
import type { Simulator } from './simulator';
import type { Account, Token, User } from './state';
import { accountWith, newId } from './state';

/** What can be set while the simulator runs; what is left out stays. */
interface ControlSettings extends Partial<Settings> {
	sending?: Partial<SendingSpeed>;
	accessTokenLifetime?: number;
	latency?: number;
	retrySchedule?: number[];
	receiverTimeout?: number;
	ca?: string;
}

type AccountChanges = Partial<
	Pick<
		Account,
		'planType' | 'ownedNumbers' | 'hasWebhooksFeature' | 'webhooksEnabled' | 'faxStreaming' | 'balance'
	>
>;

/** What tests order, over HTTP, for when the simulator runs in a process of its own. */
export function registerControl(app: FastifyInstance, simulator: Simulator): void {
	registerFaults(app, simulator);
	registerSettings(app, simulator);
	registerState(app, simulator);
}

function registerFaults(app: FastifyInstance, simulator: Simulator): void {
	app.post<{ Body: Failure }>('/control/fail', ({ body }) => {
		simulator.fail(body);
		return {};
	});
	app.post('/control/recover', () => {
		simulator.recover();
		return {};
	});
	app.post('/control/expire-access-tokens', () => {
		simulator.expireAccessTokens();
		return {};
	});
	app.get('/control/violations', () => simulator.violations);
	app.get('/control/load', () => ({
		maxInFlight: simulator.maxInFlight,
		requests: simulator.requests.length,
	}));
	app.delete('/control/requests', () => {
		simulator.clearRequests();
		return {};
	});
}

function registerSettings(app: FastifyInstance, simulator: Simulator): void {
	app.post<{ Body: ControlSettings }>('/control/settings', ({ body }) => {
		const { deliverySettings, settings } = simulator;
		simulator.latency = body.latency ?? simulator.latency;
		simulator.accessTokenLifetime = body.accessTokenLifetime ?? simulator.accessTokenLifetime;
		applySettings(settings, body);
		Object.assign(simulator.sending, body.sending);
		deliverySettings.retrySchedule = body.retrySchedule ?? deliverySettings.retrySchedule;
		deliverySettings.timeout = body.receiverTimeout ?? deliverySettings.timeout;
		if (body.ca !== undefined) deliverySettings.ca = body.ca;
		return {};
	});
	app.post<{ Body: { milliseconds: number } }>('/control/latency', ({ body }) => {
		simulator.latency = body.milliseconds;
		return {};
	});
	app.post<{ Body: { from: string; to: string } }>('/control/origins', ({ body }) => {
		simulator.deliverySettings.origins.set(body.from, body.to);
		return {};
	});
}

function registerState(app: FastifyInstance, simulator: Simulator): void {
	app.get('/control/seed', () => seed);
	app.get('/control/surroundings', () => simulator.surroundings);
	app.get('/control/state', async (_request, reply) =>
		reply.type('application/json').send(JSON.stringify(simulator.state, asJson)),
	);
	app.post('/control/reset', () => {
		simulator.reset();
		return {};
	});

	app.post<{ Body: { id?: string; ownedNumber: string } }>('/control/accounts', ({ body }) => {
		const account = emptyAccount(body.id ?? newId('acc_'), body.ownedNumber);
		simulator.state.accounts.set(account.id, account);
		return { id: account.id };
	});
	app.patch<{ Params: { id: string }; Body: AccountChanges }>('/control/accounts/:id', ({ params, body }) => {
		Object.assign(accountWith(simulator.state, params.id), body);
		return {};
	});
	app.post<{ Body: Partial<User> & { accountId: string } }>('/control/users', ({ body }) => {
		const added = user(body.id ?? newId('u_'), accountWith(simulator.state, body.accountId).id, body);
		simulator.state.users.set(added.id, added);
		return { id: added.id };
	});
	app.post<{
		Body: { userId?: string; scopes?: string[] } & Pick<Partial<Token>, 'expiresAt' | 'isRevoked'>;
	}>('/control/tokens', ({ body: { userId = seed.ownerId, scopes, ...values } }) => {
		if (!simulator.state.users.has(userId)) throw new ApiError(404, 'not_found', 'There is no such user');
		return { accessToken: simulator.addToken(userId, scopes, values) };
	});
}

/** For JSON.stringify: maps as objects, sets as lists, pictures by their size. */
function asJson(_key: string, value: unknown): unknown {
	if (value instanceof Map) return Object.fromEntries(value);
	if (value instanceof Set) return [...(value as Set<unknown>)];
	if (isBufferJson(value)) return { bytes: value.data.length };
	return value;
}

/** Buffers have been turned into objects before JSON.stringify asks about them. */
function isBufferJson(value: unknown): value is { type: 'Buffer'; data: number[] } {
	return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}
