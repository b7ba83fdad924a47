import { Slots } from '../async/slots';
import type { Named } from '../log';
import { keyOf } from '../log';
import type { WebhookEndpointSettings } from '../records';
import { LOOK_BACK } from '../trigger/activation';
import type { HeldEndpoint } from './savedRegistration';
import { PUBLISH, SavedRegistration } from './savedRegistration';

/** For so long after a registration that failed n8n may go on answering with `delete`, in milliseconds. */
const AFTERMATH = 10_000;

/** A trigger that n8n has registered at a webhook URL. Its account is named by its credential (`ownerOf`), itself by `keyOf`. */
interface Holder {
	account: string;
	trigger: string;
	/** The name of its node. */
	name: string;
	/** Whether n8n listens there for a test event. */
	isTest: boolean;
}

/** What a deactivation has left behind in one account. */
export interface Departure {
	account: string;
	endpoint: HeldEndpoint | undefined;
	registeredAt: number | undefined;
}

/**
 * What this process knows of one webhook URL. n8n deletes and creates the webhook of a trigger on every publish, and nothing
 * tells that apart from a deactivation; so a deactivation only makes a departure, which the next registration with the same
 * credential calls off.
 */
export class Address {
	holder: Holder | undefined;

	/** The endpoint that counts as there; that of the last registration, unless it was let go since. */
	endpoint: HeldEndpoint | undefined;

	/**
	 * When a registration of the trigger succeeded first, in milliseconds by the service's clock. Undefined until it has: what comes
	 * while publishes are refused is not its affair.
	 */
	registeredAt: number | undefined;

	/** When n8n had lost that; undefined unless it had. */
	lostAt: number | undefined;

	/** When the workflow was unpublished, in milliseconds. */
	private restsSince = Infinity;

	/** Which trigger that was: a copy of a workflow may take over its URL, but nothing from before its own publish is its affair. */
	private registered: string | undefined;

	readonly departures = new Map<string, Departure>();

	/** Grows whenever the URL is taken or let go: what was begun before changes nothing any more. */
	generation = 0;

	/** What a list that lags may not show yet: endpoints that were deleted, settings that were sent, a new endpoint. */
	readonly deleted = new Set<string>();
	sent: WebhookEndpointSettings | undefined;
	createdUnseenAt = -Infinity;

	/** The last registration, if it has failed. */
	failure: { workflow: string | undefined; trigger: string; isTest: boolean; at: number } | undefined;

	/** Each part of its work on endpoints begins when the one before has ended. */
	readonly turns = new Slots(1);

	constructor(readonly url: string) {}

	/** n8n registers a trigger here; what the workflow remembers counts where this process knows nothing. */
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

	/** The trigger was registered before, and n8n has lost when: it looks back, and the store keeps out what has started the workflow. */
	lookBack(): void {
		this.lostAt = Date.now();
		this.registeredAt = this.lostAt - LOOK_BACK;
	}

	/** A registration has succeeded. */
	succeed(clockAhead: number): void {
		this.registeredAt ??= Date.now() - clockAhead;
		this.failure = undefined;
	}

	/** Lets the URL go, so that its endpoint is removed soon. */
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

	/** Lets the URL go, and keeps every endpoint there; since when it rests is told by how long it is let go. */
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

/** What this process knows of a webhook URL. */
export function addressAt(url: string): Address {
	const address = addresses.get(url) ?? new Address(url);
	addresses.set(url, address);
	return address;
}

/** Whether a trigger of a workflow could not be registered a moment ago, for test events or else in production. */
export function hasJustFailed(workflow: string | undefined, isTest: boolean): boolean {
	return [...addresses.values()].some(
		({ failure }) =>
			failure?.workflow === workflow &&
			failure?.isTest === isTest &&
			Math.abs(Date.now() - failure.at) < AFTERMATH,
	);
}

/** Whether n8n shows the last publish of a trigger as failed, so that no fax is to start its workflow until one succeeds. */
export function isRefused(trigger: string): boolean {
	return [...addresses.values()].some(({ failure }) => failure?.trigger === trigger && !failure.isTest);
}

/** What is remembered of the registration of a trigger: what this process knows is newer than what n8n has saved. */
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
 * The production URL at which n8n has registered a trigger in this process. Of two nodes with one id, which n8n takes before
 * 2.41, each has its own.
 */
export function addressHeldBy(context: Named): Address | undefined {
	const key = keyOf(context);
	const held = [...addresses.values()].filter(({ holder }) => holder?.trigger === key && !holder.isTest);
	return held.find(({ holder }) => holder?.name === context.getNode().name) ?? held[0];
}
