import type { IExecuteFunctions } from 'n8n-workflow';

import { connectionError } from '../../../shared/http/connectionErrors';
import { Deadline } from '../../../shared/http/deadline';
import { ServiceFault } from '../../../shared/http/faults';
import type { AddressAnswer } from '../../../shared/endpoints/receivers';
import { askAddress, isUnregistered, receiverIn } from '../../../shared/endpoints/receivers';
import { isHttpUrl, isTriggerLike } from '../../../shared/endpoints/webhookUrls';

/** Milliseconds that an address has to answer in, whatever is asked of it. */
const TIMEOUT = 10_000;

/** How an address answers, and who is there. */
export type AddressState =
	/** It is none that can be asked. */
	| { is: 'unusable' }
	/** No answer came, and why. */
	| { is: 'silent'; reason: string }
	/** It does not look like a trigger's, so nobody was asked who is there. */
	| { is: 'foreign'; status: number }
	/** n8n answers and takes no deliveries there. */
	| { is: 'unregistered'; status: number }
	/** A trigger of this package, with the fingerprint of its endpoint if it remembers one. */
	| { is: 'trigger'; status: number; endpoint: string | undefined }
	/** It looks like a trigger's, and something else answers. */
	| { is: 'unclear'; status: number };

/**
 * Asks an address who takes deliveries there (docs/api.md, "Checking an endpoint"). It never throws.
 *
 * A POST could start a workflow, or be taken for an event, where somebody else's receiver is. So it goes only to addresses
 * that end as n8n makes those of triggers, once n8n has answered a GET that no GET is taken. All others get nothing but the
 * GET, which receivers of events do not act upon.
 */
export async function checkAddress(url: string, context: IExecuteFunctions): Promise<AddressState> {
	if (!isHttpUrl(url)) return { is: 'unusable' };
	const deadline = new Deadline(TIMEOUT, context.getExecutionCancelSignal());
	try {
		return await stateOf(url, async (method) => askAddress(url, method, context.helpers, deadline));
	} catch (error) {
		return { is: 'silent', reason: reasonOf(error) };
	} finally {
		deadline.release();
	}
}

async function stateOf(
	url: string,
	ask: (method: 'GET' | 'POST') => Promise<AddressAnswer>,
): Promise<AddressState> {
	const first = await ask('GET');
	if (!isTriggerLike(url)) return { is: 'foreign', status: first.status };
	if (!isUnregistered(first)) return { is: 'unclear', status: first.status };
	const answer = await ask('POST');
	const { status } = answer;
	const receiver = receiverIn(answer);
	if (receiver.by === 'trigger') return { is: 'trigger', status, endpoint: receiver.endpoint };
	return { is: receiver.by === 'nobody' ? 'unregistered' : 'unclear', status };
}

/** Why there was no answer, in a few words. */
function reasonOf(error: unknown): string {
	const code = error instanceof ServiceFault ? error.code : undefined;
	if (code === 'ETIMEDOUT') return `nothing within ${TIMEOUT / 1000} seconds`;
	const name = code === undefined ? undefined : connectionError(code)?.name;
	return name ?? (error instanceof Error ? error.message : String(error));
}
