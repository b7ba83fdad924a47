/**
 * Matches webhook URLs as n8n makes them for triggers, from a generated ID and the path in the trigger's description. Other
 * triggers may have this path too, and Webhook nodes if a user has entered it.
 */
const WITH_ID = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/webhook$/i;

/**
 * Matches webhook URLs of triggers without such an ID, which weren't created in the editor. They have the workflow's ID and
 * the node's name.
 */
const WITH_NAME = /\/(?=[^/]*[a-z])(?=[^/]*[A-Z])[0-9A-Za-z]{16}\/[^/]+\/webhook$/;

/** Whether an address may belong to a trigger of this package. */
export function isTriggerLike(url: string): boolean {
	return [WITH_ID, WITH_NAME].some((path) => path.test(pathOf(url)));
}

/** Whether an address is one for test events. If N8N_ENDPOINT_WEBHOOK_TEST changes their path, false doesn't mean anything. */
export function isTestUrl(url: string): boolean {
	return pathOf(url).split('/').includes('webhook-test');
}

/** Whether a request can be sent to an address at all. */
export function isHttpUrl(url: string): boolean {
	return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Whether two addresses have the same protocol, host and port. */
export function haveSameOrigin(a: string, b: string): boolean {
	return isHttpUrl(a) && isHttpUrl(b) && new URL(a).origin === new URL(b).origin;
}

/** Returns the host of an address. The rest of it may be a secret. */
export function hostOf(url: string | undefined): string | undefined {
	return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}

function pathOf(url: string): string {
	return URL.canParse(url) ? new URL(url).pathname : '';
}
