import { runInNewContext } from 'node:vm';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nodes as broadcast } from '../../../examples/12-broadcast-to-a-list.json';

/** The items that a Code node of the example "Broadcast to a list" puts out, by what other nodes have put out. */
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
