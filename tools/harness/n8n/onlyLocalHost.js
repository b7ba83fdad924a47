/**
 * For `NODE_OPTIONS=--require`: lets n8n's process refuse requests that name another host, because n8n has no setting for
 * that. Its login doesn't protect the demo, whose password is public.
 */
const { Server } = require('node:http');
const { isForLocalHost, MISDIRECTED } = require('../hostCheck.js');

const { emit } = Server.prototype;

Server.prototype.emit = function (event, request, answer, ...rest) {
	const isRequest = event === 'request' || event === 'upgrade';
	if (!isRequest || isForLocalHost(request)) return emit.call(this, event, request, answer, ...rest);
	if (event === 'upgrade') answer.destroy();
	else answer.writeHead(MISDIRECTED, { 'content-type': 'text/plain' }).end('Only for localhost\n');
	return true;
};
