import { runInNewContext } from 'node:vm';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nodes as broadcast } from '../../../examples/12-broadcast-to-a-list.json';

/** Returns the output of a Code node in the example "Broadcast to a list". The output depends on the output of other nodes. */
export function itemsOfCode(
	name: string,
	nodes: Record<string, IDataObject[]>,
	input: IDataObject[] = [],
): IDataObject[] {
	const code = broadcast.find((node) => node.name === name)?.parameters.jsCode ?? '';
	const itemsOf = (json: IDataObject[] = []) => json.map((one) => ({ json: one, binary: {} }));
	const $ = (node: string) => ({ first: () => itemsOf(nodes[node])[0], all: () => itemsOf(nodes[node]) });
	const context = { $, $input: { all: () => itemsOf(input) } };
	const items = runInNewContext(`(() => {${code}})()`, context) as INodeExecutionData[];
	return items.map(({ json }) => json);
}

/** Returns the rows that the example notes for a list. Each number has one row, with a reason if it gets no fax. */
export function rowsOfList(form: IDataObject, list: string, never: string[] = []): IDataObject[] {
	const nodes = {
		'Broadcast Form': [{ 'Name of the Broadcast': 'News', submittedAt: '2026-11-27', ...form }],
		'Read List': [{ list }],
		'Do-Not-Fax Numbers': never.map((number) => ({ number })),
	};
	const columns = itemsOfCode('Find Columns', nodes);
	return itemsOfCode('One Row per Number', { ...nodes, 'Find Columns': columns });
}
