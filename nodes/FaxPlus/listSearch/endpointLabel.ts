import { eventOptions } from '../../shared/editor/events';
import type { WebhookEndpoint } from '../../shared/records';
import { haveSameOrigin, isTestUrl, isTriggerLike } from '../../shared/endpoints/webhookUrls';
import { labelTextOf } from '../../shared/values/text';

/** How many characters of an ID are enough to distinguish endpoints. */
const END_OF_ID = 6;

/** Longest part of an address that's shown in full, in characters. */
const LONGEST_PART = 12;

/**
 * Returns the label of an endpoint in a list, such as "n8n.example.com/…/c259c87e… (this n8n) · Received, Sent · ID …a1b2c3". The
 * most important part comes first, because fields cut off the end.
 */
export function endpointLabel(endpoint: WebhookEndpoint, instance: string): string {
	const { id, url } = endpoint;
	const remark = remarkOn(url, instance);
	const place = remark === undefined ? placeOf(url) : `${placeOf(url)} (${remark})`;
	const endOfId = id.length <= END_OF_ID ? id : `…${id.slice(-END_OF_ID)}`;
	const parts = [place, eventsOf(endpoint), numbersOf(endpoint), `ID ${endOfId}`];
	return parts.filter((part) => part !== '').join(' · ');
}

function eventsOf({ filter_types }: Pick<WebhookEndpoint, 'filter_types'>): string {
	const events = textsOf(filter_types);
	// Space is limited and every event is about a fax, so labels leave out the word "Fax".
	const eventNames = eventOptions
		.filter(({ value }) => events.includes(value))
		.map(({ name }) => name.replace(/^Fax | or Failed$/g, ''));
	const others = events.filter((event) => !eventOptions.some(({ value }) => value === event));
	return [...eventNames, ...others].join(', ');
}

/** Returns the strings of a list. A missing list is read as an empty one, because Fax.Plus may leave it out. */
function textsOf(list: unknown): string[] {
	return [list ?? []].flat().map(labelTextOf);
}

function numbersOf({ channels }: WebhookEndpoint): string {
	const [first, ...others] = textsOf(channels);
	if (first === undefined) return '';
	return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/**
 * Returns the host, and the part of the address that distinguishes it from others on that host. For a trigger, that's the
 * ID in its Production URL. Otherwise, it's the end of the path.
 */
function placeOf(url: string): string {
	if (!URL.canParse(url)) return '';
	const { host, pathname } = new URL(url);
	const parts = pathname.split('/').filter((part) => part !== '');
	const own = parts.at(isTriggerLike(url) ? -2 : -1);
	if (own === undefined) return host;
	const shown = own.length > LONGEST_PART ? `${own.slice(0, 8)}…` : own;
	return `${host}${parts.length > 1 ? '/…/' : '/'}${shown}`;
}

/**
 * Returns a remark about an address. Another host may still belong to this n8n instance, because webhooks and the editor
 * may have different addresses.
 */
function remarkOn(url: string, instance: string): string | undefined {
	const isHere = haveSameOrigin(url, instance);
	if (isTestUrl(url)) return isHere ? 'test URL of this n8n' : 'test URL';
	return isHere ? 'this n8n' : undefined;
}
