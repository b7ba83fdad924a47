import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** Characters of results that an error shows at most; people read it. */
const MOST_CHARACTERS = 2000;

/**
 * Adds to the error that ends a write half-way what was carried out before: how many items in its message, their results
 * in its description. n8n drops the output of a node that fails, and whoever runs it again has to know.
 *
 * @param outputs what came of the items that were carried out, by the number of the item
 * @param total how many input items there are
 */
export function addCarriedOut(
	error: NodeApiError | NodeOperationError,
	outputs: ReadonlyMap<number, INodeExecutionData[]>,
	total: number,
): void {
	if (outputs.size === 0) return;
	const verb = outputs.size === 1 ? 'was' : 'were';
	const count = `${outputs.size} of ${total} items ${verb} carried out before this`;
	error.message = `${sentence(error.message)} ${count}.`;
	error.description = [
		...(error.description ? [error.description] : []),
		`Carried out before this: ${resultsOf(outputs)}`,
	].join(' ');
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

function resultsOf(outputs: ReadonlyMap<number, INodeExecutionData[]>): string {
	const results = [...outputs]
		.map(([item, items]) => `item ${item}: ${items.map(({ json }) => JSON.stringify(json)).join(', ')}`)
		.join('; ');
	return results.length <= MOST_CHARACTERS ? results : `${results.slice(0, MOST_CHARACTERS)}…`;
}
