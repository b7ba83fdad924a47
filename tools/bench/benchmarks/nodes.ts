import type { INode, NodeParameterValueType } from 'n8n-workflow';

import { node } from '../../harness/n8n/workflows';
import type { Bench } from './n8nUnderLoad';

type Parameters = Record<string, NodeParameterValueType>;

/** The action node. `action` has the form `resource:operation`. */
export function faxPlus(
	{ account }: Bench,
	name: string,
	action: string,
	parameters: Parameters = {},
): INode {
	const [resource = '', operation = ''] = action.split(':');
	const all = { resource, operation, ...parameters };
	return node(name, 'n8n-nodes-faxplus.faxPlus', all, { credentials: [account] });
}

/** n8n's HTTP Request node, which calls the simulator with the same credential as the action node. */
export function httpRequest(
	{ simulator, account }: Bench,
	name: string,
	path: string,
	parameters: Parameters = {},
): INode {
	return node(
		name,
		'n8n-nodes-base.httpRequest',
		{
			url: `${simulator.baseUrl}/accounts/self/${path}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: account.type,
			...parameters,
		},
		{ typeVersion: 4.2, credentials: [account] },
	);
}

/** n8n's node that outputs each item only once, however often it receives the item. */
export function removeDuplicates(): INode {
	const parameters = { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: '={{ $json.id }}' };
	return node('Once', 'n8n-nodes-base.removeDuplicates', { ...parameters, options: {} }, { typeVersion: 2 });
}

/**
 * Poll times that together give an interval in seconds. n8n polls at most once a minute for each poll time, so there are
 * several.
 */
export function everySeconds(seconds: number): { item: Array<Record<string, string>> } {
	const item = Array.from({ length: 60 / seconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * seconds} * * * * *`,
	}));
	return { item };
}
