import { createHash } from 'node:crypto';
import type { IHookFunctions, IN8nHttpFullResponse, INode } from 'n8n-workflow';

import type { Authentication } from './account';

/** Header of a request that asks a webhook URL who takes deliveries there. */
export const PROBE_HEADER = 'x-faxplus-probe';

/** Header of every answer with which a trigger refuses a request: tells which credential its endpoint belongs to. */
export const TRIGGER_HEADER = 'x-faxplus-trigger';

/** Header with it: which endpoint the trigger uses, as a fingerprint; missing when it remembers none. */
export const ENDPOINT_HEADER = 'x-faxplus-endpoint';

/** What n8n lends for requests without credentials. */
type Helpers = Pick<IHookFunctions['helpers'], 'httpRequest'>;

/** Who takes deliveries at a webhook URL. */
export type Receiver =
	| { by: 'nobody' }
	/** Fingerprints of the credential and, if the trigger remembers one, of the endpoint. */
	| { by: 'trigger'; owner: string; endpoint: string | undefined }
	/** Why nobody can tell; transient when another attempt may. */
	| { by: 'unclear'; obstacle: string; isTransient: boolean };

/**
 * Asks n8n itself, through a webhook URL, who takes deliveries there: this process does not know what another main
 * process does, nor what this package did before it was reloaded. It never throws.
 */
export async function receiverAt(url: string, helpers: Helpers): Promise<Receiver> {
	let answer: IN8nHttpFullResponse;
	try {
		answer = (await helpers.httpRequest({
			method: 'POST',
			url,
			headers: { [PROBE_HEADER]: 'true' },
			body: {},
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 20_000,
		})) as IN8nHttpFullResponse;
	} catch (error) {
		const obstacle = `its webhook URL does not answer (${error instanceof Error ? error.message : String(error)})`;
		return { by: 'unclear', obstacle, isTransient: true };
	}
	const { statusCode, headers, body } = answer;
	if (statusCode === 404 && isUnregisteredWebhook(body)) return { by: 'nobody' };
	const owner = headers[TRIGGER_HEADER];
	if (statusCode === 401 && typeof owner === 'string') {
		const endpoint = headers[ENDPOINT_HEADER];
		return { by: 'trigger', owner, endpoint: typeof endpoint === 'string' ? endpoint : undefined };
	}
	return {
		by: 'unclear',
		obstacle: `its webhook URL answers with status ${statusCode}, which does not tell whether it is in use`,
		isTransient: statusCode >= 500,
	};
}

/** n8n's own "not found" for webhooks; a proxy's would not look like it. */
function isUnregisteredWebhook(body: unknown): boolean {
	const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
	return code === 404 && typeof message === 'string' && message.includes('is not registered');
}

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
