import { eventOptions } from '../../shared/editor/events';
import type { WebhookEndpoint } from '../../shared/service/types';
import { haveSameOrigin, isTestUrl, isTriggerLike } from '../../shared/service/webhookUrls';

/** Characters of an ID that tell endpoints apart. */
const END_OF_ID = 6;

/**
 * What a list calls an endpoint, such as "Received, Sent · n8n.example.com · …a1b2c3 (test URL)": fields show no more than
 * the beginning, and the addresses of one n8n differ only far behind.
 *
 * @param instance address of this n8n, as far as it knows that itself
 */
export function endpointLabel(endpoint: WebhookEndpoint, instance: string): string {
	const { id, url } = endpoint;
	const parts = [eventsOf(endpoint), numbersOf(endpoint), hostOf(url), endOf(id)];
	const remark = remarkOn(url, instance);
	const label = parts.filter((part) => part !== '').join(' · ');
	return remark === undefined ? label : `${label} (${remark})`;
}

function eventsOf({ filter_types: events = [] }: Partial<WebhookEndpoint>): string {
	const known = eventOptions.filter(({ value }) => events.includes(value)).map(({ name }) => shortened(name));
	const others = events.filter((event) => !eventOptions.some(({ value }) => value === event));
	return [...known, ...others].join(', ');
}

/** Every event is one of a fax. */
function shortened(name: string): string {
	return name.replace(/^Fax /, '');
}

function numbersOf({ channels }: WebhookEndpoint): string {
	const [first, ...others] = channels ?? [];
	if (first === undefined) return '';
	return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** The host, and of a trigger's address the beginning of its own id, as the trigger's Production URL shows it. */
function hostOf(url: string): string {
	if (!URL.canParse(url)) return '';
	const { host, pathname } = new URL(url);
	const own = isTriggerLike(url) ? `/…/${pathname.split('/').at(-2)?.slice(0, 8) ?? ''}…` : '';
	return host + own;
}

function endOf(id: string): string {
	return id.length <= END_OF_ID ? id : `…${id.slice(-END_OF_ID)}`;
}

/** An address elsewhere may be this n8n's too, where its editor has another address than its webhooks. */
function remarkOn(url: string, instance: string): string | undefined {
	const isHere = haveSameOrigin(url, instance);
	if (isTestUrl(url)) return isHere ? 'test URL of this n8n' : 'test URL';
	return isHere ? 'this n8n' : undefined;
}
