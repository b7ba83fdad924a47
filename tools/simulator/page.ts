import type { FastifyInstance } from 'fastify';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const FOLDER = join(__dirname, 'page');
/** The library that draws the page, in its build for browsers. */
const LIBRARY = join(__dirname, '..', '..', 'node_modules', 'lit-html');
const LIBRARY_FILES = ['lit-html.js', 'directive.js', 'directive-helpers.js', 'directives/repeat.js'];

const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** The page loads nothing from other addresses, and no other page can embed it. */
const HEADERS = {
	'content-security-policy':
		"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
	'cache-control': 'no-cache',
	'x-content-type-options': 'nosniff',
};

/** Serves the page for users, which takes the place of Fax.Plus's web pages. */
export function registerPage(app: FastifyInstance): void {
	const serve = (url: string, file: string) => {
		const content = readFileSync(file);
		const type = TYPES[extname(file)] ?? 'application/octet-stream';
		app.get(url, async (_request, reply) => reply.headers(HEADERS).type(type).send(content));
	};
	for (const file of readdirSync(FOLDER)) {
		serve(file === 'index.html' ? '/' : `/${file}`, join(FOLDER, file));
	}
	for (const file of LIBRARY_FILES) serve(`/lit-html/${file}`, join(LIBRARY, file));
}
