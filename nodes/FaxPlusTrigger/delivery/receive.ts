import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { faxNamesOf } from '../../shared/faxes/faxIdentity';
import { keyOf } from '../../shared/log';
import { isWantedOutcome } from '../../shared/trigger/outcome';
import type { DeliveryBody } from './authentication';
import { authenticate, readBytes } from './authentication';
import { confirm } from './confirmation';
import { itemOf } from './item';
import { knownFaxesOf } from './knownFaxes';
import type { Settle } from './recentlyAccepted';
import { RecentlyAccepted } from './recentlyAccepted';
import { answerProbe, refuse } from './refusal';

/** After a minute a replay by hand must get through. */
const recentlyAccepted = new RecentlyAccepted(60_000);

/**
 * Takes one request to the webhook URL (docs/api.md, "Deliveries"). What the signing secrets do not vouch for, the service may.
 *
 * @returns one item for a genuine delivery of an event that the fields ask for and this process has not just accepted; otherwise
 * nothing, and the request is answered
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const answered = answerProbe(context);
	if (answered) return answered;
	const bytes = await readBytes(context);
	const delivery = await authenticate(context, bytes);
	if ('body' in delivery) {
		const { body, signature } = delivery;
		return isWanted(context, body) ? await start(context, itemOf(body, signature)) : acknowledge(context);
	}
	const confirmation = await confirm(context, bytes, delivery);
	if ('cause' in confirmation) return refuse(context, confirmation);
	return confirmation.item ? await start(context, confirmation.item) : acknowledge(context);
}

function isWanted(context: IWebhookFunctions, { hook, data }: DeliveryBody): boolean {
	const isSubscribed = (context.getNodeParameter('events', []) as string[]).includes(hook.event);
	// n8n 2.8 would evaluate an expression that is saved here.
	const outcome = context.getNodeParameter('outcome', 'any', { rawExpressions: true });
	return isSubscribed && isWantedOutcome(outcome, data['status']);
}

function acknowledge(context: IWebhookFunctions): IWebhookResponseData {
	context.getResponseObject().status(200).end();
	return { noWebhookResponse: true };
}

/** Starts an execution unless a copy does, or has just done so. */
async function start(context: IWebhookFunctions, item: INodeExecutionData): Promise<IWebhookResponseData> {
	const { webhookId, confirmedBy } = item.json;
	// People test by replaying one delivery again and again.
	if (context.getMode() !== 'manual') {
		// The service may send one id to several endpoints; each node has deliveries of its own.
		const trigger = keyOf(context);
		const [name] = faxNamesOf(item.json);
		const settle = await recentlyAccepted.begin(JSON.stringify([trigger, webhookId ?? name]));
		if (!settle) return acknowledge(context);
		settleOnceAnswered(context, (isAccepted) => {
			settle(isAccepted);
			if (isAccepted && name !== undefined)
				knownFaxesOf(trigger).noteAccepted(name, confirmedBy === 'signature');
		});
	}
	return { workflowData: [[item]] };
}

/** An item counts as accepted once a success has been sent; if the caller hangs up first, nobody knows. */
function settleOnceAnswered(context: IWebhookFunctions, settle: Settle): void {
	const response = context.getResponseObject();
	// While a copy waited for another, its caller may have hung up; that is not told again.
	if (response.closed) settle(false);
	response.once('finish', () => {
		settle(response.statusCode >= 200 && response.statusCode < 300);
	});
	// Also comes after a "finish"; then it changes nothing.
	response.once('close', () => {
		settle(false);
	});
}
