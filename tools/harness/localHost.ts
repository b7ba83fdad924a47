import type { FastifyInstance } from 'fastify';

/** Status of the answer to a request that names another host: "Misdirected Request". */
export const MISDIRECTED = 421;

/**
 * Whether a request names this machine as its host. A web page elsewhere can let another name point to this machine (DNS
 * rebinding), and a browser then lets the page read what local servers respond.
 */
export function isForLocalHost({
	headers: { host = '' },
}: {
	headers: { host?: string | undefined };
}): boolean {
	return /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host);
}

/** Lets a server refuse requests that name another host. */
export function refuseOtherHosts(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!isForLocalHost(request)) await reply.code(MISDIRECTED).send('Only for localhost\n');
	});
}
