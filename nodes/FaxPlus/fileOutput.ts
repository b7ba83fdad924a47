import type { INodeExecutionData } from 'n8n-workflow';

import { outputFieldField } from '../shared/editor/fileFields';
import { storeFile, type FileRequest, type FileType } from '../shared/files/storeFile';
import type { ReadCall } from './itemCall';

/** Streams a file of the service into the output field that the user named; see storeFile. */
export async function downloadFile(
	call: ReadCall,
	request: FileRequest,
): Promise<{ type: FileType; binary: NonNullable<INodeExecutionData['binary']> }> {
	const property = call.requiredText(outputFieldField);
	const { type, file } = await storeFile(call, call.context.helpers, request);
	return { type, binary: { [property]: file } };
}
