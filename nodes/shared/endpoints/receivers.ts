import type { IHookFunctions, IN8nHttpFullResponse, INode } from 'n8n-workflow';

import type { Authentication } from '../http/account';
import { discard, readStart, type Answer } from '../http/answers';
import { Deadline } from '../http/deadline';
import { fromConnectionError, late } from '../http/faults';
import { fingerprintOf } from '../values/fingerprint';

type Helpers = Pick<IHookFunctions['helpers'], 'httpRequest'>;

/** Who listens at a webhook URL. */
export type Receiver =
	| { by: 'nobody' }
	/** Fingerprints of the credential and, if the trigger remembers one, of the endpoint. */
	| { by: 'trigger'; owner: string; endpoint: string | undefined }
	| { by: 'unclear'; obstacle: string };

/** Header of a request that checks who listens at a webhook URL. */
export const PROBE_HEADER = 'x-faxplus-probe';

/** Header of every refusal by a trigger. It shows which credential the trigger's endpoint belongs to. */
export const TRIGGER_HEADER = 'x-faxplus-trigger';

/** Header of a refusal with a fingerprint of the endpoint that the trigger uses. It's missing if the trigger remembers none. */
export const ENDPOINT_HEADER = 'x-faxplus-endpoint';

/** Time limit of a probe, in milliseconds. */
const TIMEOUT = 20_000;

/**
 * Sends a request to a webhook URL to find out who listens there, which may be another main process of n8n. It never
 * throws.
 */
export async function receiverAt(url: string, helpers: Helpers): Promise<Receiver> {
	const deadline = new Deadline(TIMEOUT);
	try {
		return receiverIn(await askAddress(url, 'POST', helpers, deadline));
	} catch (error) {
		const obstacle = `its webhook URL doesn't respond (${error instanceof Error ? error.message : String(error)})`;
		return { by: 'unclear', obstacle };
	} finally {
		deadline.release();
	}
}

/**
 * Sends a request to an address, no matter who is there. The request has no credential, follows no redirect, and reads no
 * more of the response than n8n or a trigger would write.
 *
 * @returns the response. Its body is the start of the real one, parsed as JSON, or undefined if that isn't JSON
 * @param method POST is a probe, to which a trigger responds with its headers. Any other receiver may mistake it for a
 * delivery
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
			return { ...answer, body: await readStart(body, deadline) };
		} finally {
			discard(answer);
		}
	} catch (error) {
		throw fromConnectionError(error, 'the address') ?? error;
	}
}

/** Finds out from the response to a probe who listens. */
export function receiverIn({ status, headers, body }: Answer): Receiver {
	if (isUnregistered({ status, body })) return { by: 'nobody' };
	const owner = headers[TRIGGER_HEADER];
	if (status === 401 && typeof owner === 'string') {
		const endpoint = headers[ENDPOINT_HEADER];
		return { by: 'trigger', owner, endpoint: typeof endpoint === 'string' ? endpoint : undefined };
	}
	const obstacle = `its webhook URL responds with status ${status}, which doesn't show whether it's in use`;
	return { by: 'unclear', obstacle };
}

/** Whether n8n itself responds that nobody listens there. A proxy's "not found" looks different. */
export function isUnregistered({ status, body }: Pick<Answer, 'status' | 'body'>): boolean {
	const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
	const isNotFound = status === 404 && code === 404;
	return isNotFound && typeof message === 'string' && message.includes('is not registered');
}

/** Identifies the owner of an endpoint without revealing it, by a fingerprint of the node's credential. */
export function ownerOf(node: INode): string {
	const authentication = node.parameters['authentication'] as Authentication | undefined;
	const type = authentication === 'oAuth2' ? 'faxPlusOAuth2Api' : 'faxPlusApi';
	const credentialId = node.credentials?.[type]?.id ?? '';
	return fingerprintOf(`${type}:${credentialId}`);
}
