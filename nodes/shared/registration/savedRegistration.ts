import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import { homeOf, countsAt } from '../trigger/home';
import { savedName } from '../trigger/staticData';

/** What the workflow's static data holds of an endpoint in use: nothing secret, and nothing that deliveries change. */
interface Remembered extends IDataObject {
	url?: string | undefined;
	endpointId?: string | undefined;
	registeredAt?: number | undefined;
	letGoAt?: number | undefined;
	/** When that was lost, and `registeredAt` was set back to look for faxes from before. */
	lostAt?: number | undefined;
	/** Where it was registered then (`homeOf`). */
	home?: string | undefined;
}

/** An endpoint that is there, as far as anybody knows. */
export interface HeldEndpoint {
	/** Undefined where several have the URL, and any may be the one whose signing secret a person has entered. */
	id: string | undefined;
}

/** A trigger that is let go for less, in milliseconds, counts as published all the time: n8n may have been killed amid the publish. */
export const PUBLISH = 15 * 60_000;

/**
 * What a trigger remembers of its endpoint across restarts, for the time when the service cannot be asked. It is in the static
 * data of the whole workflow, under the node's id: that of a node n8n keeps under its name, and with durable polls once more
 * for polls alone.
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

	/** The endpoint of a URL; undefined when none is remembered. */
	at(url: string): HeldEndpoint | undefined {
		return this.data.url === url ? { id: this.data.endpointId } : undefined;
	}

	/** The remembered endpoint if its URL is another one; that of the workflow of which this is a copy does not count. */
	elsewhere(url: string): { url: string; id: string } | undefined {
		const { url: other = url, endpointId: id } = this.data;
		return other === url || id === undefined || !countsAt(this.home, this.data)
			? undefined
			: { url: other, id };
	}

	get endpointId(): string | undefined {
		return this.data.endpointId;
	}

	/** When the trigger was registered here, in milliseconds: what began before is not its affair. */
	get registeredAt(): number | undefined {
		const { registeredAt, letGoAt = Infinity } = this.data;
		return !countsAt(this.home, this.data) || Date.now() - letGoAt > PUBLISH ? undefined : registeredAt;
	}

	/** When n8n had lost since when the trigger is registered; undefined unless it had. */
	get lostAt(): number | undefined {
		return countsAt(this.home, this.data) ? this.data.lostAt : undefined;
	}

	/** Whether n8n has saved nothing of the trigger: not even that it was registered elsewhere, or was let go. */
	get isEmpty(): boolean {
		return Object.keys(this.data).length === 0;
	}

	/** Whether n8n has saved something else of the workflow: perhaps over what the trigger remembers. */
	get isBesideOthers(): boolean {
		return Object.keys(this.saved).some((name) => name !== this.name);
	}

	/** Notes the endpoint that the trigger uses from now on, and since when it is registered, where that is known. */
	remember(url: string, { id }: HeldEndpoint, registeredAt = this.registeredAt, lostAt = this.lostAt): void {
		this.note({ url, endpointId: id, registeredAt, lostAt, letGoAt: undefined, home: this.home });
	}

	/** Notes that nobody listens at the URL of an endpoint that is kept. */
	rest(url: string): void {
		if (this.data.url === url) this.note({ letGoAt: Date.now() });
	}

	/** Notes that the endpoint of a URL may be removed from now on. */
	forget(url: string): void {
		if (this.data.url === url) this.note({ url: undefined, endpointId: undefined, letGoAt: Date.now() });
	}

	private get data(): Remembered {
		return (this.saved[this.name] ?? {}) as Remembered;
	}

	/** Assigns only what differs, and as a whole: n8n saves the workflow's data after each assignment, but of none within. */
	private note(facts: Remembered): void {
		const { data } = this;
		if (Object.entries(facts).every(([key, value]) => data[key] === value)) return;
		const entries = Object.entries({ ...data, ...facts }).filter(([, value]) => value !== undefined);
		this.saved[this.name] = Object.fromEntries<IDataObject[string]>(entries);
	}
}
