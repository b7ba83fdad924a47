import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** Characters of results that an error shows at most; people read it. */
const MOST_CHARACTERS = 2000;

/**
 * Adds to the error that ends a write half-way what was carried out before: how many of the total in its message, their
 * results, which are given by the number of the item, in its description. n8n drops the output of a node that fails, and
 * whoever runs it again has to know.
 */
export function addCarriedOut(
	error: NodeApiError | NodeOperationError,
	outputs: ReadonlyMap<number, INodeExecutionData[]>,
	total: number,
): void {
	if (outputs.size === 0) return;
	const verb = outputs.size === 1 ? 'was' : 'were';
	const items = total === 1 ? 'The item' : `${outputs.size} of ${total} items`;
	const sentence = error.message.replace(/[^.!?]$/, '$&.');
	error.message = `${sentence} ${items} ${verb} carried out before this.`;
	const before = error.description ? `${error.description} ` : '';
	error.description = `${before}Carried out before this: ${resultsOf(outputs)}`;
}

function resultsOf(outputs: ReadonlyMap<number, INodeExecutionData[]>): string {
	const results = [...outputs]
		.map(([item, items]) => `item ${item}: ${items.map(({ json }) => JSON.stringify(json)).join(', ')}`)
		.join('; ');
	return results.length <= MOST_CHARACTERS ? results : `${results.slice(0, MOST_CHARACTERS)}…`;
}
