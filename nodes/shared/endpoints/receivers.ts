import type { IHookFunctions, IN8nHttpFullResponse, INode } from 'n8n-workflow';

import type { Authentication } from '../http/account';
import { discard, readBeginning, type Answer } from '../http/answers';
import { Deadline } from '../http/deadline';
import { fromConnectionError, late } from '../http/faults';
import { fingerprintOf } from '../values/fingerprint';

type Helpers = Pick<IHookFunctions['helpers'], 'httpRequest'>;

/** Who takes deliveries at a webhook URL. */
export type Receiver =
	| { by: 'nobody' }
	/** Fingerprints of the credential and, if the trigger remembers one, of the endpoint. */
	| { by: 'trigger'; owner: string; endpoint: string | undefined }
	| { by: 'unclear'; obstacle: string };

/** Header of a request that asks a webhook URL who takes deliveries there. */
export const PROBE_HEADER = 'x-faxplus-probe';

/** Header of every answer with which a trigger refuses a request: tells which credential its endpoint belongs to. */
export const TRIGGER_HEADER = 'x-faxplus-trigger';

/** Header with it: which endpoint the trigger uses, as a fingerprint; missing when it remembers none. */
export const ENDPOINT_HEADER = 'x-faxplus-endpoint';

/** In milliseconds. */
const TIMEOUT = 20_000;

/** Asks n8n, through a webhook URL, who takes deliveries there: another main process may. It never throws. */
export async function receiverAt(url: string, helpers: Helpers): Promise<Receiver> {
	const deadline = new Deadline(TIMEOUT);
	try {
		return receiverIn(await askAddress(url, 'POST', helpers, deadline));
	} catch (error) {
		const obstacle = `its webhook URL doesn't answer (${error instanceof Error ? error.message : String(error)})`;
		return { by: 'unclear', obstacle };
	} finally {
		deadline.release();
	}
}

/**
 * Makes a request to an address, whoever is there. It carries no credential, follows no redirect, and reads no more of the
 * answer than n8n or a trigger would write.
 *
 * @returns the answer, with the beginning of its body as JSON in place of it; undefined where that is none
 * @param method POST is a probe, which a trigger answers with its marks; anybody else may take it for a delivery
 */
export async function askAddress(
	url: string,
	method: 'GET' | 'POST',
	helpers: Helpers,
	deadline: Deadline,
): Promise<Answer> {
	const probe = method === 'POST' ? { headers: { [PROBE_HEADER]: 'true' }, body: {}, json: true } : {};
	try {
		const request = helpers.httpRequest({
			method,
			url,
			...probe,
			encoding: 'stream',
			abortSignal: deadline.signal,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
		const response = (await deadline.limit(request, () => late('the address'))) as IN8nHttpFullResponse;
		const { statusCode: status, headers, body } = response;
		const answer = { status, headers, body: body as unknown };
		try {
			return { ...answer, body: await readBeginning(body, deadline) };
		} finally {
			discard(answer);
		}
	} catch (error) {
		throw fromConnectionError(error, 'the address') ?? error;
	}
}

/** Reads from the answer to a probe who takes deliveries. */
export function receiverIn({ status, headers, body }: Answer): Receiver {
	if (isUnregistered({ status, body })) return { by: 'nobody' };
	const owner = headers[TRIGGER_HEADER];
	if (status === 401 && typeof owner === 'string') {
		const endpoint = headers[ENDPOINT_HEADER];
		return { by: 'trigger', owner, endpoint: typeof endpoint === 'string' ? endpoint : undefined };
	}
	const obstacle = `its webhook URL answers with status ${status}, which doesn't show whether it's in use`;
	return { by: 'unclear', obstacle };
}

/** Whether n8n itself says that nobody takes such requests there; a proxy's "not found" would not look like it. */
export function isUnregistered({ status, body }: Pick<Answer, 'status' | 'body'>): boolean {
	const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
	const isNotFound = status === 404 && code === 404;
	return isNotFound && typeof message === 'string' && message.includes('is not registered');
}

/** Names the owner of an endpoint without telling who it is: a fingerprint of the node's credential. */
export function ownerOf(node: INode): string {
	const authentication = node.parameters['authentication'] as Authentication | undefined;
	const type = authentication === 'oAuth2' ? 'faxPlusOAuth2Api' : 'faxPlusApi';
	const credentialId = node.credentials?.[type]?.id ?? '';
	return fingerprintOf(`${type}:${credentialId}`);
}
