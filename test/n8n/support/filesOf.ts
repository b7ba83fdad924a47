import type { IBinaryData, IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import type { N8n } from '../../../tools/harness/n8n';

/** n8n's two ways to keep the files of an item: next to its JSON, and in it. */
export type BinaryMode = 'combined' | 'separate';

/** Returns the files of an item, by their fields. There must be none where the workflow doesn't keep files. */
export function filesOf(item: INodeExecutionData | undefined, mode: BinaryMode): IBinaryKeyData {
	expect(mode === 'combined' ? item?.binary : item?.json['_files']).toBeUndefined();
	return (mode === 'combined' ? (item?.json['_files'] as unknown as IBinaryKeyData) : item?.binary) ?? {};
}

/** Returns the bytes of a file, whether n8n keeps it in its item, on disk, or in the database. */
export async function bytesOf({ api }: N8n, file: IBinaryData | undefined): Promise<Buffer> {
	if (!file) throw new Error('The item has no file');
	return file.id === undefined ? Buffer.from(file.data, 'base64') : await api.getBinary(file.id);
}
