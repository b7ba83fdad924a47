import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What the workflow's static data holds of an endpoint: nothing secret, and nothing that deliveries change. */
interface Remembered extends IDataObject {
	endpointId?: string;
	url?: string;
	/** True when the endpoint was chosen among several; see `KnownEndpoint`. */
	isGuess?: boolean;
	/** True from a deactivation on: the endpoint may be removed at any moment. */
	isDeactivated?: boolean;
}

/** An endpoint as far as a trigger knows it. */
export interface KnownEndpoint {
	id: string;
	/** Whether it was chosen among several with the URL, any of which may be the one whose secret a person has entered. */
	isGuess: boolean;
}

/** What a trigger remembers of its endpoint for the time when the service cannot be asked, also across restarts. */
export class EndpointMemory {
	private readonly data: Remembered;

	constructor(context: Pick<IHookFunctions, 'getWorkflowStaticData'>) {
		this.data = context.getWorkflowStaticData('node');
	}

	/** The remembered endpoint of a URL; after a deactivation it may be gone. */
	endpointAt(url: string): KnownEndpoint | undefined {
		const { endpointId: id, url: remembered, isGuess = false } = this.data;
		return id === undefined || remembered !== url ? undefined : { id, isGuess };
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
	remember(url: string, { id, isGuess }: KnownEndpoint): void {
		if (this.data.endpointId !== id) this.data.endpointId = id;
		if (this.data.url !== url) this.data.url = url;
		// Only what is there: n8n takes every deletion for a change, and saves the workflow's data.
		if (isGuess && !this.data.isGuess) this.data.isGuess = true;
		if (!isGuess && this.data.isGuess !== undefined) delete this.data.isGuess;
		if (this.data.isDeactivated !== undefined) delete this.data.isDeactivated;
	}

	/** Notes that the endpoint of a URL may be removed from now on. */
	markAsDeactivated(url: string): void {
		if (this.data.endpointId !== undefined && this.data.url === url) this.data.isDeactivated = true;
	}

	/** Notes that there is no endpoint. */
	forget(): void {
		delete this.data.endpointId;
		delete this.data.url;
		delete this.data.isGuess;
		delete this.data.isDeactivated;
	}
}

/** The endpoint that a trigger uses, while it takes a delivery; undefined when it remembers none. */
export function rememberedEndpointId(context: IWebhookFunctions): string | undefined {
	const { endpointId } = context.getWorkflowStaticData('node') as Remembered;
	return endpointId;
}
