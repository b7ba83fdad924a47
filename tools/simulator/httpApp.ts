import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';

import { ApiError, noSuchPath } from './apiError';

/** An HTTP server without routes, which tells every refusal in the service's form. */
export function newApp(): FastifyInstance {
	return fastify({
		forceCloseConnections: true,
		frameworkErrors: (error, _request, reply) => {
			void refuse(reply, error);
		},
	});
}

/** Lets it read forms, beside JSON. */
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

/** What the HTTP framework refuses by itself, such as a path that is no URL, is told in the service's form too. */
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
