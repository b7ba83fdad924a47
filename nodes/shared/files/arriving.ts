import { pause } from '../async/pause';
import { ServiceFault } from '../http/faults';
import { rethrow } from '../http/rethrow';

/** Pauses between two requests for a file, in milliseconds. A fax may be final before its file is there. */
const PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Requests a file until it's there (docs/contributing/api.md, "Files"). After the last attempt, or if the user stops the
 * execution, the fault says that there's no file.
 */
export async function onceThere<T>(request: () => Promise<T>, stop?: AbortSignal): Promise<T> {
	for (let attempt = 0; ; attempt++) {
		try {
			return await request();
		} catch (error) {
			const milliseconds = PAUSES[attempt];
			if (milliseconds === undefined || !isMissing(error) || stop?.aborted) return rethrow(error);
			await pause(milliseconds, stop);
		}
	}
}

/** Whether Fax.Plus responds that there's no such file. It doesn't have a specific status for that. */
export function isMissing(error: unknown): boolean {
	return error instanceof ServiceFault && [400, 404].includes(error.status ?? 0);
}
