import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { reportRequest } from '../../../../shared/files/documents';
import { storeFile } from '../../../../shared/files/storeFile';
import { meaningOf, outcomeOf } from '../../../../shared/faxes/faxStatus';
import { fromServiceForm } from '../../../../shared/values/times';
import type { ReadCall } from '../../../itemCall';
import type { AnyFax } from '../waiting/result';
import type { DocumentEvidence } from './documents';

/** What is known of a send, whatever becomes of its faxes. */
export interface SendEvidence extends DocumentEvidence {
	/** Of the documents, where they are certain. */
	pages: number | null;
	/** In ISO 8601. */
	submittedAt: string | null;
}

/** The file of the report, by its name in the output item. */
const REPORT = 'report';

/** Adds to each fax what proves it, as `evidence`. */
export function withEvidence(faxes: AnyFax[], sent: SendEvidence): AnyFax[] {
	return faxes.map((fax) => ({ ...fax, evidence: evidenceOf(fax, sent) }));
}

/** Flat, so that it fits a row of a table. Times are in ISO 8601, in UTC. */
function evidenceOf(fax: AnyFax, sent: SendEvidence): IDataObject {
	const outcome = fax.outcome ?? outcomeOf(fax.status);
	const { documents, sha256, bytes } = sent;
	return {
		faxId: fax.id ?? null,
		to: fax.to || null,
		from: fax['from'] ?? null,
		documents,
		sha256,
		bytes,
		// The outbox counts none before the document is converted.
		pages: numberIn(fax['pages']) || numberIn(fax['page_count']) || sent.pages,
		submittedAt: timeIn(fax['submit_time']) ?? sent.submittedAt,
		endedAt: outcome === 'pending' ? null : timeIn(fax['last_update']),
		outcome,
		status: fax.status,
		statusMeaning: fax.statusMeaning ?? meaningOf(fax.status),
		tries: triesIn(fax),
		cost: numberIn(fax['cost']),
		duration: numberIn(fax['duration']),
		[REPORT]: false,
	};
}

/** Output items of faxes with their evidence, with the reports of those that have ended; one that cannot be had fails nothing. */
export async function withReports(
	call: ReadCall,
	userId: string,
	faxes: AnyFax[],
): Promise<INodeExecutionData[]> {
	return await Promise.all(
		faxes.map(async (json) => {
			const { id, outcome } = json;
			if (typeof id !== 'string' || outcome === undefined || outcome === 'pending') return { json };
			const asking = storeFile(call, call.context.helpers, reportRequest({ userId, faxId: id }));
			const { file } = await asking.catch(() => ({ file: undefined }));
			if (!file) return { json };
			const evidence = { ...(json['evidence'] as IDataObject), [REPORT]: true };
			return { json: { ...json, evidence }, binary: { [REPORT]: file } };
		}),
	);
}

function numberIn(value: unknown): number | null {
	return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function timeIn(value: unknown): string | null {
	return fromServiceForm(value)?.toISOString() ?? null;
}

/** How often it was on the line; only the outbox tells (docs/api.md, "Fax records"). */
function triesIn({ status_changes: changes }: AnyFax): number | null {
	if (!Array.isArray(changes)) return null;
	return changes.filter((change) => (change as { status?: unknown } | null)?.status === 'sending').length;
}
