/**
 * What happened to the request. An "unreachable" host may work later, but a "misdirected" request never will. After "late"
 * or "broken", it's unknown whether the request was carried out.
 */
type Kind = 'unreachable' | 'misdirected' | 'blocked' | 'late' | 'broken';

const ADDRESS =
	'Check the host and the port of "Base URL" in the credential. Then check the network, proxy and firewall of the machine that runs n8n.';
const SPELLING =
	'Check the spelling of "Base URL" in the credential, and the DNS of the machine that runs n8n.';
const NAME_SERVER =
	"The DNS of the machine that runs n8n didn't find the address of the host. Check its network, then try again.";
const ALLOW =
	'n8n blocks requests to internal addresses (SSRF protection). Check "Base URL" in the credential. If it\'s right, ask whoever runs n8n to allow its host with N8N_SSRF_ALLOWED_HOSTNAMES, or its address with N8N_SSRF_ALLOWED_IP_RANGES.';
const CERTIFICATE =
	'Check "Base URL" in the credential. If the certificate belongs to your own proxy or authority, set the environment variable NODE_EXTRA_CA_CERTS to the authority\'s certificate file and restart n8n.';
const CLOCK = `Check the clock of the machine that runs n8n. ${CERTIFICATE}`;
const OTHER_HOST =
	'Check the host of "Base URL" in the credential. The server there has the certificate of another host.';
const LATER =
	'Try again later. If it happens again, check the network and the proxy of the machine that runs n8n.';
const NO_HTTPS =
	'Check the port of "Base URL" in the credential. Only an address on this machine may begin with http://.';
const NO_HTTP =
	'Check the port of "Base URL" in the credential, and whether it must begin with https:// instead of http://.';

const NO_TLS =
	/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNSUPPORTED_PROTOCOL|\w+_ALERT_(PROTOCOL_VERSION|HANDSHAKE_FAILURE))$/;

/**
 * What error codes of a failed connection mean for the request, how to describe them, and what to do. The first row that
 * matches is used.
 */
const CONNECTION_ERRORS: ReadonlyArray<[codes: RegExp, kind: Kind, name: string, advice: string]> = [
	[/^ECONNREFUSED$/, 'unreachable', 'connection refused', `Nothing listens there. ${ADDRESS}`],
	[/^ENOTFOUND$/, 'misdirected', 'unknown host', SPELLING],
	[/^EAI_/, 'unreachable', 'name lookup failed', NAME_SERVER],
	[/^EHOST(UNREACH|DOWN)$/, 'unreachable', 'host unreachable', ADDRESS],
	[/^ENET(UNREACH|DOWN)$/, 'unreachable', 'network unreachable', ADDRESS],
	[/^EADDRNOTAVAIL$/, 'unreachable', 'address not available', ADDRESS],
	[/^(ETIMEDOUT|ECONNABORTED)$/, 'late', 'timeout', LATER],
	[/^SSRF_BLOCKED$/, 'blocked', 'blocked by n8n', ALLOW],
	[/^CERT_HAS_EXPIRED$/, 'misdirected', 'expired certificate', CLOCK],
	[/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'misdirected', 'certificate of another host', OTHER_HOST],
	[/SELF_SIGNED_CERT$/, 'misdirected', 'self-signed certificate', CERTIFICATE],
	[/^(CERT_|UNABLE_TO_|SELF_SIGNED_|ERR_TLS_)/, 'misdirected', 'certificate not trusted', CERTIFICATE],
	[NO_TLS, 'misdirected', 'no HTTPS at this address', NO_HTTPS],
	[/^(EPROTO|ERR_SSL_)/, 'broken', 'no HTTPS at this address', NO_HTTPS],
	[/^HPE_/, 'broken', 'no HTTP at this address', NO_HTTP],
	[/^(ECONNRESET|EPIPE)$/, 'broken', 'connection reset', LATER],
	[/^Z_/, 'broken', 'damaged response', LATER],
	[/^ERR_(NETWORK|SOCKET_CLOSED|STREAM_PREMATURE_CLOSE)$/, 'broken', 'connection closed', LATER],
];

/** Explains the code of a failed connection, such as ECONNRESET. It's undefined for other codes, such as those of Fax.Plus. */
export function connectionError(code: string): { kind: Kind; name: string; advice: string } | undefined {
	const row = CONNECTION_ERRORS.find(([codes]) => codes.test(code));
	return row && { kind: row[1], name: row[2], advice: row[3] };
}
