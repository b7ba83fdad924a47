import { unexpectedAnswer } from '../../../../shared/http/faults';
import type { UploadFile } from '../../../../shared/http/upload';
import type { PrepareCall } from '../../../itemCall';

/** Hands files over to the service (docs/api.md, "Sending"), which knows each by its path from then on. */
export async function upload(call: PrepareCall, userId: string, files: UploadFile[]): Promise<string[]> {
	const paths: string[] = [];
	for (const file of files) {
		const request = { path: `/accounts/${userId}/files`, field: 'fax_file', file };
		const answer = await call.upload<{ path?: unknown; file_path?: unknown }>(request);
		const path = answer.path ?? answer.file_path;
		if (typeof path !== 'string' || path === '')
			throw unexpectedAnswer('The service did not say where it put the file', 'notSent');
		paths.push(path);
	}
	return paths;
}
