import type { INodeParameters } from 'n8n-workflow';

import type { Authentication } from '../bench';
import { account } from './account';
import { ai } from './ai';
import type { OperationCase } from './case';
import { contacts } from './contacts';
import { contactGroups } from './contactGroups';
import { faxAi } from './faxAi';
import { faxes } from './faxes';
import { legacyHooks } from './legacyHooks';
import { members } from './members';
import { numbers } from './numbers';
import { outboxFaxes } from './outboxFaxes';
import { sending } from './sending';
import { shop } from './shop';
import { webhookEndpoints } from './webhookEndpoints';

export type { OperationCase } from './case';
export { addEndpoint, addHook, addOutboxFax, clinic } from './clinic';

/** Every operation of the node, some of them with several settings. */
export const operationCases: OperationCase[] = [
	...account,
	...members,
	...numbers,
	...contacts,
	...contactGroups,
	...sending,
	...faxes,
	...faxAi,
	...outboxFaxes,
	...ai,
	...shop,
	...webhookEndpoints,
	...legacyHooks,
];

/** Every operation of the node, once. */
export const operations: OperationCase[] = operationCases.filter(({ name }) => name === undefined);

/** Operations without fields that have tests of their own: they make many requests, a second apart. */
export const APART = ['account: check'];

/** What a case is called in a test's name. */
export function nameOf({ name, resource, operation }: OperationCase): string {
	return name ?? `${resource}: ${operation}`;
}

/** The node's fields of a case; records come out as they are, offers of the shop simplified, unless it says otherwise. */
export function parametersOf(
	{ resource, operation, parameters }: OperationCase,
	authentication: Authentication,
): INodeParameters {
	return { authentication, resource, operation, simplify: resource === 'shop', ...parameters };
}
