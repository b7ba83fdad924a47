import type { IBinaryData } from 'n8n-workflow';

import { onceThere } from '../../../shared/files/arriving';
import { digestOf, type FileDigest } from '../../../shared/files/digest';
import { storeFile, type FileRequest } from '../../../shared/files/storeFile';
import { isNotFound, mapFaults, ServiceFault } from '../../../shared/http/faults';
import { onlyFor, rethrow } from '../../../shared/http/rethrow';
import type { ReadCall } from '../../operation/itemCall';

/** A file of a proof, with the digest of what n8n has stored. */
export interface ProofFile {
	file: IBinaryData;
	digest: FileDigest;
}

/**
 * Downloads a file of a fax.
 *
 * @param noun word for the file in messages
 * @param isExpected whether Fax.Plus should have the file, so that it may only be late
 * @returns undefined if Fax.Plus itself reports that it has no such file. Any other failure fails the item.
 */
export async function proofFile(
	call: ReadCall,
	noun: string,
	request: FileRequest,
	isExpected: boolean,
): Promise<ProofFile | undefined> {
	const { context } = call;
	const load = async (): Promise<ProofFile> => {
		const { file } = await storeFile(call, context.helpers, request);
		return { file, digest: await digestOf(context.helpers, file) };
	};
	const loading = isExpected ? onceThere(load, context.getExecutionCancelSignal()) : load();
	return await mapFaults(
		async () =>
			await loading.catch(onlyFor(ServiceFault, (fault) => (isNotFound(fault) ? undefined : rethrow(fault)))),
		(fault) => fault.withOutcome(fault.outcome, `The proof would lack the ${noun}. ${fault.message}`),
	);
}
