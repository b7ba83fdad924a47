import type { IExecuteFunctions } from 'n8n-workflow';

import type { Guidance } from '../../../../shared/editor/advice';
import type { Resource } from '../../../operation';
import type { Asking } from './asking';

/** What a check has to go by. */
export interface Survey {
	service: Asking;
	/** What the node can do. */
	resources: readonly Resource[];
	context: IExecuteFunctions;
}

/** One subject of the check: it comes out as one item or several. */
export interface Subject {
	/** What its items are called. */
	check: string;
	/** What permits its requests, for what to do where they are refused. */
	guidance: Guidance;
	/** Reads and concludes; a fault that it throws becomes its finding. */
	look(survey: Survey): Promise<Finding | Finding[]>;
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
	look: (service: Asking) => Promise<Finding>,
): Subject {
	return subject(OF_SERVICE + name, guidance, async ({ service }) => await look(service));
}

export function isReading({ check }: Pick<Subject, 'check'>): boolean {
	return check.startsWith(OF_SERVICE);
}

/** A finding that is the same for the person and for everybody, as it holds nothing of the account. */
export function plainly(ok: Finding['ok'], finding: string, whatToDo = ''): Finding {
	return { ok, finding, whatToDo, shared: finding };
}

/** A way in which the service was found to work. */
export function told(finding: string, settings: Finding['settings'] = {}): Finding {
	return { ...plainly(true, finding), settings };
}

/** What this account cannot tell, and what it takes. */
export function untold(finding: string, whatToDo: string): Finding {
	return plainly(null, finding, whatToDo);
}

/** What a look that is only a part of a subject has to say where the service refuses it: nothing. */
export async function unlessRefused<T>(look: Promise<T>): Promise<T | undefined> {
	return await look.catch(() => undefined);
}
