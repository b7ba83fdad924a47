import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unescape } from 'node:querystring';
import { setTimeout as pause } from 'node:timers/promises';

import { sendFailure } from './failedAnswer';
import { TOKEN_OPERATION } from './failures';
import { token } from './makers';
import { seed } from './seed';
import type { Simulator } from './simulator';
import { newId, type OAuthClient, type State } from './state';

type Parameters = Partial<Record<string, string>>;

/** Lifetime of an access token, in seconds. */
const ACCESS_TOKEN_LIFETIME = 3600;

const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/**
 * The authorization server. GET /oauth/login shows a consent page whose form redirects the browser. POST /oauth/token issues and
 * refreshes tokens.
 */
export function registerOAuth(app: FastifyInstance, service: Simulator): void {
	const login = async (parameters: Parameters, reply: FastifyReply, isDecided: boolean) => {
		const problem = problemWith(parameters, service.state);
		if (problem) return await reply.code(400).type('text/plain').send(problem);
		if (isDecided) return await reply.redirect(decide(parameters, service), 302);
		return await reply.type('text/html').send(consentPage(parameters));
	};
	app.get('/oauth/login', ({ query }, reply) => login(query as Parameters, reply, false));
	app.post('/oauth/login', ({ body }, reply) => login((body ?? {}) as Parameters, reply, true));
	app.post('/oauth/token', async (request, reply) => {
		await pause(service.tokenLatency);
		const call = { operationId: TOKEN_OPERATION, method: 'POST', path: '/oauth/token' };
		const failure = service.failures.next(call);
		return failure ? await sendFailure(reply, failure) : await issue(request, reply, service);
	});
}

function problemWith(
	{ response_type, client_id, redirect_uri, scope }: Parameters,
	state: State,
): string | undefined {
	if (response_type !== 'code') return 'response_type must be code';
	if (!state.clients.has(client_id ?? '')) return 'client_id is unknown';
	if (!redirect_uri || !URL.canParse(redirect_uri)) return 'redirect_uri is missing or malformed';
	if (scope !== 'all') return 'scope must be all';
	return undefined;
}

function consentPage(parameters: Parameters): string {
	const fields = Object.entries(parameters)
		.map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value ?? '')}">`)
		.join('');
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Permit access</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/page.css"><body><main>
<h1>Permit access to your faxes?</h1>
<p>The application ${escape(parameters['client_id'] ?? '')} asks for access to everything in your account.</p>
<form method="post" action="/oauth/login">${fields}
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form>
</main></body></html>`;
}

function decide(parameters: Parameters, { state }: Simulator): string {
	const { client_id = '', redirect_uri = '', decision } = parameters;
	const target = new URL(redirect_uri);
	if (parameters['state'] !== undefined) target.searchParams.set('state', parameters['state']);
	if (decision === 'allow') {
		const code = newId('code_');
		state.codes.set(code, { clientId: client_id, redirectUri: redirect_uri, userId: seed.ownerId });
		target.searchParams.set('code', code);
	} else {
		target.searchParams.set('error', 'access_denied');
	}
	return target.toString();
}

async function issue(request: FastifyRequest, reply: FastifyReply, service: Simulator) {
	const state = service.state;
	const refuse = async (error: string) => await reply.code(400).send({ error });
	const client = authenticatedClient(request, state);
	if (!client)
		return await reply.code(401).header('www-authenticate', 'Basic').send({ error: 'invalid_client' });

	if (!hasFormBody(request)) return await refuse('invalid_request');

	const parameters = parametersOf(request, service);
	if (!GRANT_TYPES.includes(parameters['grant_type'] ?? '')) return await refuse('unsupported_grant_type');
	const userId = redeem(parameters, client, state);
	if (userId === undefined) return await refuse('invalid_grant');

	const accessToken = newId('oauth_');
	const refreshToken = newId('refresh_');
	const expiresAt = Date.now() + ACCESS_TOKEN_LIFETIME * 1000;
	const special = { type: 'oauth' as const, scopes: ['all'], clientId: client.id, expiresAt };
	state.tokens.set(accessToken, token(accessToken, userId, special));
	state.refreshTokens.set(refreshToken, { clientId: client.id, userId });
	return await reply.send({
		access_token: accessToken,
		refresh_token: refreshToken,
		token_type: 'bearer',
		expires_in: ACCESS_TOKEN_LIFETIME,
		scope: 'all',
	});
}

/** The parameters of a code can be in the query or in the body. For a refresh token, the settings decide where they must be. */
function parametersOf(request: FastifyRequest, { settings }: Simulator): Parameters {
	const [query, body] = [request.query as Parameters, (request.body ?? {}) as Parameters];
	const both = { ...query, ...body };
	if (both['grant_type'] !== 'refresh_token' || settings.refreshParameters === 'either') return both;
	return settings.refreshParameters === 'query' ? query : body;
}

/** A body must be a form. It can be missing, because all parameters can be in the query. */
function hasFormBody({ headers }: FastifyRequest): boolean {
	const type = headers['content-type'];
	return type === undefined || /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
}

function authenticatedClient(request: FastifyRequest, state: State): OAuthClient | undefined {
	const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
	const [id, secret] = Buffer.from(encoded ?? '', 'base64')
		.toString('utf8')
		.split(':')
		.map((text) => unescape(text.replaceAll('+', ' ')));
	const client = state.clients.get(id ?? '');
	return client && secret === client.secret ? client : undefined;
}

/** Codes and refresh tokens work only once. */
function redeem(parameters: Parameters, client: OAuthClient, state: State): string | undefined {
	if (parameters['grant_type'] === 'authorization_code') {
		const code = parameters['code'] ?? '';
		const grant = state.codes.get(code);
		state.codes.delete(code);
		const isValid = grant?.clientId === client.id && grant.redirectUri === parameters['redirect_uri'];
		return isValid ? grant.userId : undefined;
	}
	const refreshToken = parameters['refresh_token'] ?? '';
	const grant = state.refreshTokens.get(refreshToken);
	if (grant?.clientId !== client.id) return undefined;
	state.refreshTokens.delete(refreshToken);
	return grant.userId;
}

function escape(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
