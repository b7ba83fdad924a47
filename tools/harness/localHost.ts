import type { FastifyInstance } from 'fastify';
import { isForLocalHost, MISDIRECTED } from './hostCheck';

/** Lets a server refuse requests that name another host. */
export function refuseOtherHosts(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!isForLocalHost(request)) await reply.code(MISDIRECTED).send('Only for localhost\n');
	});
}
