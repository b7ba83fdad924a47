import { Slots } from '../async/slots';
import type { Named } from '../log';
import { keyOf } from '../log';
import type { WebhookEndpointSettings } from '../records';
import { LOOK_BACK } from '../trigger/activation';
import type { HeldEndpoint } from './savedRegistration';
import { PUBLISH, SavedRegistration } from './savedRegistration';

/** How long after a failed registration n8n may call `delete`, in milliseconds. */
const AFTERMATH = 10_000;

/** A trigger that n8n has registered at a webhook URL. `ownerOf` names its account, and `keyOf` names the trigger itself. */
interface Holder {
	account: string;
	trigger: string;
	/** Name of the trigger's node. */
	name: string;
	/** Whether n8n listens there for a test event. */
	isTest: boolean;
}

/** What a deactivation leaves behind in one account. */
export interface Departure {
	account: string;
	endpoint: HeldEndpoint | undefined;
	registeredAt: number | undefined;
}

/**
 * What this process knows about one webhook URL. n8n deletes and creates a trigger's webhook on every publish, which looks
 * just like a deactivation. So a deactivation only records a departure, and the next registration with the same credential
 * cancels it.
 */
export class Address {
	holder: Holder | undefined;

	/** The endpoint that's assumed to exist: the one from the last registration, unless it was released since. */
	endpoint: HeldEndpoint | undefined;

	/**
	 * When the trigger was first registered successfully, in milliseconds by Fax.Plus's clock. It's undefined until then,
	 * because faxes that arrive while publishes are refused don't start the workflow.
	 */
	registeredAt: number | undefined;

	/** When this process noticed that n8n had lost the time of the registration, or undefined if it hasn't. */
	lostAt: number | undefined;

	/** When the workflow was unpublished, in milliseconds. */
	private restsSince = Infinity;

	/**
	 * The trigger that was registered here. A copy of a workflow may take over its URL, but faxes from before the copy's
	 * own publish must not start the copy.
	 */
	private registered: string | undefined;

	readonly departures = new Map<string, Departure>();

	/** Increases whenever the URL is taken or released. Work that started before must not change anything after that. */
	generation = 0;

	/** Changes that a slow list may not show yet: deleted endpoints, settings that were sent, and a new endpoint. */
	readonly deleted = new Set<string>();
	sent: WebhookEndpointSettings | undefined;
	createdUnseenAt = -Infinity;

	/** The last registration, if it failed. */
	failure: { workflow: string | undefined; trigger: string; isTest: boolean; at: number } | undefined;

	/** Lets only one task change endpoints at a time. */
	readonly turns = new Slots(1);

	constructor(readonly url: string) {}

	/** Records that n8n registers a trigger here. What the workflow remembers is used if this process knows nothing. */
	take(holder: Holder, memory: Pick<SavedRegistration, 'at' | 'registeredAt'>): void {
		const departure = this.departures.get(holder.account);
		this.endpoint = departure?.endpoint ?? this.endpoint ?? memory.at(this.url);
		const isSame = this.registered === holder.trigger && Date.now() - this.restsSince <= PUBLISH;
		const registeredHere = isSame ? (departure?.registeredAt ?? this.registeredAt) : undefined;
		this.registered = holder.trigger;
		this.registeredAt = registeredHere ?? memory.registeredAt;
		this.restsSince = Infinity;
		this.departures.delete(holder.account);
		this.holder = holder;
		this.generation += 1;
	}

	/**
	 * Looks back, because n8n has lost the time of the trigger's registration. n8n's store filters out faxes that have
	 * already started the workflow.
	 */
	lookBack(): void {
		this.lostAt = Date.now();
		this.registeredAt = this.lostAt - LOOK_BACK;
	}

	/** Records that a registration has succeeded. */
	succeed(clockAhead: number): void {
		this.registeredAt ??= Date.now() - clockAhead;
		this.failure = undefined;
	}

	/** Releases the URL, so that its endpoint is removed soon. */
	letGo(account: string, memory: Pick<SavedRegistration, 'at' | 'registeredAt'>): Departure {
		const endpoint = this.endpoint ?? memory.at(this.url);
		const departure = { account, endpoint, registeredAt: this.registeredAt ?? memory.registeredAt };
		this.departures.set(account, departure);
		this.restsSince = Date.now();
		this.endpoint = undefined;
		this.registeredAt = undefined;
		this.holder = undefined;
		this.generation += 1;
		return departure;
	}

	/**
	 * Releases the URL, but keeps every endpoint there. If the trigger is soon registered again, it's treated as if it had
	 * never been released.
	 */
	release(isUnpublished = false): void {
		if (isUnpublished) this.restsSince = Date.now();
		const departure = [...this.departures.values()].find(({ endpoint }) => endpoint);
		this.endpoint ??= departure?.endpoint;
		this.registeredAt ??= departure?.registeredAt;
		this.departures.clear();
		this.holder = undefined;
		this.generation += 1;
	}
}

const addresses = new Map<string, Address>();

/** Returns what this process knows about a webhook URL. */
export function addressAt(url: string): Address {
	const address = addresses.get(url) ?? new Address(url);
	addresses.set(url, address);
	return address;
}

/** Whether a trigger of a workflow has just failed to register, either for test events or in production. */
export function hasJustFailed(workflow: string | undefined, isTest: boolean): boolean {
	return [...addresses.values()].some(
		({ failure }) =>
			failure?.workflow === workflow &&
			failure?.isTest === isTest &&
			Math.abs(Date.now() - failure.at) < AFTERMATH,
	);
}

/** Whether n8n shows a trigger's last publish as failed. Until a publish succeeds, no fax may start the workflow. */
export function hasPublishFailed(trigger: string): boolean {
	return [...addresses.values()].some(({ failure }) => failure?.trigger === trigger && !failure.isTest);
}

/** Returns what's remembered about a trigger's registration. What this process knows is newer than what n8n has saved. */
export function registrationOf(
	context: ConstructorParameters<typeof SavedRegistration>[0],
): Pick<SavedRegistration, 'endpointId' | 'registeredAt' | 'lostAt'> {
	const [held, saved] = [addressHeldBy(context), new SavedRegistration(context)];
	return {
		endpointId: held?.endpoint?.id ?? saved.endpointId,
		registeredAt: held?.registeredAt ?? saved.registeredAt,
		lostAt: held?.lostAt ?? saved.lostAt,
	};
}

/**
 * Returns the production URL where n8n has registered a trigger in this process. Before 2.41, n8n accepts two nodes with
 * the same ID, and each of them has its own URL.
 */
export function addressHeldBy(context: Named): Address | undefined {
	const key = keyOf(context);
	const held = [...addresses.values()].filter(({ holder }) => holder?.trigger === key && !holder.isTest);
	return held.find(({ holder }) => holder?.name === context.getNode().name) ?? held[0];
}
