import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';

import { refuseOtherHosts } from '../harness/localHost';
import { ApiError, noSuchPath } from './apiError';

/** An HTTP server without routes for this machine only, which returns every error in Fax.Plus's format. */
export function newApp(): FastifyInstance {
	const app = fastify({
		forceCloseConnections: true,
		frameworkErrors: (error, _request, reply) => {
			void refuse(reply, error);
		},
	});
	refuseOtherHosts(app);
	return app;
}

/** Lets the server read forms in addition to JSON, and returns its errors in Fax.Plus's format. */
export function prepare(app: FastifyInstance): void {
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => {
			done(null, Object.fromEntries(new URLSearchParams(body as string)));
		},
	);
	app.setErrorHandler((error, _request, reply) => refuse(reply, error));
	app.setNotFoundHandler((_request, reply) => refuse(reply, noSuchPath()));
}

/** Errors of the HTTP framework itself, such as an invalid URL, are also returned in Fax.Plus's format. */
function refuse(reply: FastifyReply, error: unknown): FastifyReply {
	const { status, body } = asApiError(error);
	return reply.code(status).send(body);
}

function asApiError(error: unknown): ApiError {
	if (error instanceof ApiError) return error;
	const { statusCode = 500, message } = error as Error & { statusCode?: number };
	return statusCode < 500
		? new ApiError(statusCode, 'bad_request', message)
		: new ApiError(500, 'internal_server_error', 'Unexpected server error');
}
