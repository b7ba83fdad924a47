import type { FastifyInstance } from 'fastify';

import type { Delivery } from './deliveries';
import type { EventName, FaxEvent } from './events';
import type { Failure } from './failures';
import { seed } from './seed';
import type { Simulator } from './simulator';
import type { Endpoint } from './state';

/**
 * What a person does at the real service's web pages, and what tests order, over HTTP: endpoints with their secrets,
 * rotation, the delivery log with replay, events, failures. It is not part of the service's API.
 */
export function registerControl(app: FastifyInstance, simulator: Simulator): void {
	app.get('/control/addresses', () => ({
		baseUrl: simulator.baseUrl,
		authUrl: simulator.authUrl,
		accessToken: seed.ownerToken,
		clientId: seed.clientId,
		clientSecret: seed.clientSecret,
	}));

	app.get('/control/endpoints', () =>
		endpoints(simulator).map(({ accountId, endpoint }) => ({ accountId, ...endpoint })),
	);

	app.post<{ Params: { id: string } }>('/control/endpoints/:id/rotate', async ({ params }, reply) => {
		const secret = simulator.rotateSecret(params.id);
		return secret === undefined ? await reply.code(404).send() : { secret };
	});

	app.get('/control/deliveries', () => simulator.deliveries.map(summary).reverse());

	app.post<{ Params: { id: string } }>('/control/deliveries/:id/replay', async ({ params }, reply) => {
		const attempts = await simulator.replay(params.id);
		return attempts.length === 0 ? await reply.code(404).send() : attempts;
	});

	app.post<{ Params: { event: string }; Body: FaxEvent | undefined }>(
		'/control/events/:event',
		({ params, body }) => simulator.emit(params.event as EventName, body).map(summary),
	);

	app.get('/control/requests', () => [...simulator.requests].reverse());
	app.get('/control/load', () => ({
		maxInFlight: simulator.maxInFlight,
		requests: simulator.requests.length,
	}));

	app.post<{ Body: Failure }>('/control/fail', ({ body }) => {
		simulator.fail(body);
		return {};
	});
	app.post('/control/recover', () => {
		simulator.recover();
		return {};
	});
	app.post<{ Body: { milliseconds: number } }>('/control/latency', ({ body }) => {
		simulator.latency = body.milliseconds;
		return {};
	});
	app.post('/control/expire-access-tokens', () => {
		simulator.expireAccessTokens();
		return {};
	});
	app.post('/control/reset', () => {
		simulator.reset();
		return {};
	});
}

/** Every endpoint of every account. */
export function endpoints(simulator: Simulator): Array<{ accountId: string; endpoint: Endpoint }> {
	return [...simulator.state.accounts.values()].flatMap((account) =>
		[...account.endpoints.values()].map((endpoint) => ({ accountId: account.id, endpoint })),
	);
}

/** A delivery as JSON can show it. */
function summary(delivery: Delivery): object {
	return { ...delivery, settled: undefined };
}
