import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../../../tools/simulator';
import type { Authentication } from '../bench';
import { account, members, numbers } from './account';
import { ai, faxAi } from './ai';
import type { OperationCase } from './case';
import { clinic } from './clinic';
import { contactGroups, contacts } from './contacts';
import { faxes } from './faxes';
import { outboxFaxes, sending } from './outbox';
import { shop } from './shop';
import { legacyHooks, webhookEndpoints } from './webhooks';

export type { OperationCase } from './case';
export { addEndpoint, addHook, addOutboxFax, clinic } from './clinic';

/** Cases for every operation of the node, some of them with several settings. */
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

/** One case for every operation of the node. */
export const operations = operationCases.filter(
	({ name, resource, operation }) => name === `${resource}: ${operation}`,
);

/** Returns the cases with these names, in the order of all cases. */
export function operationsNamed(...names: string[]): OperationCase[] {
	return operations.filter(({ name }) => names.includes(name));
}

/** Returns how many requests an item takes. A list may need one more to find its end. */
export function requestsForItem({ kind, requests }: OperationCase): number {
	const last = requests.at(-1);
	if (kind !== 'read') return 1;
	return requests.filter(({ method, path }) => method === last?.method && path === last.path).length;
}

/** Returns how many requests of an operation the simulator has received. */
export function requestsOf({ requests }: Simulator, { operationId }: OperationCase): number {
	return requests.filter((request) => request.operationId === operationId).length;
}

/** Expects that an operation has been carried out. */
export function expectEffect(operationCase: OperationCase, simulator: Simulator): void {
	const [is, shouldBe] = operationCase.effect?.(clinic(simulator), simulator) ?? [];
	expect({ is }).toMatchObject({ is: shouldBe });
}

/** Operations without cases, because they send many requests, one second apart. They have their own tests. */
export const APART = ['account: check'];

/** Returns the node's fields for a case. By default, records aren't simplified, but the shop's offers are. */
export function parametersOf(
	{ resource, operation, parameters }: OperationCase,
	authentication: Authentication = 'accessToken',
): INodeParameters {
	return { authentication, resource, operation, simplify: resource === 'shop', ...parameters };
}
