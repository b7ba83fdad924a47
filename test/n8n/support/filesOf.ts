import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

/** n8n's two ways to keep the files of an item: beside its JSON, and in it. */
export type BinaryMode = 'combined' | 'separate';

/** The files of an item, by their fields; none are where its workflow does not keep them. */
export function filesOf(item: INodeExecutionData | undefined, mode: BinaryMode): IBinaryKeyData {
	expect(mode === 'combined' ? item?.binary : item?.json['_files']).toBeUndefined();
	return (mode === 'combined' ? (item?.json['_files'] as unknown as IBinaryKeyData) : item?.binary) ?? {};
}
