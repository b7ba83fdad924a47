import axios, { type AxiosResponse } from 'axios';
import https from 'node:https';
import type { INodeExecutionData } from 'n8n-workflow';

import { signingSecrets } from '../../../../tools/harness/n8n/credentials';
import { sign } from '../../../../tools/simulator/signature';
import { auditTrailIn, type AuditLine } from '../../../support/auditTrail';
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

/** A trigger that listens at its webhook URL, and everything that it has received. */
export class Receiver {
	/** The items of each execution that a delivery started. */
	readonly executions: INodeExecutionData[][] = [];

	/** Lines of n8n's log. */
	readonly log: string[];

	/** Number of requests that reached the trigger. */
	requests = 0;

	/** Number of callers that hung up before they got a response. */
	hangUps = 0;

	/** Called before an execution starts. */
	onStart: () => Promise<void> | void = () => undefined;

	private constructor(
		readonly trigger: Trigger,
		private readonly certificate: string,
	) {
		this.log = logOf(trigger);
	}

	/** Starts listening at a trigger's webhook URL. Its endpoint in Fax.Plus signs with `SECRET`. */
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

	/** Sends a POST to the webhook URL, as anyone could. */
	async post(
		{ body, headers }: Delivery,
		/** Content type of the request, or false for none. */
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

	/** The audit trail so far. */
	get trail(): AuditLine[] {
		return auditTrailIn(this.log.map((line) => line.replace(/^\w+: /, '')));
	}

	/** Why deliveries were refused, with details in parentheses. */
	get refusals(): string[] {
		const refused = this.trail.filter(({ event }) => event === 'delivery.refused');
		return refused.map(({ cause, detail }) =>
			detail === undefined ? String(cause) : `${cause} (${detail})`,
		);
	}

	/** Ids of the deliveries that started an execution. */
	get ids(): unknown[] {
		return this.executions.flat().map(({ json }) => json['webhookId']);
	}
}

/** Returns a body as Fax.Plus sends it. */
export function bodyOf(event = 'fax_received'): string {
	return JSON.stringify({
		hook: { id: 'fax_1', event, event_time: '2026-11-21 06:00:00', target: '' },
		data: { id: 'fax_1', from: '+15550100999', to: '+15550100000', pages: 1, status: 'success' },
	});
}

/** Returns a delivery with a new id. By default, it's signed now. */
export function signed({
	id = `msg_${++deliveries}`,
	secrets = [SECRET],
	offset = 0,
	body = bodyOf(),
	prefix = 'webhook',
}: {
	id?: string;
	/** Secrets, each of which adds an entry to the signature. */
	secrets?: string[];
	/** How many seconds the sender's clock is ahead. */
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
