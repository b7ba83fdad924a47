import type { PrepareCall } from '../../../itemCall';
import { digestsOf, UNKNOWN_DOCUMENTS, type DocumentEvidence } from '../evidence/documents';
import type { SendEvidence } from '../evidence/evidence';
import { documentsOf, sourceOf, type Source } from './documents';
import { documentsTrace, sendsOnce } from './earlierSends';
import { addressedOf, type SendJob } from './job';
import { pagesOf } from './pages';

/** What is known of a send whose documents were uploaded. */
export async function sendEvidence(
	call: PrepareCall,
	documents: DocumentEvidence,
	job: Partial<SendJob>,
	source: Source,
): Promise<SendEvidence> {
	// Those of an existing fax would have to be asked for, and are in the record of the new one.
	const parts = source.kind === 'fax' ? [['', undefined] as const] : await pagesOf(call, job, source);
	const total = parts.reduce((sum, [, pages = Number.NaN]) => sum + pages, 0);
	return { ...documents, pages: Number.isNaN(total) ? null : total, submittedAt: null };
}

/**
 * What is known of a send of an earlier attempt of the execution. Nothing is uploaded: the documents are known where those of
 * now are the ones of which that attempt has noted that it uploaded them.
 */
export async function earlierSendEvidence(call: PrepareCall): Promise<SendEvidence> {
	const unknown = { ...UNKNOWN_DOCUMENTS, pages: null, submittedAt: null };
	try {
		const source = await sourceOf(call);
		const documents = source.kind === 'fax' ? undefined : await digestsOf(await documentsOf(call, source));
		if (!documents) return unknown;
		const trace = documentsTrace(documents);
		const isNoted = (await sendsOnce.traces(call, trace)).size > 0;
		return isNoted ? await sendEvidence(call, documents, addressedOf(call), source) : unknown;
	} catch {
		// Files may be gone: that fails no fax that was sent.
		return unknown;
	}
}
