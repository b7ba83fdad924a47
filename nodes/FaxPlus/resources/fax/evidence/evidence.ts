import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { field } from '../../../../shared/editor/field';
import { reportRequest } from '../../../../shared/files/documents';
import { storeFile } from '../../../../shared/files/storeFile';
import { meaningOf, outcomeOf } from '../../../../shared/faxes/faxStatus';
import { toObject } from '../../../../shared/values/fieldValues';
import { InputError } from '../../../../shared/values/inputError';
import { fromServiceForm } from '../../../../shared/values/times';
import type { ReadCall } from '../../../itemCall';
import type { ItemFields } from '../../../fields/itemFields';
import { toItems } from '../../../operation';
import { requireDelivery, type FaxResult } from '../waiting/result';
import type { DocumentEvidence } from '../sending/digests';

export const evidenceOption = field('boolean', 'Evidence', 'evidence', {
	description:
		'Whether to put out, for each fax, what proves it later: the SHA-256 and size of each document as it was uploaded, the times, what became of it and what it cost, and the confirmation report as a file once there is one',
});

/** Where it is not added the field `evidence` of the input item counts: n8n evaluates no default of an entry that is not there. */
export const sendEvidenceOption = field('string', 'Evidence of the Send', 'sendEvidence', {
	default: '={{ $json.evidence }}',
	description:
		'For Evidence: what "Send" has put out as such, an object or JSON, by which the documents are known; the field "evidence" of the input item where this is not added. May be empty.',
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

/**
 * Output items of faxes, with evidence where it is wanted; the fault over a fax that was not delivered carries it, too.
 *
 * @param isRequired whether each has to be delivered, where it has ended
 */
export async function outputOf(
	call: ReadCall,
	userId: string,
	faxes: FaxResult[],
	evidence: SendEvidence | undefined,
	isRequired: boolean,
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

const COUNT = /^\d+$/;

const FORMS = {
	documents: COUNT,
	sha256: /^[0-9a-f]{64}(, [0-9a-f]{64})*$/,
	bytes: /^\d+(, \d+)*$/,
	pages: COUNT,
	submittedAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
} satisfies Record<keyof SendEvidence, RegExp>;

/** Reads the evidence that "Send" has put out, and refuses that of another fax; without any nothing is known. */
export function sendEvidenceIn(fields: ItemFields, faxId: string): SendEvidence {
	const { displayName } = sendEvidenceOption;
	const { context, itemIndex, options } = fields;
	const isAdded = fields.hasOption(sendEvidenceOption);
	const ofItem = context.getInputData()[itemIndex]?.json['evidence'];
	const value = (isAdded ? options.value(sendEvidenceOption) : ofItem) ?? '';
	const given = value === '' ? {} : toObject(sendEvidenceOption, value);
	const id = textOf(given['faxId']) || faxId;
	if (id !== faxId)
		throw new InputError(
			`${displayName} is that of fax "${id}", and the field Fax holds "${faxId}". Give the evidence of the same fax, or leave the field empty.`,
		);
	const read = Object.entries(FORMS).map(([name, form]) => {
		const text = textOf(given[name]);
		if (text === '') return [name, null];
		if (form.test(text)) return [name, form === COUNT ? Number(text) : text];
		throw new InputError(
			`${displayName}: ${name} "${text}" is not what "Send" puts out. Pass the evidence on as it came, or leave the field empty.`,
		);
	});
	return Object.fromEntries(read) as SendEvidence;
}

/** A table may have made a number of digits, a date of a time, and empty text of nothing. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('"', '');
}
