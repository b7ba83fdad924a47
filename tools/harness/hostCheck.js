// This is plain CommonJS, because n8n's own process loads it too. Its types are in hostCheck.d.ts.

const MISDIRECTED = 421;

function isForLocalHost({ headers: { host = '' } }) {
	return /^(localhost|127\.0\.0\.1)(:\d+)?$/i.test(host);
}

module.exports = { MISDIRECTED, isForLocalHost };
