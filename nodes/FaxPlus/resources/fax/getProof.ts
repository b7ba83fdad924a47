import { outputFieldField } from '../../../shared/editor/commonFields';
import { field } from '../../../shared/editor/field';
import { recordAt } from '../../../shared/http/answers';
import { ServiceFault } from '../../../shared/http/faults';
import { eventOf, latestTimeOf } from '../../../shared/faxes/faxEvents';
import { normalized, type NormalizedFax } from '../../../shared/faxes/faxRecords';
import { isUnderWay, isWithoutPages, outcomeOf, statusMeaningOf } from '../../../shared/faxes/faxStatus';
import { documentRequest, reportRequest } from '../../../shared/files/documents';
import type { Fax } from '../../../shared/records';
import { InputError } from '../../../shared/values/inputError';
import { faxIdField, userIdField } from '../../fields/common';
import type { Output } from '../../fields/output';
import { forPeople } from '../../fields/simplify';
import type { ReadCall } from '../../operation/itemCall';
import type { ReadOperation } from '../../operation/operation';
import { proofFile, type ProofFile } from './proofFile';

const pagesFieldField = {
	...outputFieldField,
	displayName: 'Put Pages in Field',
	description: 'The name of the output binary field to put the pages in',
};

const reportFieldField = field('string', 'Put Report in Field', 'reportPropertyName', {
	required: true,
	default: 'report',
	placeholder: 'e.g. report',
	description: 'The name of the output binary field to put the confirmation report in',
});

const proofOutput: Output = {
	...{ id: 'string', owner_id: 'string', direction: 'string', from: 'string', to: 'string' },
	...{ status: 'string', outcome: 'string', statusMeaning: 'string' },
	...{ pages: 'integer', cost: 'integer', duration: 'integer', comment: 'string' },
	...{ submit_time: 'string?', start_time: 'string', last_update: 'string' },
	...{ pagesSha256: 'string?', pagesBytes: 'integer?', reportSha256: 'string?', reportBytes: 'integer?' },
	...{ missing: 'string[]', checkedAt: 'string' },
};

/** How long a file of a final fax may take to appear, in milliseconds. */
const SOON = 600_000;

const NOT_FINAL = 'not_final';
const WAIT_FIRST = 'If the fax is still being sent, run "Fax: Wait for Result" before this node.';

/**
 * GET /accounts/{user_id}/faxes/{fax_id}, then GET /accounts/{user_id}/files/{fax_id} and GET /accounts/{user_id}/report/{fax_id}
 * (docs/contributing/api.md, "Files")
 */
export const getProof: ReadOperation = {
	value: 'getProof',
	name: 'Get Proof',
	action: 'Get proof of fax',
	description: "Get a fax's record, pages and confirmation report in one item, with hashes and times",
	kind: 'read',
	scopes: ['fax:all:read', 'fax:fax:read'],
	itemField: faxIdField,
	userField: userIdField,
	advice: {
		bad_request: `Check "Fax". Fax.Plus has no fax with this ID. ${WAIT_FIRST}`,
		[NOT_FINAL]: 'Run "Fax: Wait for Result" before this node.',
	},
	output: proofOutput,
	fields: [faxIdField, pagesFieldField, reportFieldField],
	async execute(call) {
		const [pagesField, reportField] = fieldNames(call);
		const name = { userId: call.userId(), faxId: call.id(faxIdField) };
		const path = `/accounts/${name.userId}/faxes/${call.pathId(faxIdField)}`;
		const fax = normalized(await recordAt<Fax>(call, path));
		requireFinal(fax);
		const areExpected = areFilesExpected(fax);
		const pages = await proofFile(call, 'pages', documentRequest(name, 'pdf'), areExpected);
		const report = await proofFile(call, 'report', reportRequest(name), areExpected && isSent(fax));
		const json = forPeople(proofOutput).of({
			...fax,
			outcome: outcomeOf(fax.status),
			...statusMeaningOf(eventOf(fax), { ...fax }),
			...{ pagesSha256: pages?.digest.sha256 ?? null, pagesBytes: pages?.digest.bytes ?? null },
			...{ reportSha256: report?.digest.sha256 ?? null, reportBytes: report?.digest.bytes ?? null },
			missing: [...missingResult(fax), ...missingPages(pages), ...missingReport(report, fax)],
			checkedAt: new Date().toISOString(),
		});
		const binary = {
			...(pages && { [pagesField]: pages.file }),
			...(report && { [reportField]: report.file }),
		};
		return [{ json, binary }];
	},
};

function fieldNames(call: ReadCall): [pages: string, report: string] {
	const pages = call.requiredText(pagesFieldField);
	const report = call.requiredText(reportFieldField);
	if (pages !== report) return [pages, report];
	const labels = [pagesFieldField, reportFieldField].map(({ displayName }) => `"${displayName}"`);
	throw new InputError(`${labels.join(' and ')} are both "${pages}". Enter two different names.`);
}

/** A fax that isn't final has no result yet, so anything about it would prove the wrong thing. */
function requireFinal({ id, status }: NormalizedFax): void {
	if (!isUnderWay(status)) return;
	const message = `The fax "${id}" isn't final yet. Its status is "${status}"`;
	throw new ServiceFault(message, 'refused', undefined, NOT_FINAL);
}

/** Whether Fax.Plus should have the files of a fax, because it was transmitted a short time ago. */
function areFilesExpected(fax: NormalizedFax): boolean {
	return !isWithoutPages(fax.status) && Date.now() - latestTimeOf(fax) < SOON;
}

function isSent(fax: NormalizedFax): boolean {
	return eventOf(fax) === 'fax_sent';
}

function missingResult({ status }: NormalizedFax): string[] {
	if (outcomeOf(status) !== 'pending') return [];
	return [`The result: it's unknown whether the fax is final, because its status is "${status}".`];
}

function missingPages(pages: ProofFile | undefined): string[] {
	return pages ? [] : ['The pages: Fax.Plus has no file for this fax.'];
}

function missingReport(report: ProofFile | undefined, fax: NormalizedFax): string[] {
	if (report) return [];
	const why = isSent(fax) ? 'Fax.Plus has none for this fax.' : 'Fax.Plus has none for this received fax.';
	return [`The confirmation report: ${why}`];
}
