import type { IDataObject, IHookFunctions } from 'n8n-workflow';

/** What the workflow's static data holds of an endpoint in use: nothing secret, and nothing that deliveries change. */
interface Remembered extends IDataObject {
	url?: string | undefined;
	endpointId?: string | undefined;
	since?: number | undefined;
	/** Of the node that was registered then: n8n keeps static data by the name, which another one may get. */
	nodeId?: string | undefined;
	letGoAt?: number | undefined;
}

/** An endpoint that is there, as far as anybody knows. */
export interface KnownEndpoint {
	/** Undefined where several have the URL, and any may be the one whose signing secret a person has entered. */
	id: string | undefined;
}

/** A trigger that is let go for less, in milliseconds, counts as published again: n8n may have been killed amid the publish. */
const PUBLISH = 15 * 60_000;

/** What a trigger remembers of its endpoint across restarts, for the time when the service cannot be asked. */
export class EndpointMemory {
	private readonly data: Remembered;

	private readonly nodeId: string;

	constructor(context: Pick<IHookFunctions, 'getWorkflowStaticData' | 'getNode'>) {
		this.data = context.getWorkflowStaticData('node');
		this.nodeId = context.getNode().id;
	}

	/** The endpoint of a URL; undefined when none is remembered. */
	at(url: string): KnownEndpoint | undefined {
		return this.data.url === url ? { id: this.data.endpointId } : undefined;
	}

	/** The remembered endpoint if its URL is another one. */
	elsewhere(url: string): { url: string; id: string } | undefined {
		const { url: other = url, endpointId: id } = this.data;
		return other === url || id === undefined ? undefined : { url: other, id };
	}

	get endpointId(): string | undefined {
		return this.data.endpointId;
	}

	/** When the trigger was registered, in milliseconds: what began before is not its affair. */
	get since(): number | undefined {
		const { since, nodeId = this.nodeId, letGoAt = Infinity } = this.data;
		return nodeId !== this.nodeId || Date.now() - letGoAt > PUBLISH ? undefined : since;
	}

	/** Notes the endpoint that the trigger uses from now on, and since when it is registered, where that is known. */
	remember(url: string, { id }: KnownEndpoint, since = this.since): void {
		this.note({ url, endpointId: id, since, nodeId: this.nodeId, letGoAt: undefined });
	}

	/** Notes that the endpoint of a URL may be removed from now on. */
	forget(url: string): void {
		if (this.data.url === url) this.note({ url: undefined, endpointId: undefined, letGoAt: Date.now() });
	}

	/** Changes only what differs: n8n takes every assignment for a change, and saves the workflow's data. */
	private note(facts: Remembered): void {
		for (const [key, value] of Object.entries(facts)) if (this.data[key] !== value) this.data[key] = value;
	}
}
