import type { WebhookEndpoint } from '../../../shared/records';
import { isTestUrl } from '../../../shared/endpoints/webhookUrls';
import { fingerprintOf } from '../../../shared/values/fingerprint';

/** The receiver at the address of an endpoint, and what that means. */
export interface Finding {
	/** The receiver of the deliveries. "otherTrigger" is a trigger that uses another endpoint. */
	receiver: 'trigger' | 'otherTrigger' | 'nobody' | 'unknown';
	/** A sentence that explains the receiver, and what to do. */
	finding: string;
}

/** An address's response status, and what listens there. The status is null if there's no response. */
export type AddressState = { status: number | null } & (
	| Finding
	/** A trigger of this package, with the fingerprint of its endpoint if it remembers one. */
	| { receiver: 'trigger'; endpoint: string | undefined }
);

/** Findings that are the same for every endpoint. */
export const FINDINGS = {
	own: "A Fax.Plus Trigger listens here, and this is its endpoint. If faxes don't start it, check n8n's log for refused deliveries. If there is no execution at all, try the address from another network, because this check ran inside yours.",
	ownUnknown:
		"A Fax.Plus Trigger listens here, but doesn't know its endpoint. Change a field of the trigger, publish the workflow and check again.",
	listening: 'A Fax.Plus Trigger listens here for a test event. A test URL has an endpoint of its own.',
	otherAccount:
		"A Fax.Plus Trigger listens here, but its endpoint isn't in this account. It uses another account, or its endpoint was deleted. If it should use this account, select this account's credential in the trigger, change a field, publish the workflow and check again. Delete this endpoint only if the trigger uses another account.",
	missing:
		'No endpoint of this account has this address, so Fax.Plus sends nothing here. It was deleted, or belongs to another account. Change a field of the trigger and publish the workflow. This creates a new endpoint with its own signing secret.',
	notListening:
		"n8n responds, but nothing listens at this test URL. That's normal, because it listens only while you wait for a test event in the editor.",
	unregistered:
		'n8n responds, but nothing listens at this address. Publish the workflow whose trigger has this address. If it is published already, unpublish it and publish it again. If no workflow has this address, delete the endpoint.',
	leftBehind:
		"A workflow was unpublished, and n8n couldn't delete its endpoint then. This check has deleted it. There's nothing to do.",
	unusable:
		'This isn\'t a complete address that begins with https:// or http://, so it wasn\'t checked. Enter another one with "Update", or delete the endpoint.',
	redirect:
		"The address redirects to another one, which Fax.Plus may not follow. Set n8n's WEBHOOK_URL, or the URL of the endpoint, to the final address.",
};

/** Returns what the state of an address means for its endpoint, which may share it with others. */
export function findingOf(
	{ id, url }: WebhookEndpoint,
	state: AddressState,
	sharing: readonly WebhookEndpoint[],
	all: readonly WebhookEndpoint[],
): Finding {
	if ('finding' in state) return { receiver: state.receiver, finding: state.finding };
	const own = isTestUrl(url) ? FINDINGS.listening : undefined;
	const { endpoint } = state;
	if (endpoint === undefined) return { receiver: 'trigger', finding: own ?? FINDINGS.ownUnknown };
	if (endpoint === fingerprintOf(id))
		return { receiver: 'trigger', finding: (own ?? FINDINGS.own) + aboutOthers(sharing) };
	const used = all.find((other) => fingerprintOf(other.id) === endpoint);
	const isHere = used && sharing.includes(used);
	const finding = used ? (isHere ? ofOtherEndpoint(used) : ofMoved(used)) : FINDINGS.otherAccount;
	return { receiver: 'otherTrigger', finding };
}

/** Returns the finding for an address that needs an endpoint and has none. */
export function findingWithoutEndpoint({ receiver }: AddressState): Finding {
	return { receiver: receiver === 'trigger' ? 'otherTrigger' : receiver, finding: FINDINGS.missing };
}

function ofOtherEndpoint({ id }: WebhookEndpoint): string {
	return `A Fax.Plus Trigger listens here, but its endpoint is ${id}. It refuses or ignores events of this one. Of these two endpoints, delete the one whose signing secret isn't in the credential.`;
}

function ofMoved({ id, url }: WebhookEndpoint): string {
	return `A Fax.Plus Trigger listens here, but its endpoint is ${id}, with the address ${url}. This one may be left from an earlier address of n8n, and its events are refused or ignored. Delete it, unless another n8n instance uses it.`;
}

function aboutOthers(sharing: readonly WebhookEndpoint[]): string {
	if (sharing.length === 0) return '';
	const ids = sharing.map(({ id }) => id).join(', ');
	return ` The endpoints ${ids} have the same address. Keep the one whose signing secret is in the credential, and delete the others.`;
}

export function ofSilence(reason: string): string {
	return `n8n gets no response from the address (${reason}). Check its host name, the firewall, the proxy in front of n8n, and WEBHOOK_URL. This check ran inside your network. If the address responds from another network, events can still arrive.`;
}

/** Returns what a status means, no matter which server responds. It's undefined if that depends on the server. */
function ofStatus(status: number): string | undefined {
	if (status >= 300 && status < 400) return FINDINGS.redirect;
	if (status < 500) return undefined;
	return `A server responds with an error (status ${status}). Check that n8n, or whatever listens there, is running, and that the proxy in front of it can reach it.`;
}

/** Returns the finding for an address that doesn't look like a trigger's. */
export function ofForeigner(status: number): string {
	const finding = `A server responds (status ${status}). The address doesn't look like one of a Fax.Plus Trigger, so this check sent no event there. Check on that server whether events arrive.`;
	return ofStatus(status) ?? finding;
}

/** Returns the finding for an address that looks like a trigger's, but where something else responds. */
export function ofStranger(status: number): string {
	const refusal = ofStatus(status);
	if (refusal !== undefined) return refusal;
	if (status === 401 || status === 403)
		return `Something in front of n8n asks for a login (status ${status}), and Fax.Plus can't log in. Let requests to webhook addresses through. The trigger itself rejects events that Fax.Plus didn't send.`;
	if (status < 300)
		return `Something other than a Fax.Plus Trigger responds with success (status ${status}), so events are lost there. Check the proxy in front of n8n, and that its health check asks whether n8n is ready.`;
	return `A server responds (status ${status}), but it isn't n8n. Check that the proxy forwards webhook addresses to n8n, and check WEBHOOK_URL.`;
}
