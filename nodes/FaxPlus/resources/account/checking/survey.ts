import type { IDataObject } from 'n8n-workflow';

import {
	adviceFor,
	NOTHING_AT_BASE_URL,
	permissionAdvice,
	type Guidance,
} from '../../../../shared/editor/advice';
import { describeError } from '../../../../shared/editor/errors';
import { canceled, ServiceFault } from '../../../../shared/http/faults';
import { failureOf, found, isReading, type Finding, type Subject, type Survey } from './finding';
import * as person from './person';
import * as dates from './readings/dates';
import * as pages from './readings/pages';
import * as records from './readings/records';
import * as shapes from './readings/shapes';

const TELL = 'Tell the authors of the package.';

/** All subjects in their order: what a person wants to know, then what docs/api.md leaves open. */
const SUBJECTS: readonly Subject[] = [
	...[person.accessToken, person.scopes, person.expiry, person.plan, person.administrator, person.status],
	...[person.numbers, person.webhooks, person.endpoints, person.credits, person.balance, person.clock],
	...[records.outboxRecords, records.numberNames, dates.listDate, dates.bounds],
	...[pages.faxOffset, pages.faxPage, records.inProgress, records.lag],
	...[shapes.wrappers, shapes.ids, records.missing, records.documents],
	...[shapes.administrators, pages.contactTotal, pages.contactOffset, pages.contactPage],
	...[shapes.contactGroups, shapes.areaCodes, shapes.writes, records.keptId],
];

/** A finding, and what it is about. */
export interface Found extends Finding {
	check: string;
}

/**
 * Looks at all subjects in turn; what fails is a finding. Where the token is good for nothing, or the service ends the asking,
 * there is one about that, and none about the rest. Those that ask for something come first; the last has the report.
 */
export async function survey(about: Survey): Promise<IDataObject[]> {
	const rows: Found[] = [];
	for (const subject of SUBJECTS) {
		const findings = await rowsOn(subject, about);
		if (about.service.stop?.aborted) throw canceled('notSent');
		const isFirst = rows.length === 0;
		const { ended } = about.service;
		if (ended && !isFirst) {
			rows.push({ check: 'The rest', ...unanswered(ended, subject) });
			break;
		}
		rows.push(...findings);
		if (isFirst && findings.some(({ ok }) => ok !== true)) break;
	}
	const items = [...rows]
		.sort((a, b) => placeOf(a) - placeOf(b))
		.map(({ check, ok, finding, whatToDo }): IDataObject => ({ check, ok, finding, whatToDo }));
	// A table shows a long text as a high row, which would hide the others.
	Object.assign(items.at(-1) ?? {}, { report: reportOf(rows) });
	return items;
}

/** The findings as Markdown for a bug report, with nothing of the account; the simulator's `--as` reads the settings in it. */
export function reportOf(rows: readonly Found[]): string {
	const cellsOf = ({ check, ok, shared, settings = {} }: Found): string[] => {
		const entries = Object.entries(settings);
		const told = entries.map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``);
		return [check, ok === null ? 'not told' : ok ? 'yes' : 'no', shared, told.join(' ')];
	};
	const header = [['Check', 'OK', 'Finding', 'Setting'], Array<string>(4).fill('---')];
	const table = [...header, ...rows.map(cellsOf)];
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
function adviceOf(subject: Subject, { whatToDo }: Finding): string {
	if (!isReading(subject)) return whatToDo;
	return `Nothing: this is for the authors of the node.${whatToDo && ` To tell them more: ${whatToDo}`}`;
}

async function rowsOn(subject: Subject, about: Survey): Promise<Found[]> {
	const look = async (): Promise<Finding | Finding[]> => subject.look(about);
	const findings = [await look().catch((error: unknown) => unanswered(error, subject))].flat();
	return findings.map((one) => ({ ...one, check: subject.check, whatToDo: adviceOf(subject, one) }));
}

/** What a request that has failed comes to. */
function unanswered(error: unknown, { guidance }: Subject): Finding {
	const shared = failureOf(error);
	if (!(error instanceof ServiceFault)) return found(null, `The service has given ${shared}.`, TELL);
	const advice = { ...adviceOn(error, guidance), ...guidance.advice };
	const whatToDo = adviceFor(error, { ...guidance, advice });
	return found(error.status === 403 ? null : false, describeError(error), whatToDo, shared);
}

/** For requests that a person has not filled in, so that no field can be wrong. */
function adviceOn({ code, outcome }: ServiceFault, guidance: Guidance): Guidance['advice'] {
	if (code !== undefined && outcome === 'refused') return { 400: TELL, 404: TELL };
	const permission = `${NOTHING_AT_BASE_URL} If it is right: ${permissionAdvice(guidance)}`;
	return { 400: NOTHING_AT_BASE_URL, 403: permission, 404: NOTHING_AT_BASE_URL };
}
