/** What codes of a failed connection mean: for the request, and to a person, who is told what to do. */
interface ConnectionError {
	codes: RegExp;
	/**
	 * Unreachable is what did not come about this time, misdirected what never will. After anything late or broken nobody knows
	 * what became of the request.
	 */
	kind: 'unreachable' | 'misdirected' | 'blocked' | 'late' | 'broken';
	name: string;
	advice: string;
}

const ADDRESS =
	'Check the host and the port of the Base URL in the credential, and the network, proxy and firewall of the machine that n8n runs on.';

const CERTIFICATE =
	'Check the Base URL in the credential. If the certificate is right, of a proxy or an authority of your own, make n8n trust it: set the environment variable NODE_EXTRA_CA_CERTS to the file of the authority and restart n8n.';

const LATER =
	'Try again later. If it goes on, check the network and the proxy of the machine that n8n runs on.';

const NO_HTTPS =
	'Check the port of the Base URL in the credential, and whether it has to begin with http:// instead of https://.';

/** The first that fits counts. */
const CONNECTION_ERRORS: readonly ConnectionError[] = [
	{
		codes: /^ECONNREFUSED$/,
		kind: 'unreachable',
		name: 'connection refused',
		advice: `Nothing listens there. ${ADDRESS}`,
	},
	{
		codes: /^ENOTFOUND$/,
		kind: 'misdirected',
		name: 'unknown host',
		advice:
			'Check the spelling of the host in the Base URL in the credential, and the name server of the machine that n8n runs on.',
	},
	{
		codes: /^EAI_/,
		kind: 'unreachable',
		name: 'name lookup failed',
		advice:
			'The name server of the machine that n8n runs on did not tell the address of the host. Check its network, then try again.',
	},
	{ codes: /^EHOST(UNREACH|DOWN)$/, kind: 'unreachable', name: 'host unreachable', advice: ADDRESS },
	{ codes: /^ENET(UNREACH|DOWN)$/, kind: 'unreachable', name: 'network unreachable', advice: ADDRESS },
	{ codes: /^EADDRNOTAVAIL$/, kind: 'unreachable', name: 'address not available', advice: ADDRESS },
	{ codes: /^(ETIMEDOUT|ECONNABORTED)$/, kind: 'late', name: 'timeout', advice: LATER },
	{
		codes: /^SSRF_BLOCKED$/,
		kind: 'blocked',
		name: 'blocked by n8n',
		advice:
			'The protection of n8n against requests to internal addresses (SSRF) keeps it back. Check the Base URL in the credential. If it is right, let whoever runs n8n allow its host with N8N_SSRF_ALLOWED_HOSTNAMES, or its address with N8N_SSRF_ALLOWED_IP_RANGES.',
	},
	{
		codes: /^CERT_HAS_EXPIRED$/,
		kind: 'misdirected',
		name: 'expired certificate',
		advice: `Check the clock of the machine that n8n runs on. ${CERTIFICATE}`,
	},
	{
		codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
		kind: 'misdirected',
		name: 'certificate of another host',
		advice:
			'Check the host of the Base URL in the credential: what answers there has the certificate of another host.',
	},
	{ codes: /SELF_SIGNED_CERT$/, kind: 'misdirected', name: 'self-signed certificate', advice: CERTIFICATE },
	{
		codes: /^(CERT_|UNABLE_TO_|SELF_SIGNED_|ERR_TLS_)/,
		kind: 'misdirected',
		name: 'certificate not trusted',
		advice: CERTIFICATE,
	},
	{
		codes:
			/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNSUPPORTED_PROTOCOL|\w+_ALERT_(PROTOCOL_VERSION|HANDSHAKE_FAILURE))$/,
		kind: 'misdirected',
		name: 'no HTTPS at this address',
		advice: NO_HTTPS,
	},
	{ codes: /^(EPROTO|ERR_SSL_)/, kind: 'broken', name: 'no HTTPS at this address', advice: NO_HTTPS },
	{
		codes: /^HPE_/,
		kind: 'broken',
		name: 'no HTTP at this address',
		advice:
			'Check the port of the Base URL in the credential, and whether it has to begin with https:// instead of http://.',
	},
	{ codes: /^(ECONNRESET|EPIPE)$/, kind: 'broken', name: 'connection reset', advice: LATER },
	{ codes: /^Z_/, kind: 'broken', name: 'damaged answer', advice: LATER },
	{
		codes: /^ERR_(NETWORK|SOCKET_CLOSED|STREAM_PREMATURE_CLOSE)$/,
		kind: 'broken',
		name: 'connection closed',
		advice: LATER,
	},
];

/** Explains the code of a failed connection, such as ECONNRESET; undefined for others, those of the service for instance. */
export function connectionError(code: string): ConnectionError | undefined {
	return CONNECTION_ERRORS.find(({ codes }) => codes.test(code));
}
