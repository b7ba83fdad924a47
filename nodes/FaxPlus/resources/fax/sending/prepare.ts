import type { PrepareCall } from '../../../itemCall';
import { Digests, type DocumentEvidence } from './digests';
import { documentsOf, upload } from './documents';
import type { Draft } from './draft';
import type { SendJob } from './job';

/** A fax whose documents the service has, and which only has to be sent. */
export interface PreparedSend {
	/** Encoded as one part of a path. */
	userId: string;
	job: SendJob;
	/** Of the uploads. */
	paths: string[];
	/** Null where the documents were not read to their end. */
	evidence: DocumentEvidence[] | null;
	/** By what its documents are known, where the same are not to go to the same number again. */
	unrepeated: string | undefined;
}

/** Uploads the documents of a fax, which changes nothing that lasts. */
export async function prepared(
	call: PrepareCall,
	{ userId, job, source, refusesRepeats, requireAllowed }: Draft,
): Promise<PreparedSend> {
	const digests = new Digests(await documentsOf(call, source, requireAllowed));
	const paths = await upload(call, userId, digests.files);
	const { evidence } = digests;
	// Of an existing fax the service may make another file each time.
	const content = source.kind === 'fax' ? `fax ${source.faxId}` : JSON.stringify(evidence);
	return { userId, job, paths, evidence, unrepeated: refusesRepeats ? content : undefined };
}
