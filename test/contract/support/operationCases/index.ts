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
export const operations = operationCases.filter(
	({ name, resource, operation }) => name === `${resource}: ${operation}`,
);

/** The cases of some operations, by their names, in the order of all. */
export function operationsNamed(...names: string[]): OperationCase[] {
	return operations.filter(({ name }) => names.includes(name));
}

/** How many requests of the operation an item takes: of a list, one that shows the end. */
export function requestsForItem({ kind, requests }: OperationCase): number {
	const last = requests.at(-1);
	if (kind !== 'read') return 1;
	return requests.filter(({ method, path }) => method === last?.method && path === last.path).length;
}

/** How many requests that an operation is about have reached the service. */
export function requestsOf({ requests }: Simulator, { operationId }: OperationCase): number {
	return requests.filter((request) => request.operationId === operationId).length;
}

/** Expects that an operation has been carried out. */
export function expectEffect(operationCase: OperationCase, simulator: Simulator): void {
	const [is, shouldBe] = operationCase.effect?.(clinic(simulator), simulator) ?? [];
	expect({ is }).toMatchObject({ is: shouldBe });
}

/** Operations without fields that have tests of their own: they make many requests, a second apart. */
export const APART = ['account: check'];

/** The node's fields of a case; records come out as they are, offers of the shop simplified, unless it says otherwise. */
export function parametersOf(
	{ resource, operation, parameters }: OperationCase,
	authentication: Authentication = 'accessToken',
): INodeParameters {
	return { authentication, resource, operation, simplify: resource === 'shop', ...parameters };
}
