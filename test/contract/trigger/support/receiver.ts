import axios, { type AxiosResponse } from 'axios';
import https from 'node:https';
import type { INodeExecutionData } from 'n8n-workflow';

import { signingSecrets } from '../../../../tools/harness/n8n/credentials';
import { sign } from '../../../../tools/simulator/signature';
import { logOf, type TriggerBench } from './bench';
import type { Trigger, TriggerSettings } from './trigger';

export const SECRET = `whsec_${Buffer.from('the secret of the endpoint').toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.from('the secret of another one').toString('base64')}`;

let deliveries = 0;

/** A request to a webhook URL. */
export interface Delivery {
	body: string | Buffer;
	headers: Record<string, string>;
}

/** A trigger that listens at its webhook URL, and what came through it. */
export class Receiver {
	/** Items of deliveries that started an execution, one list for each execution. */
	readonly executions: INodeExecutionData[][] = [];

	/** Lines of n8n's log. */
	readonly log: string[];

	/** Requests that reached the trigger. */
	requests = 0;

	/** Callers that went away before they were answered. */
	hangUps = 0;

	/** Called when an execution is to be started, before it is. */
	onStart: () => Promise<void> | void = () => undefined;

	private constructor(
		readonly trigger: Trigger,
		private readonly certificate: string,
	) {
		this.log = logOf(trigger);
	}

	/** Lets a trigger listen; its endpoint is at the service and signs with `SECRET`. */
	static async listen(
		bench: TriggerBench,
		settings: Partial<TriggerSettings> = {},
		secrets: object = signingSecrets(SECRET),
	): Promise<Receiver> {
		const { engine } = bench.bench;
		const account = settings.credentials ?? (await bench.bench.accessToken());
		const signing = await engine.credential('faxPlusWebhookSecretApi', { ...secrets });
		const trigger = await bench.trigger({ ...settings, credentials: { ...signing, ...account } });
		bench.addEndpoint({
			id: `ep_of_${trigger.settings.webhookId}`,
			url: trigger.url,
			filter_types: ['fax_received', 'fax_sent', 'fax_page_received'],
			secret: SECRET,
		});
		const receiver = new Receiver(trigger, bench.server.certificate);
		bench.server.register(trigger.url, {
			webhook: async (request, response) => {
				receiver.requests += 1;
				response.once('close', () => {
					if (!response.writableEnded) receiver.hangUps += 1;
				});
				return await trigger.webhook(request, response);
			},
			start: async (items) => {
				await receiver.onStart();
				receiver.executions.push(items);
			},
		});
		return receiver;
	}

	/** Posts to the webhook URL as anybody could. */
	async post(
		{ body, headers }: Delivery,
		/** False for none at all. */
		contentType: string | false = 'application/json',
		signal?: AbortSignal,
	): Promise<AxiosResponse<{ error?: string; description?: string } | string>> {
		return await axios.post(this.trigger.url, body, {
			headers: { 'content-type': contentType, ...headers },
			httpsAgent: new https.Agent({ ca: this.certificate }),
			validateStatus: () => true,
			transformRequest: (data: unknown) => data,
			...(signal ? { signal } : {}),
		});
	}

	/** The ids of the deliveries that started an execution. */
	get ids(): unknown[] {
		return this.executions.flat().map(({ json }) => json['webhookId']);
	}
}

/** A body as the service sends it. */
export function bodyOf(event = 'fax_received'): string {
	return JSON.stringify({
		hook: { id: 'fax_1', event, event_time: '2026-11-21 06:00:00', target: '' },
		data: { id: 'fax_1', from: '+15550100999', to: '+15550100000', pages: 1, status: 'success' },
	});
}

/** A delivery with an id of its own, signed now unless said otherwise. */
export function signed({
	id = `msg_${++deliveries}`,
	secrets = [SECRET],
	offset = 0,
	body = bodyOf(),
	prefix = 'webhook',
}: {
	id?: string;
	/** Each makes one entry of the signature. */
	secrets?: string[];
	/** Seconds by which the sender's clock is ahead. */
	offset?: number;
	body?: string;
	prefix?: 'webhook' | 'svix';
} = {}): Delivery & { body: string } {
	const at = Math.floor(Date.now() / 1000) + offset;
	return {
		body,
		headers: {
			[`${prefix}-id`]: id,
			[`${prefix}-timestamp`]: String(at),
			[`${prefix}-signature`]: secrets.map((secret) => sign(secret, id, at, body)).join(' '),
		},
	};
}
