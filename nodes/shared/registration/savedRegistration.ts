import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { homeOf, countsAt } from '../trigger/home';
import { savedName } from '../trigger/staticData';

/** What the workflow's static data contains about an endpoint in use. Nothing in it is secret, and deliveries don't change it. */
interface Remembered extends IDataObject {
	url?: string | undefined;
	endpointId?: string | undefined;
	registeredAt?: number | undefined;
	letGoAt?: number | undefined;
	/** When a process noticed that n8n had lost the registration, and set `registeredAt` back to look for earlier faxes. */
	lostAt?: number | undefined;
	/** Where the trigger was registered then, as `homeOf` returns it. */
	home?: string | undefined;
}

/** An endpoint that is assumed to exist. */
export interface HeldEndpoint {
	/** Undefined if several endpoints have the URL, because the user may have added the signing secret of any of them. */
	id: string | undefined;
}

/**
 * For how long a released trigger is treated as still published, in milliseconds. A kill may have interrupted a publish.
 */
export const PUBLISH = 15 * 60_000;

/**
 * What a trigger remembers about its endpoint across restarts, in case Fax.Plus can't be reached. It's in the static data
 * of the whole workflow, under the node's ID. n8n keeps a node's static data under the node's name, and with durable polls
 * keeps a separate copy for polls.
 */
export class SavedRegistration {
	private readonly saved: IDataObject;

	private readonly name: string;

	private readonly home: string;

	constructor(
		context: Pick<IHookFunctions, 'getWorkflowStaticData' | 'getNode' | 'getInstanceId' | 'getWorkflow'>,
	) {
		this.saved = context.getWorkflowStaticData('global');
		this.home = homeOf(context);
		this.name = savedName(context, 'endpoint');
	}

	/** Returns the endpoint of a URL, or undefined if none is remembered. */
	at(url: string): HeldEndpoint | undefined {
		return this.data.url === url ? { id: this.data.endpointId } : undefined;
	}

	/**
	 * Returns the remembered endpoint if it has another URL. If this workflow is a copy, the endpoint of the original is ignored.
	 */
	elsewhere(url: string): { url: string; id: string } | undefined {
		const { url: other = url, endpointId: id } = this.data;
		return other === url || id === undefined || !countsAt(this.home, this.data)
			? undefined
			: { url: other, id };
	}

	get endpointId(): string | undefined {
		return this.data.endpointId;
	}

	/** When the trigger was registered here, in milliseconds. Faxes that began before that don't start the workflow. */
	get registeredAt(): number | undefined {
		const { registeredAt, letGoAt = Infinity } = this.data;
		return !countsAt(this.home, this.data) || Date.now() - letGoAt > PUBLISH ? undefined : registeredAt;
	}

	/** When a process noticed that n8n had lost the time of the registration, or undefined if it hasn't. */
	get lostAt(): number | undefined {
		return countsAt(this.home, this.data) ? this.data.lostAt : undefined;
	}

	/** Whether n8n has saved nothing about the trigger, not even that it was registered elsewhere or released. */
	get isEmpty(): boolean {
		return Object.keys(this.data).length === 0;
	}

	/** Records the endpoint that the trigger uses from now on, and when it was registered, if that's known. */
	remember(url: string, { id }: HeldEndpoint, registeredAt = this.registeredAt, lostAt = this.lostAt): void {
		this.note({ url, endpointId: id, registeredAt, lostAt, letGoAt: undefined, home: this.home });
	}

	/** Records that an endpoint is kept although nobody listens at its URL. */
	rest(url: string): void {
		if (this.data.url === url) this.note({ letGoAt: Date.now() });
	}

	/** Records that the endpoint of a URL may be removed from now on. */
	forget(url: string): void {
		if (this.data.url === url) this.note({ url: undefined, endpointId: undefined, letGoAt: Date.now() });
	}

	private get data(): Remembered {
		return (this.saved[this.name] ?? {}) as Remembered;
	}

	/**
	 * Assigns the whole object, and only if something differs. n8n saves the workflow's data after each assignment, but
	 * doesn't notice changes within the object.
	 */
	private note(facts: Remembered): void {
		const { data } = this;
		if (Object.entries(facts).every(([key, value]) => data[key] === value)) return;
		this.saved[this.name] = { ...data, ...facts };
	}
}
