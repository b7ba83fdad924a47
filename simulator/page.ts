import type { FastifyInstance } from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const FOLDER = join(__dirname, 'page');
const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Nothing comes from elsewhere, and no other page may frame this one. */
const HEADERS = {
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
	'cache-control': 'no-cache',
	'x-content-type-options': 'nosniff',
};

/**
 * Serves the page for people: what the real service's integrations settings would show; and which sections of it have
 * something to show here, so that it does not ask for what is not there.
 */
export function registerPage(app: FastifyInstance): void {
	for (const file of readdirSync(FOLDER)) {
		const content = readFileSync(join(FOLDER, file));
		const type = TYPES[extname(file)] ?? 'application/octet-stream';
		app.get(file === 'index.html' ? '/' : `/${file}`, async (_request, reply) =>
			reply.headers(HEADERS).type(type).send(content),
		);
	}
	app.get('/control/sections', () => ({ mail: app.hasRoute({ method: 'GET', url: '/control/mail' }) }));
}
