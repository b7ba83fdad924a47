/** What the form of an address tells about who may take deliveries there. */

/** As n8n makes the addresses of the trigger: "webhook" is the path in its description, before it stands the node's own id. */
const TRIGGER_PATH = /\/([^/]+)\/webhook$/;

/** An id that n8n has given; a workflow that was written by hand or by a program may hold any other text. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an address may be a trigger's of this package: surely not, maybe, or with an id that n8n gives. */
export function triggerLikeness(url: string): 'none' | 'some' | 'full' {
	const id = TRIGGER_PATH.exec(pathOf(url))?.[1];
	if (id === undefined) return 'none';
	return UUID.test(id) ? 'full' : 'some';
}

/**
 * Whether an address is one for test events, as n8n makes them unless N8N_ENDPOINT_WEBHOOK_TEST says otherwise: a false
 * does not tell that it is for production.
 */
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
