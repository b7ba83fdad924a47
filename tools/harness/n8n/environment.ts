import { delimiter, dirname, join } from 'node:path';
import type { HttpsFront } from '../httpsFront';
import type { N8nVersion } from './versions';

/** The key is fixed, so that a restarted n8n instance and all of its processes can read the same credentials. */
const ENCRYPTION_KEY = 'key-of-an-n8n-for-tests-only';

/** The tuning that the docs recommend for n8n 2.41. It prepares the expression engine only when it's needed. */
export const lazyExpressions = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

/** Lets n8n refuse requests that name another host than this machine. The quotes are for a path with spaces. */
export const onlyLocalHost = {
	NODE_OPTIONS: `--require=${JSON.stringify(join(__dirname, 'onlyLocalHost.js'))}`,
};

/**
 * Defaults of n8n 3.0, as settings of n8n 2.41. Addresses on this machine, such as the simulator's, are allowed.
 *
 * Durable polls are optional in both versions. They're on here, because n8n then calls the node differently.
 */
const defaultsOf3 = {
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
	N8N_SSRF_PROTECTION_ENABLED: 'true',
	N8N_SSRF_BLOCKED_IP_RANGES: 'default,100.64.0.0/10,64:ff9b::/96,64:ff9b:1::/48,2001::/32,2002::/16',
	N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.0/8,::1/128',
	// Without this, n8n 3.0 doesn't load unverified packages.
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
};

interface EnvironmentOptions {
	version: N8nVersion;
	userFolder: string;
	port: number;
	/** Port of the broker that passes Code nodes to their runner process. */
	brokerPort: number;
	nodeProgram: string;
	/** Address of n8n for browsers. */
	url: string;
	/** Address at which services reach n8n's webhooks. n8n must trust its certificate. */
	front: Pick<HttpsFront, 'url' | 'certificateFile'>;
	/** Whether n8n is used in a browser. */
	hasEditor: boolean;
}

/** Environment for an isolated n8n instance, without telemetry or any access to other machines. */
export function n8nEnvironment(options: EnvironmentOptions): Record<string, string> {
	return {
		...inherited(),
		PATH: [dirname(options.nodeProgram), process.env['PATH']].join(delimiter),
		N8N_USER_FOLDER: options.userFolder,
		N8N_ENCRYPTION_KEY: ENCRYPTION_KEY,
		N8N_PORT: String(options.port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
		N8N_EDITOR_BASE_URL: options.url,
		WEBHOOK_URL: `${options.front.url}/`,
		NODE_EXTRA_CA_CERTS: options.front.certificateFile,
		N8N_DISABLE_UI: String(!options.hasEditor),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		GENERIC_TIMEZONE: 'UTC',
		// n8n gives up on a publish after seven tenths of this time. By default that's 84 s, which is too short for a busy
		// machine.
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '600',
		NO_COLOR: '1',
		...(options.version === '3.0' ? defaultsOf3 : {}),
	};
}

/**
 * The variables of the caller's environment that programs need to run. Settings for another n8n instance or Node.js aren't among
 * them.
 */
function inherited(): Record<string, string> {
	const names = ['HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'USERPROFILE'];
	const values = names.map((name) => [name, process.env[name]]);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Record<string, string>;
}
