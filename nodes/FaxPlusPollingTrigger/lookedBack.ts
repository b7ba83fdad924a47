import type { INodeExecutionData } from 'n8n-workflow';

/** When the poll found that n8n had lost what the trigger remembers, in milliseconds. */
const LOOKED_BACK_AT = 'lookedBackAt';

/**
 * Tells the execution that its poll has looked back. Each item carries it, because n8n may give an execution the static data from
 * before the poll.
 *
 * @param lostAt undefined where the poll had no need to look back
 */
export function withLookBack(items: INodeExecutionData[], lostAt: number | undefined): INodeExecutionData[] {
	if (lostAt === undefined) return items;
	return items.map((item) => ({ ...item, json: { ...item.json, [LOOKED_BACK_AT]: lostAt } }));
}

/** The items as they go on, and what `withLookBack` has told. */
export function withoutLookBack(items: INodeExecutionData[]): {
	items: INodeExecutionData[];
	lostAt: number | undefined;
} {
	const told = items.map(({ json }) => json[LOOKED_BACK_AT]);
	const plain = items.map((item) => {
		const json = { ...item.json };
		Reflect.deleteProperty(json, LOOKED_BACK_AT);
		return { ...item, json };
	});
	return { items: plain, lostAt: told.find((at) => typeof at === 'number') };
}
