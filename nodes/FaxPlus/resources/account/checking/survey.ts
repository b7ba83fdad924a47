import type { IDataObject } from 'n8n-workflow';

import {
	adviceFor,
	NOTHING_AT_BASE_URL,
	permissionAdvice,
	type Guidance,
} from '../../../../shared/editor/advice';
import { describeError } from '../../../../shared/editor/errors';
import { canceled, ServiceFault } from '../../../../shared/http/faults';
import { failureOf } from './anonymous';
import { isReading, type Finding, type Subject, type Survey } from './finding';
import { accessToken, expiry, scopes } from './person/accessToken';
import * as account from './person/account';
import * as contacts from './readings/contacts';
import * as faxList from './readings/faxList';
import * as outbox from './readings/outbox';
import * as records from './readings/records';
import * as shapes from './readings/shapes';

const TELL = 'Tell the authors of the package.';

/**
 * All subjects in this order, first what a person wants to know of the account, then what docs/api.md leaves open. A reading
 * that is added here comes out as an item and stands in the report.
 */
const SUBJECTS: readonly Subject[] = [
	...[accessToken, scopes, expiry, account.plan, account.administrator, account.status, account.numbers],
	...[account.webhooks, account.endpoints, account.credits, account.balance, account.clock],
	...[outbox.outboxRecords, records.numberNames, faxList.listDate, faxList.bounds],
	...[faxList.faxOffset, faxList.faxPage, records.inProgress, records.lag],
	...[shapes.webhookWrapper, shapes.wrappers, shapes.ids, records.missing, records.documents],
	...[shapes.administrators, contacts.contactTotal, contacts.contactOffset, contacts.contactPage],
	...[contacts.contactGroups, shapes.areaCodes, shapes.writes, outbox.keptId],
];

/** A finding, and what it is about. */
export interface Found extends Finding {
	check: string;
}

/**
 * Looks at all subjects, one after the other; what fails is a finding. Where the token is good for nothing, or the service
 * ends the asking, there is one finding about that, and none about what was not asked.
 *
 * @returns an object for each finding, those first that ask for something; the last one has the report
 */
export async function survey(about: Survey): Promise<IDataObject[]> {
	const found: Found[] = [];
	for (const subject of SUBJECTS) {
		const findings = await findingsOn(subject, about);
		if (about.service.stop?.aborted) throw canceled('notSent');
		const isFirst = found.length === 0;
		const { ended } = about.service;
		if (ended && !isFirst) {
			found.push({ check: 'The rest', ...unanswered(ended, subject) });
			break;
		}
		found.push(...findings.map((finding) => ({ check: subject.check, ...finding })));
		if (isFirst && findings.some(({ ok }) => ok !== true)) break;
	}
	const report = reportOf(found);
	const items = [...found]
		.sort((a, b) => placeOf(a) - placeOf(b))
		.map((row): IDataObject => {
			const { check, ok, finding } = row;
			return { check, ok, finding, whatToDo: adviceOf(row) };
		});
	// A table shows a long text as a high row, which would hide the others.
	Object.assign(items.at(-1) ?? {}, { report });
	return items;
}

/**
 * The findings as Markdown to be pasted into a bug report: nothing of the account stands there. `--as` of the simulator reads
 * the settings in it.
 */
export function reportOf(found: readonly Found[]): string {
	const rows = found.map(({ check, ok, shared, settings = {} }) => [
		check,
		ok === null ? 'not told' : ok ? 'yes' : 'no',
		shared,
		Object.entries(settings)
			.map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
			.join(' '),
	]);
	const table = [['Check', 'OK', 'Finding', 'Setting'], Array<string>(4).fill('---'), ...rows];
	return [
		'# Account: Check of n8n-nodes-faxplus',
		'',
		...table.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`),
		'',
	].join('\n');
}

/** What has to be put right comes before what cannot be told, that before what is well, and how the service works at last. */
function placeOf(row: Found): number {
	return isReading(row) ? 3 : [false, null, true].indexOf(row.ok);
}

/** How the service works is for the authors: nobody has to act on it. */
function adviceOf(row: Found): string {
	const { whatToDo } = row;
	if (!isReading(row)) return whatToDo;
	return `Nothing: this is for the authors of the node.${whatToDo && ` To tell them more: ${whatToDo}`}`;
}

async function findingsOn(subject: Subject, about: Survey): Promise<Finding[]> {
	try {
		return [await subject.look(about)].flat();
	} catch (error) {
		return [unanswered(error, subject)];
	}
}

/** What a request that has failed comes to. */
function unanswered(error: unknown, { guidance }: Subject): Finding {
	if (!(error instanceof ServiceFault))
		return {
			ok: null,
			finding: 'The service has answered in a form that the check does not know.',
			whatToDo: TELL,
			shared: failureOf(error),
		};
	return {
		ok: error.status === 403 ? null : false,
		finding: describeError(error),
		whatToDo: adviceFor(error, { ...guidance, advice: { ...adviceOn(error, guidance), ...guidance.advice } }),
		shared: failureOf(error),
	};
}

/** For requests that a person has not filled in, so that no field can be wrong. */
function adviceOn({ code, outcome }: ServiceFault, guidance: Guidance): Guidance['advice'] {
	if (code !== undefined && outcome === 'refused') return { 400: TELL, 404: TELL };
	const permission = `${NOTHING_AT_BASE_URL} If it is right: ${permissionAdvice(guidance)}`;
	return { 400: NOTHING_AT_BASE_URL, 403: permission, 404: NOTHING_AT_BASE_URL };
}
