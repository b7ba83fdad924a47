import { Slots } from '../../shared/async/slots';
import type { Named } from '../../shared/log';
import { keyOf } from '../../shared/log';
import type { WebhookEndpointSettings } from '../../shared/records';
import type { HeldEndpoint } from './savedRegistration';
import { SavedRegistration } from './savedRegistration';

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

	/** When the trigger was registered, in milliseconds by the service's clock; a publish does not count as such. */
	registeredAt: number | undefined;

	/** Which trigger that was: a copy of a workflow may take over its URL, but nothing from before its own publish is its affair. */
	private registered: string | undefined;

	/** Whether that was just now, by n8n's clock. */
	isRegisteredNow = false;

	readonly departures = new Map<string, Departure>();

	/** Grows whenever the URL is taken or let go: what was begun before changes nothing any more. */
	generation = 0;

	/** What a list that lags may not show yet: endpoints that were deleted, settings that were sent, a new endpoint. */
	readonly deleted = new Set<string>();
	sent: WebhookEndpointSettings | undefined;
	createdUnseenAt = -Infinity;

	/** The last registration, if it has failed. */
	failure: { workflow: string | undefined; at: number } | undefined;

	/** Each part of its work on endpoints begins when the one before has ended. */
	readonly turns = new Slots(1);

	constructor(readonly url: string) {}

	/** n8n registers a trigger here; what the workflow remembers counts where this process knows nothing. */
	take(holder: Holder, memory: Pick<SavedRegistration, 'at' | 'registeredAt'>): void {
		const departure = this.departures.get(holder.account);
		this.endpoint = departure?.endpoint ?? this.endpoint ?? memory.at(this.url);
		const isSame = this.registered === holder.trigger;
		const registeredHere = isSame ? (departure?.registeredAt ?? this.registeredAt) : undefined;
		const registeredAt = registeredHere ?? memory.registeredAt;
		this.registered = holder.trigger;
		this.isRegisteredNow = registeredAt === undefined;
		this.registeredAt = registeredAt ?? Date.now();
		this.departures.delete(holder.account);
		this.holder = holder;
		this.generation += 1;
	}

	/** Corrects when the trigger was registered, if it was just now, by what n8n's clock is ahead of the service's. */
	correctRegisteredAt(clockAhead: number): void {
		if (this.isRegisteredNow && this.registeredAt !== undefined) this.registeredAt -= clockAhead;
		this.isRegisteredNow = false;
	}

	/** Lets the URL go, so that its endpoint is removed soon. */
	letGo(account: string, memory: Pick<SavedRegistration, 'at' | 'registeredAt'>): Departure {
		const endpoint = this.endpoint ?? memory.at(this.url);
		const departure = { account, endpoint, registeredAt: this.registeredAt ?? memory.registeredAt };
		this.departures.set(account, departure);
		this.endpoint = undefined;
		this.registeredAt = undefined;
		this.holder = undefined;
		this.generation += 1;
		return departure;
	}

	/** Lets the URL go, and keeps every endpoint there. */
	release(): void {
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

/** Whether a trigger of a workflow could not be registered a moment ago. */
export function hasJustFailed(workflow: string | undefined): boolean {
	return [...addresses.values()].some(
		({ failure }) => failure?.workflow === workflow && Math.abs(Date.now() - (failure?.at ?? 0)) < AFTERMATH,
	);
}

/** What is remembered of the registration of a trigger: what this process knows is newer than what n8n has saved. */
export function registrationOf(
	context: ConstructorParameters<typeof SavedRegistration>[0],
): Pick<SavedRegistration, 'endpointId' | 'registeredAt'> {
	const [held, saved] = [addressHeldBy(context), new SavedRegistration(context)];
	return {
		endpointId: held?.endpoint?.id ?? saved.endpointId,
		registeredAt: held?.registeredAt ?? saved.registeredAt,
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
