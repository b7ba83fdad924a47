import type { WebhookEndpoint } from '../../../shared/records';
import { isTestUrl } from '../../../shared/endpoints/webhookUrls';
import { fingerprintOf } from '../../../shared/values/fingerprint';

/** The receiver at the address of an endpoint, and what that means. */
export interface Finding {
	/** The receiver of the deliveries. "otherTrigger" is a trigger that uses another endpoint. */
	takenBy: 'trigger' | 'otherTrigger' | 'nobody' | 'unknown';
	/** A sentence that explains it, and what to do. */
	finding: string;
}

/** How an address answers, with null where it does not, and who is there. */
export type AddressState = { status: number | null } & (
	| Finding
	/** A trigger of this package, with the fingerprint of its endpoint if it remembers one. */
	| { takenBy: 'trigger'; endpoint: string | undefined }
);

/** Findings that are the same for every endpoint. */
export const FINDINGS = {
	own: "A Fax.Plus Trigger takes deliveries here, and this is its endpoint. If faxes do not arrive, look into n8n's log for refused deliveries. If no execution shows at all, try the address from another network: this n8n has asked from the inside.",
	ownUnknown:
		'A Fax.Plus Trigger takes deliveries here, but does not tell which endpoint is its own. Change a field of the trigger, publish the workflow and check again.',
	listening: 'A Fax.Plus Trigger listens here for a test event. A test URL has an endpoint of its own.',
	otherAccount:
		'A Fax.Plus Trigger takes deliveries here, but the endpoint that it remembers is none of this account: it uses another account, or its endpoint was deleted. If it is meant to use this account, select its credential in the trigger, change a field, publish the workflow and check again. Only if it uses another account delete this endpoint.',
	missing:
		'No endpoint of this account has this address, so Fax.Plus delivers nothing here: it was deleted, or belongs to another account. Change a field of the trigger and publish the workflow, which creates a new endpoint with a signing secret of its own.',
	notListening:
		'n8n answers, and nobody listens at this test URL. That is normal: it takes deliveries only while the editor listens for a test event, and its endpoint stays for the next time.',
	unregistered:
		'n8n answers, but takes no deliveries at this address. Publish the workflow whose trigger has it, or unpublish and publish it if it is published already. Delete the endpoint if no workflow has this address. (Of a test URL this is normal while nobody listens.)',
	leftBehind:
		"A workflow was unpublished, and n8n couldn't delete its endpoint then. This check has deleted it. There's nothing to do.",
	unusable:
		'This is no address that begins with https:// or http://, so it was not asked. Enter another one with "Update", or delete the endpoint.',
	redirect:
		'The address leads on to another one, which was not asked and to which Fax.Plus may not go either. Set WEBHOOK_URL of n8n, or the URL of the endpoint, to the address where the way ends.',
};

/** Says what the state of its address means for an endpoint, with which others of all may share it. */
export function findingOf(
	{ id, url }: WebhookEndpoint,
	state: AddressState,
	sharing: readonly WebhookEndpoint[],
	all: readonly WebhookEndpoint[],
): Finding {
	if ('finding' in state) return { takenBy: state.takenBy, finding: state.finding };
	const own = isTestUrl(url) ? FINDINGS.listening : undefined;
	const { endpoint } = state;
	if (endpoint === undefined) return { takenBy: 'trigger', finding: own ?? FINDINGS.ownUnknown };
	if (endpoint === fingerprintOf(id))
		return { takenBy: 'trigger', finding: (own ?? FINDINGS.own) + aboutOthers(sharing) };
	const used = all.find((other) => fingerprintOf(other.id) === endpoint);
	const isHere = used && sharing.includes(used);
	const finding = used ? (isHere ? ofOtherEndpoint(used) : ofMoved(used)) : FINDINGS.otherAccount;
	return { takenBy: 'otherTrigger', finding };
}

/** Says what it means that an address which needs an endpoint has none. */
export function findingWithoutEndpoint({ takenBy }: AddressState): Finding {
	return { takenBy: takenBy === 'trigger' ? 'otherTrigger' : takenBy, finding: FINDINGS.missing };
}

function ofOtherEndpoint({ id }: WebhookEndpoint): string {
	return `A Fax.Plus Trigger takes deliveries here, but its endpoint is ${id}. What this one delivers is refused, or ends as a copy: delete the one of the two whose signing secret is not in the credential.`;
}

function ofMoved({ id, url }: WebhookEndpoint): string {
	return `A Fax.Plus Trigger takes deliveries here, but its endpoint is ${id}, with the address ${url}. This one may be left from an address that n8n had before: what it delivers is refused, or ends as a copy. Delete it, unless another n8n uses it.`;
}

function aboutOthers(sharing: readonly WebhookEndpoint[]): string {
	if (sharing.length === 0) return '';
	const ids = sharing.map(({ id }) => id).join(', ');
	return ` The address is also that of ${ids}: keep the endpoint whose signing secret is in the credential, and delete the rest.`;
}

export function ofSilence(reason: string): string {
	return `This n8n gets no answer from the address (${reason}). Check its host name, the firewall, the proxy in front of n8n, and WEBHOOK_URL. This n8n has asked from the inside: if another network gets an answer, deliveries may arrive all the same.`;
}

/** The meaning of a status, whoever answers with it. It's undefined if it depends on who answers. */
function ofStatus(status: number): string | undefined {
	if (status >= 300 && status < 400) return FINDINGS.redirect;
	if (status < 500) return undefined;
	return `A server answers that something is wrong with it (status ${status}). Check that what takes deliveries there runs, such as n8n, and that the proxy in front of it reaches it.`;
}

/** An address that does not look like a trigger's. */
export function ofForeigner(status: number): string {
	const finding = `A server answers (status ${status}). The address is not known to be one of a Fax.Plus Trigger, so nothing was posted there, and only its receiver can tell whether deliveries arrive.`;
	return ofStatus(status) ?? finding;
}

/** An address that looks like a trigger's, where something else answers. */
export function ofStranger(status: number): string {
	const refusal = ofStatus(status);
	if (refusal !== undefined) return refusal;
	if (status === 401 || status === 403)
		return `Something in front of n8n lets nobody in without a login (status ${status}). Let requests to webhook addresses through: Fax.Plus cannot log in, and the trigger rejects events that Fax.Plus did not send.`;
	if (status < 300)
		return `Something other than a Fax.Plus Trigger answers with success (status ${status}). What is delivered there counts as delivered, and no trigger gets it: check the proxy in front of n8n, and that it asks whether n8n is ready.`;
	return `A server answers with status ${status}, but neither n8n nor a trigger does. Check that the proxy passes webhook addresses on to n8n, and WEBHOOK_URL.`;
}
