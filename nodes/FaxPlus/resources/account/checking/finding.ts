import type { IExecuteFunctions } from 'n8n-workflow';

import type { Guidance } from '../../../../shared/editor/advice';
import { connectionError } from '../../../../shared/http/connectionErrors';
import { ServiceFault } from '../../../../shared/http/faults';
import type { Resource } from '../../../operation';
import type { Asking } from './asking';

/** What a check has to go by. */
export interface Survey {
	service: Asking;
	resources: readonly Resource[];
	context: IExecuteFunctions;
}

/** One subject of the check: it comes out as one item or several. */
export interface Subject {
	check: string;
	/** What permits its requests, for what to do where they are refused. */
	guidance: Guidance;
	/** Reads and concludes; a fault that it throws becomes its finding. */
	look(survey: Survey): Finding | Finding[] | Promise<Finding | Finding[]>;
}

/** What a look at a subject has come to. */
export interface Finding {
	/** Null where it cannot be told. */
	ok: boolean | null;
	/** For the person whose account it is. */
	finding: string;
	/** Empty where nothing has to be done. */
	whatToDo: string;
	/** The same for everybody: without a number, name, address, ID or text of the account. */
	shared: string;
	/** What was told of the service, by the names of simulator/settings.ts. */
	settings?: Readonly<Record<string, string | number | boolean>>;
}

const OF_SERVICE = 'Service: ';

/** A subject for the person whose account it is. */
export function subject(check: string, guidance: Guidance, look: Subject['look']): Subject {
	return { check, guidance, look };
}

/** A subject for the authors of the package: how the service works where docs/api.md says that it is not public. */
export function reading(
	name: string,
	guidance: Guidance,
	look: (service: Asking) => Finding | Promise<Finding>,
): Subject {
	return subject(OF_SERVICE + name, guidance, ({ service }) => look(service));
}

export function isReading({ check }: Pick<Subject, 'check'>): boolean {
	return check.startsWith(OF_SERVICE);
}

/** @param shared where the finding itself holds something of the account */
export function found(ok: Finding['ok'], finding: string, whatToDo = '', shared = finding): Finding {
	return { ok, finding, whatToDo, shared };
}

/** A way in which the service was found to work. */
export function told(finding: string, settings: Finding['settings'] = {}): Finding {
	return { ...found(true, finding), settings };
}

/** What this account cannot tell, and what it takes. */
export function untold(finding: string, whatToDo: string): Finding {
	return found(null, finding, whatToDo);
}

/** What a look that is only a part of a subject has to say where the service refuses it: nothing. */
export async function unlessRefused<T>(look: Promise<T>): Promise<T | undefined> {
	return await look.catch(() => undefined);
}

/** Alphabets of ids, the smallest first. */
const ALPHABETS: ReadonlyArray<[name: string, characters: RegExp]> = [
	['0-9', /^\d*$/],
	['0-9a-f', /^[\da-f]*$/],
	['0-9a-f and "-"', /^[\da-f-]*$/],
	['0-9a-z', /^[\da-z]*$/],
	['0-9a-z, "_" and "-"', /^[\da-z_-]*$/],
	['0-9A-Za-z, "_" and "-"', /^[\w-]*$/],
];

/** Codes of failures that are known (docs/api.md, "Errors"), and those of the package itself. */
const CODES = [
	...['invalid_user_id', 'unauthorized', 'bad_request', 'internal_server_error', 'too_many_files'],
	...['unexpected_answer', 'token_not_renewed'],
];

/** An id by its length and alphabet, such as `24 of 0-9a-f`. */
export function shapeOf(id: unknown): string {
	if (typeof id !== 'string') return `${typeof id}, not text`;
	const [alphabet = 'other characters too'] = ALPHABETS.find(([, pattern]) => pattern.test(id)) ?? [];
	return `${id.length} of ${alphabet}`;
}

/** How a request has failed, without what was said: it may repeat what was asked for. */
export function failureOf(error: unknown): string {
	if (!(error instanceof ServiceFault)) return 'an answer of a form that the check does not know';
	const { status, code } = error;
	if (status === undefined) return connectionError(code ?? '')?.name ?? 'no answer';
	if (code === undefined) return `HTTP ${status}`;
	return `HTTP ${status} ${CODES.includes(code) ? code : `with a code of ${shapeOf(code)}`}`;
}
