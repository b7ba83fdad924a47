/**
 * As n8n makes the addresses of triggers: an id that n8n has given, and the path in the trigger's description. Other triggers
 * may have this path too; a Webhook node has one only if a person has entered it.
 */
const WITH_ID = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/webhook$/i;

/** The same of a trigger without such an id, as other programs than the editor make them: the workflow's id and the node's name. */
const WITH_NAME = /\/(?=[^/]*[a-z])(?=[^/]*[A-Z])[0-9A-Za-z]{16}\/[^/]+\/webhook$/;

/** Whether an address may be a trigger's of this package. */
export function isTriggerLike(url: string): boolean {
	return [WITH_ID, WITH_NAME].some((path) => path.test(pathOf(url)));
}

/** Whether an address is one for test events; false tells nothing where N8N_ENDPOINT_WEBHOOK_TEST has another name for them. */
export function isTestUrl(url: string): boolean {
	return pathOf(url).split('/').includes('webhook-test');
}

/** Whether an address can be asked at all. */
export function isHttpUrl(url: string): boolean {
	return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Whether two addresses lead to the same host and port in the same way. */
export function haveSameOrigin(a: string, b: string): boolean {
	return isHttpUrl(a) && isHttpUrl(b) && new URL(a).origin === new URL(b).origin;
}

function pathOf(url: string): string {
	return URL.canParse(url) ? new URL(url).pathname : '';
}
