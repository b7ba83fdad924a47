import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';

/** What n8n calls of a trigger that polls. */
export interface Trigger {
	poll: (context: IPollFunctions) => Promise<INodeExecutionData[][] | null>;
	firstStep: (context: IExecuteFunctions) => Promise<INodeExecutionData[]>;
}

/** A process of n8n, with a copy of the package's modules of its own. */
export class Process {
	context: IPollFunctions | undefined;
	private readonly trigger: Trigger;

	/** @param load requires the modules anew */
	constructor(load: () => Trigger) {
		this.trigger = loadedAnew(load);
	}

	async poll(): Promise<INodeExecutionData[][] | null> {
		if (!this.context) throw new Error('The workflow is not active');
		return await this.trigger.poll(this.context);
	}

	async firstStep(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
		return await this.trigger.firstStep(context);
	}
}

/** What a poll asks the service with, where that answers by itself. */
export function requestsTo(service: { answer: (options: IHttpRequestOptions) => unknown }) {
	return {
		getCredentials: async () =>
			await Promise.resolve({ accessToken: 'alohi_pat_1', baseUrl: 'https://fax.example/v3' }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await Promise.resolve(service.answer(options)),
		},
	};
}

/** Modules of the package as a process that has just begun has them; n8n's own stay. */
export function loadedAnew<T>(load: () => T): T {
	jest.doMock('n8n-workflow', () => n8nWorkflow);
	let loaded: T | undefined;
	jest.isolateModules(() => {
		loaded = load();
	});
	if (!loaded) throw new Error('The modules have not been loaded');
	return loaded;
}
