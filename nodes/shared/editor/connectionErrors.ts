/** What the codes of a failed connection mean to a person, and what to do. */
interface ConnectionError {
	codes: RegExp;
	name: string;
	advice: string;
}

const ADDRESS =
	'Check the host and the port of the Base URL in the credential, and the network, proxy and firewall of the machine that n8n runs on.';

const CERTIFICATE =
	'If the certificate is right, of a proxy or an authority of your own, make n8n trust it: set the environment variable NODE_EXTRA_CA_CERTS to the file of the authority and restart n8n.';

const LATER =
	'Try again later. If it goes on, check the network and the proxy of the machine that n8n runs on.';

/** The first that fits counts. */
const CONNECTION_ERRORS: readonly ConnectionError[] = [
	{ codes: /^ECONNREFUSED$/, name: 'connection refused', advice: `Nothing listens there. ${ADDRESS}` },
	{
		codes: /^ENOTFOUND$/,
		name: 'unknown host',
		advice:
			'Check the spelling of the host in the Base URL in the credential, and the name server of the machine that n8n runs on.',
	},
	{
		codes: /^EAI_/,
		name: 'name lookup failed',
		advice:
			'The name server of the machine that n8n runs on did not tell the address of the host. Check its network, then try again.',
	},
	{ codes: /^E(HOST)(UNREACH|DOWN)$/, name: 'host unreachable', advice: ADDRESS },
	{ codes: /^ENET(UNREACH|DOWN)$/, name: 'network unreachable', advice: ADDRESS },
	{ codes: /^EADDRNOTAVAIL$/, name: 'address not available', advice: ADDRESS },
	{ codes: /^(ETIMEDOUT|ECONNABORTED)$/, name: 'timeout', advice: LATER },
	{
		codes: /^SSRF_BLOCKED$/,
		name: 'blocked by n8n',
		advice:
			'The protection of n8n against requests to internal addresses (SSRF) keeps it back. Check the Base URL in the credential. If it is right, let whoever runs n8n allow its host with N8N_SSRF_ALLOWED_HOSTNAMES, or its address with N8N_SSRF_ALLOWED_IP_RANGES.',
	},
	{
		codes: /^CERT_HAS_EXPIRED$/,
		name: 'expired certificate',
		advice: `Check the Base URL in the credential and the clock of the machine that n8n runs on. ${CERTIFICATE}`,
	},
	{
		codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
		name: 'certificate of another host',
		advice:
			'Check the host of the Base URL in the credential: what answers there has the certificate of another host.',
	},
	{
		codes: /SELF_SIGNED_CERT$/,
		name: 'self-signed certificate',
		advice: `Check the Base URL in the credential. ${CERTIFICATE}`,
	},
	{
		codes: /^(CERT_|UNABLE_TO_|SELF_SIGNED_|ERR_TLS_)/,
		name: 'certificate not trusted',
		advice: `Check the Base URL in the credential. ${CERTIFICATE}`,
	},
	{
		codes: /^(EPROTO|ERR_SSL_)/,
		name: 'no HTTPS at this address',
		advice:
			'Check the port of the Base URL in the credential, and whether it has to begin with http:// instead of https://.',
	},
	{
		codes: /^HPE_/,
		name: 'no HTTP at this address',
		advice:
			'Check the port of the Base URL in the credential, and whether it has to begin with https:// instead of http://.',
	},
	{ codes: /^(ECONNRESET|EPIPE)$/, name: 'connection reset', advice: LATER },
	{ codes: /^ERR_(NETWORK|SOCKET_CLOSED|STREAM_PREMATURE_CLOSE)$/, name: 'connection closed', advice: LATER },
];

/** Explains the code of a failed connection, such as ECONNRESET; undefined for others, those of the service for instance. */
export function connectionError(code: string): ConnectionError | undefined {
	return CONNECTION_ERRORS.find(({ codes }) => codes.test(code));
}
