import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { field } from '../../../../shared/editor/field';
import { reportRequest } from '../../../../shared/files/documents';
import { storeFile } from '../../../../shared/files/storeFile';
import { meaningOf, outcomeOf } from '../../../../shared/faxes/faxStatus';
import { fromServiceForm } from '../../../../shared/values/times';
import type { ReadCall } from '../../../itemCall';
import { toItems } from '../../../operation';
import { requireDelivery, type FaxResult } from '../waiting/result';
import type { DocumentEvidence } from './digests';

export const evidenceOption = field('boolean', 'Evidence', 'evidence', {
	description:
		'Whether to put out, for each fax, what proves it later: the SHA-256 and size of each document as it was uploaded, the times, what became of it and what it cost, and the confirmation report as a file once there is one',
});

/** What is known of a send, whatever becomes of its faxes. */
export interface SendEvidence extends DocumentEvidence {
	/** Of the documents, where they are certain. */
	pages: number | null;
	/** In ISO 8601, where it is known. */
	submittedAt?: string | null;
}

/** The file of the report, by its name in the output item. */
const REPORT = 'report';

/** What there is to tell of the faxes of one item. */
interface Told {
	/** What proves them, where it is wanted. */
	evidence: SendEvidence | undefined;
	/** Whether each has to be delivered, where it has ended. */
	isRequired: boolean;
}

/**
 * Output items of faxes; with their evidence, and the reports of those that have ended.
 *
 * @throws ServiceFault over one that was not delivered, with the same evidence
 */
export async function outputOf(
	call: ReadCall,
	userId: string,
	faxes: FaxResult[],
	{ evidence, isRequired }: Told,
): Promise<INodeExecutionData[]> {
	const told = evidence ? faxes.map((fax) => ({ ...fax, evidence: evidenceOf(fax, evidence) })) : faxes;
	if (isRequired) requireDelivery(told);
	return evidence ? await Promise.all(told.map(async (fax) => withReport(call, userId, fax))) : toItems(told);
}

/** Flat, so that it fits a row of a table. Times are in ISO 8601, in UTC. */
function evidenceOf(fax: FaxResult, sent: SendEvidence): IDataObject {
	const outcome = fax.outcome ?? outcomeOf(fax.status);
	const { documents, sha256, bytes } = sent;
	return {
		faxId: fax.id,
		to: fax.to || null,
		from: fax['from'] ?? null,
		documents,
		sha256,
		bytes,
		// The outbox counts none before the document is converted.
		pages: numberIn(fax['pages']) || numberIn(fax['page_count']) || sent.pages,
		submittedAt: timeIn(fax['submit_time']) ?? sent.submittedAt ?? null,
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

/** The report of a fax that has not ended is not asked for; one that cannot be had fails nothing. */
async function withReport(call: ReadCall, userId: string, json: FaxResult): Promise<INodeExecutionData> {
	const { id, outcome = 'pending' } = json;
	if (id === null || outcome === 'pending') return { json };
	const asking = storeFile(call, call.context.helpers, reportRequest({ userId, faxId: id }));
	const { file } = await asking.catch(() => ({ file: undefined }));
	if (!file) return { json };
	const evidence = { ...(json['evidence'] as IDataObject), [REPORT]: true };
	return { json: { ...json, evidence }, binary: { [REPORT]: file } };
}

function numberIn(value: unknown): number | null {
	return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function timeIn(value: unknown): string | null {
	return fromServiceForm(value)?.toISOString() ?? null;
}

/** How often it was on the line; only the outbox tells (docs/api.md, "Fax records"). */
function triesIn({ status_changes: changes }: FaxResult): number | null {
	if (!Array.isArray(changes)) return null;
	return changes.filter((change) => (change as { status?: unknown } | null)?.status === 'sending').length;
}
