import { createHash } from 'node:crypto';
import type { IHookFunctions, INode, IWebhookFunctions } from 'n8n-workflow';

import type { Authentication } from '../shared/service/account';

/** Header of every answer with which a trigger refuses a delivery: tells which credential its endpoint belongs to. */
export const TRIGGER_HEADER = 'x-faxplus-trigger';

/** Header beside it: which endpoint the trigger uses, as a fingerprint; missing when it remembers none. */
export const ENDPOINT_HEADER = 'x-faxplus-endpoint';

/** Names the owner of an endpoint without telling who it is: a fingerprint of the node's credential. */
export function ownerOf(node: INode): string {
	const authentication = node.parameters['authentication'] as Authentication | undefined;
	const type = authentication === 'oAuth2' ? 'faxPlusOAuth2Api' : 'faxPlusApi';
	const credentialId = node.credentials?.[type]?.id ?? '';
	return fingerprintOf(`${type}:${credentialId}`);
}

/** Stands for something that strangers need not know. */
export function fingerprintOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

type Named = Pick<IHookFunctions | IWebhookFunctions, 'getNode' | 'getWorkflow'>;

/** How log lines call a trigger. */
export function nameOf(context: Named): string {
	const { id, name } = context.getWorkflow();
	return `Fax.Plus Trigger "${context.getNode().name}" of workflow "${name ?? ''}" (${id ?? 'not saved'})`;
}

/** Writes a line about a trigger to n8n's log. */
export function log(
	context: Named & Pick<IHookFunctions, 'logger'>,
	level: 'debug' | 'info' | 'warn' | 'error',
	text: string,
): void {
	context.logger[level](`${nameOf(context)}: ${text}`);
}
