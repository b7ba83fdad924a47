import type { INode } from 'n8n-workflow';

import { fingerprintOf } from '../values/fingerprint';
import type { Authentication } from '../http/account';

/** Header of a request that asks a webhook URL who takes deliveries there. */
export const PROBE_HEADER = 'x-faxplus-probe';

/** Header of every answer with which a trigger refuses a request: tells which credential its endpoint belongs to. */
export const TRIGGER_HEADER = 'x-faxplus-trigger';

/** Header with it: which endpoint the trigger uses, as a fingerprint; missing when it remembers none. */
export const ENDPOINT_HEADER = 'x-faxplus-endpoint';

/** Names the owner of an endpoint without telling who it is: a fingerprint of the node's credential. */
export function ownerOf(node: INode): string {
	const authentication = node.parameters['authentication'] as Authentication | undefined;
	const type = authentication === 'oAuth2' ? 'faxPlusOAuth2Api' : 'faxPlusApi';
	const credentialId = node.credentials?.[type]?.id ?? '';
	return fingerprintOf(`${type}:${credentialId}`);
}
