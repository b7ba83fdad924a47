import type { IDataObject, IHookFunctions } from 'n8n-workflow';

/** What the workflow's static data holds of an endpoint: nothing secret, and nothing that deliveries change. */
interface Remembered extends IDataObject {
	endpointId?: string | undefined;
	url?: string | undefined;
	/** True when the endpoint was chosen among several; see `KnownEndpoint`. */
	isGuess?: boolean | undefined;
	/** See `KnownEndpoint`. */
	stamp?: string | undefined;
	pendingStamp?: string | undefined;
	/** True from a deactivation on: the endpoint may be removed at any moment. */
	isDeactivated?: boolean | undefined;
}

/** An endpoint as far as a trigger knows it. */
export interface KnownEndpoint {
	id: string;
	/** Whether it was chosen among several with the URL, any of which may be the one whose secret a person has entered. */
	isGuess: boolean;
	/** Stands for the settings that it has got, and for the credential of its account; see `stampOf`. */
	stamp?: string | undefined;
	/** The same for settings that it is to get once the service answers, or has got since. */
	pendingStamp?: string | undefined;
}

/** What a trigger remembers of its endpoint for the time when the service cannot be asked, also across restarts. */
export class EndpointMemory {
	private readonly data: Remembered;

	constructor(context: Pick<IHookFunctions, 'getWorkflowStaticData'>) {
		this.data = context.getWorkflowStaticData('node');
	}

	/** The remembered endpoint of a URL; after a deactivation it may be gone. */
	endpointAt(url: string): KnownEndpoint | undefined {
		const { endpointId: id, url: remembered, isGuess = false, stamp, pendingStamp } = this.data;
		return id === undefined || remembered !== url ? undefined : { id, isGuess, stamp, pendingStamp };
	}

	/** The same, unless the trigger has been deactivated since. */
	endpointInUseAt(url: string): KnownEndpoint | undefined {
		return this.data.isDeactivated ? undefined : this.endpointAt(url);
	}

	/** The remembered endpoint in use if its URL is another one. */
	endpointElsewhere(url: string): { id: string; url: string } | undefined {
		const { endpointId: id, url: remembered, isDeactivated } = this.data;
		if (id === undefined || remembered === undefined || remembered === url || isDeactivated) return undefined;
		return { id, url: remembered };
	}

	/** The id of the remembered endpoint, whatever its URL. */
	get endpointId(): string | undefined {
		return this.data.endpointId;
	}

	/** Notes the endpoint that the trigger uses from now on. */
	remember(url: string, { id, isGuess, stamp, pendingStamp }: KnownEndpoint): void {
		this.note({
			endpointId: id,
			url,
			isGuess: isGuess || undefined,
			stamp,
			pendingStamp,
			isDeactivated: undefined,
		});
	}

	/** Notes that the endpoint of a URL may be removed from now on. */
	markAsDeactivated(url: string): void {
		if (this.data.endpointId !== undefined && this.data.url === url) this.note({ isDeactivated: true });
	}

	/** Notes that there is no endpoint. */
	forget(): void {
		this.note({
			endpointId: undefined,
			url: undefined,
			isGuess: undefined,
			stamp: undefined,
			pendingStamp: undefined,
			isDeactivated: undefined,
		});
	}

	/** Changes only what differs: n8n takes every assignment for a change, and saves the workflow's data. */
	private note(facts: Remembered): void {
		for (const [key, value] of Object.entries(facts)) {
			if (this.data[key] === value) continue;
			if (value === undefined) Reflect.deleteProperty(this.data, key);
			else this.data[key] = value;
		}
	}
}
