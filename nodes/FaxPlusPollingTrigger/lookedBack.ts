import type { INodeExecutionData } from 'n8n-workflow';

/** Field with the time when a poll noticed that n8n had lost the trigger's memory, in milliseconds. */
const LOOKED_BACK_AT = 'lookedBackAt';

/**
 * Marks the items with the fact that their poll looked back. Each item carries this, because n8n may give an execution the
 * static data from before the poll.
 *
 * @param lostAt undefined if the poll didn't have to look back
 */
export function withLookBack(items: INodeExecutionData[], lostAt: number | undefined): INodeExecutionData[] {
	if (lostAt === undefined) return items;
	return items.map((item) => ({ ...item, json: { ...item.json, [LOOKED_BACK_AT]: lostAt } }));
}

/** Returns the items without what `withLookBack` added to them, and the time that it added. */
export function withoutLookBack(items: INodeExecutionData[]): {
	items: INodeExecutionData[];
	lostAt: number | undefined;
} {
	const times = items.map(({ json }) => json[LOOKED_BACK_AT]);
	const plain = items.map((item) => {
		const json = { ...item.json };
		Reflect.deleteProperty(json, LOOKED_BACK_AT);
		return { ...item, json };
	});
	return { items: plain, lostAt: times.find((at) => typeof at === 'number') };
}
