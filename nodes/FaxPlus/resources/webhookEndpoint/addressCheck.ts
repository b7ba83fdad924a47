import type { IExecuteFunctions } from 'n8n-workflow';

import { connectionError } from '../../../shared/http/connectionErrors';
import { Deadline } from '../../../shared/http/deadline';
import { ServiceFault } from '../../../shared/http/faults';
import { askAddress, isUnregistered, receiverIn } from '../../../shared/endpoints/receivers';
import { isHttpUrl, isTestUrl, isTriggerLike } from '../../../shared/endpoints/webhookUrls';
import type { AddressState } from './findings';
import { FINDINGS, ofForeigner, ofSilence, ofStatus, ofStranger } from './findings';

/** Milliseconds that an address has to answer in, whatever is asked of it. */
const TIMEOUT = 10_000;

/**
 * Asks an address who takes deliveries there (docs/api.md, "Checking an endpoint"). It never throws.
 *
 * A POST could start a workflow, or be taken for an event, where somebody else's receiver is. So it goes only to addresses
 * that end as n8n makes those of triggers, once n8n has answered a GET that no GET is taken. All others get nothing but the
 * GET, which receivers of events do not act upon.
 */
export async function checkAddress(url: string, context: IExecuteFunctions): Promise<AddressState> {
	if (!isHttpUrl(url)) return unknown(null, FINDINGS.unusable);
	const deadline = new Deadline(TIMEOUT, context.getExecutionCancelSignal());
	try {
		return await stateOf(url, context, deadline);
	} catch (error) {
		return unknown(null, ofSilence(reasonOf(error)));
	} finally {
		deadline.release();
	}
}

async function stateOf(
	url: string,
	{ helpers }: IExecuteFunctions,
	deadline: Deadline,
): Promise<AddressState> {
	const first = await askAddress(url, 'GET', helpers, deadline);
	const { status } = first;
	if (!isTriggerLike(url)) return unknown(status, ofStatus(status) ?? ofForeigner(status));
	if (!isUnregistered(first)) return unknown(status, ofStatus(status) ?? ofStranger(status));
	const answer = await askAddress(url, 'POST', helpers, deadline);
	const receiver = receiverIn(answer);
	if (receiver.by === 'trigger')
		return { status: answer.status, takenBy: 'trigger', endpoint: receiver.endpoint };
	if (receiver.by === 'unclear')
		return unknown(answer.status, ofStatus(answer.status) ?? ofStranger(answer.status));
	const finding = isTestUrl(url) ? FINDINGS.notListening : FINDINGS.unregistered;
	return { status: answer.status, takenBy: 'nobody', finding };
}

function unknown(status: number | null, finding: string): AddressState {
	return { status, takenBy: 'unknown', finding };
}

/** Why there was no answer, in a few words. */
function reasonOf(error: unknown): string {
	const code = error instanceof ServiceFault ? error.code : undefined;
	if (code === 'ETIMEDOUT') return `nothing within ${TIMEOUT / 1000} seconds`;
	const name = code === undefined ? undefined : connectionError(code)?.name;
	return name ?? (error instanceof Error ? error.message : String(error));
}
