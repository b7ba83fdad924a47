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
import type { Finding, Subject, Survey } from './finding';
import { reportOf, type Found } from './report';
import { FOR_THE_PERSON, OF_THE_SERVICE } from './subjects';

const TELL = 'Tell the authors of the package.';

/**
 * Looks at all subjects, one after the other; what fails is a finding. Where the token is good for nothing, or the service
 * ends the asking, there is one finding about that, and none about what was not asked.
 *
 * @returns an object for each finding, those first that ask for something; the last one has the report
 */
export async function survey(about: Survey): Promise<IDataObject[]> {
	const found: Found[] = [];
	for (const subject of [...FOR_THE_PERSON, ...OF_THE_SERVICE]) {
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

/** What has to be put right comes before what cannot be told, that before what is well, and how the service works at last. */
function placeOf({ check, ok }: Found): number {
	return isOfService(check) ? 3 : [false, null, true].indexOf(ok);
}

function isOfService(check: string): boolean {
	return check.startsWith('Service:');
}

/** How the service works is for the authors: nobody has to act on it. */
function adviceOf({ check, whatToDo }: Found): string {
	if (!isOfService(check)) return whatToDo;
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
