import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = [
	{ path: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
	{ path: '/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
	{ path: '/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
	{ path: '/faxes.js', file: 'faxes.js', type: 'text/javascript; charset=utf-8' },
	{ path: '/table.js', file: 'table.js', type: 'text/javascript; charset=utf-8' },
	{ path: '/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
];

/** Nothing comes from elsewhere, and no other page may frame this one. */
const HEADERS = {
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
	'cache-control': 'no-cache',
	'x-content-type-options': 'nosniff',
};

/** Serves the page for people: what the real service's integrations settings would show. */
export function registerPage(app: FastifyInstance): void {
	for (const { path, file, type } of FILES) {
		const content = readFileSync(join(__dirname, 'page', file));
		app.get(path, async (_request, reply) => await reply.headers(HEADERS).type(type).send(content));
	}
}
