import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** n8n's own contexts have the workflow, with the static data of all nodes, although their interface does not say so. */
type WithWorkflow = IPollFunctions & { workflow?: { staticData?: IDataObject } };

/**
 * Takes over what a node has in static data under a name that it had before: n8n keeps static data under the node's name.
 *
 * @param property of the static data that has the id of its node as `node`
 * @returns what is there last; undefined when there is nothing, or n8n does not show it. It is there no more.
 */
export function takeFromFormerName(context: IPollFunctions, property: string): IDataObject | undefined {
	const { id } = context.getNode();
	const all = (context as WithWorkflow).workflow?.staticData ?? {};
	const names = Object.keys(all).filter((name) => {
		const remembered = (all[name] as IDataObject | undefined)?.[property] as IDataObject | undefined;
		return remembered?.['node'] === id;
	});
	const found = names.map((name) => (all[name] as IDataObject)[property] as IDataObject);
	for (const name of names) Reflect.deleteProperty(all, name);
	return found.at(-1);
}
