import type { FastifyInstance } from 'fastify';

import { ApiError } from './apiError';
import type { Delivery } from './deliveries';
import type { EventName, FaxEvent } from './events';
import { EVENT_NAMES } from './events';
import { seed } from './seed';
import type { Simulator } from './simulator';
import type { Endpoint } from './state';

/**
 * What a person sees and does at the real service's web pages, over HTTP: endpoints with their secrets, rotation, the
 * delivery log with replay; and events. It is not part of the service's API.
 */
export function registerIntegrations(app: FastifyInstance, simulator: Simulator): void {
	app.get('/control/addresses', () => ({
		baseUrl: simulator.baseUrl,
		authUrl: simulator.authUrl,
		accessToken: seed.ownerToken,
		clientId: seed.clientId,
		clientSecret: seed.clientSecret,
	}));

	app.get('/control/surroundings', () => simulator.surroundings);

	app.post('/control/tokens', () => ({ accessToken: simulator.addToken(seed.ownerId) }));

	app.get('/control/endpoints', () => endpoints(simulator));

	app.post<{ Params: { id: string } }>('/control/endpoints/:id/rotate', ({ params }) => {
		const secret = simulator.rotateSecret(params.id);
		if (secret === undefined) throw new ApiError(404, 'not_found', 'There is no such endpoint');
		return { secret };
	});

	app.get<{ Querystring: { limit?: string } }>('/control/deliveries', ({ query }) =>
		latest(simulator.deliveries, query.limit).map(summary),
	);

	app.post<{ Params: { id: string }; Body: { endpointId?: string } | undefined }>(
		'/control/deliveries/:id/replay',
		async ({ params, body }) => {
			const attempts = await simulator.replay(params.id, body?.endpointId);
			if (attempts.length === 0) {
				throw new ApiError(404, 'not_found', 'There is no such delivery, or its endpoint is gone');
			}
			return attempts;
		},
	);

	app.post<{ Params: { event: string }; Body: FaxEvent | undefined }>(
		'/control/events/:event',
		({ params, body }) => {
			if (!isEventName(params.event)) throw new ApiError(404, 'not_found', 'There is no such event');
			return simulator.emit(params.event, body).map(summary);
		},
	);

	app.get<{ Querystring: { limit?: string } }>('/control/requests', ({ query }) =>
		latest(simulator.requests, query.limit),
	);
}

/** Every endpoint of every account. */
function endpoints({ state }: Simulator): Array<Endpoint & { accountId: string }> {
	return [...state.accounts.values()].flatMap((account) =>
		[...account.endpoints.values()].map((endpoint) => ({ accountId: account.id, ...endpoint })),
	);
}

function isEventName(name: string): name is EventName {
	return EVENT_NAMES.some((known) => known === name);
}

/** The last entries of a log, newest first; all of them without a limit. */
function latest<T>(log: readonly T[], limit: string | undefined): T[] {
	return log.slice(-Number(limit ?? log.length)).reverse();
}

/** A delivery as JSON can show it. */
function summary(delivery: Delivery): object {
	return { ...delivery, settled: undefined };
}
