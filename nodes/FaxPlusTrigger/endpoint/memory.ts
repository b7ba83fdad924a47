import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What the workflow's static data holds of an endpoint: nothing secret, and nothing that deliveries change. */
interface Remembered extends IDataObject {
	endpointId?: string;
	url?: string;
	/** True from a deactivation on: the endpoint may be removed at any moment. */
	isLeaving?: boolean;
}

/** What a trigger remembers of its endpoint for the time when the service cannot be asked, also across restarts. */
export class EndpointMemory {
	private readonly data: Remembered;

	constructor(context: IHookFunctions) {
		this.data = context.getWorkflowStaticData('node');
	}

	/**
	 * The remembered endpoint of a URL.
	 *
	 * @param isStillThere whether an endpoint that was leaving is known not to have been removed
	 */
	endpointId(url: string, isStillThere: boolean): string | undefined {
		if (this.data.url !== url) return undefined;
		return this.data.isLeaving && !isStillThere ? undefined : this.data.endpointId;
	}

	/** The remembered endpoint if its URL is another one. */
	atOtherUrl(url: string): { id: string; url: string } | undefined {
		const { endpointId: id, url: remembered, isLeaving } = this.data;
		if (id === undefined || remembered === undefined || remembered === url || isLeaving) return undefined;
		return { id, url: remembered };
	}

	/** Notes the endpoint that the trigger uses from now on. */
	remember({ id, url }: { id: string; url: string }): void {
		if (this.data.endpointId !== id) this.data.endpointId = id;
		if (this.data.url !== url) this.data.url = url;
		delete this.data.isLeaving;
	}

	/** Notes that the endpoint of a URL may be removed from now on. */
	markAsLeaving(url: string): void {
		if (this.data.endpointId !== undefined && this.data.url === url) this.data.isLeaving = true;
	}

	/** Notes that there is no endpoint. */
	forget(): void {
		delete this.data.endpointId;
		delete this.data.url;
		delete this.data.isLeaving;
	}
}

/** The endpoint that a trigger uses, while it takes a delivery; undefined when it remembers none. */
export function rememberedEndpointId(context: IWebhookFunctions): string | undefined {
	const { endpointId } = context.getWorkflowStaticData('node') as Remembered;
	return endpointId;
}
