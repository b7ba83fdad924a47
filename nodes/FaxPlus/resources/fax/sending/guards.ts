import type { INodeProperties } from 'n8n-workflow';

import type { UploadFile } from '../../../../shared/service/upload';
import { toNumber, toObject } from '../../../../shared/values/fieldValues';
import { InputError } from '../../../../shared/values/inputError';
import { toFullList } from '../../../../shared/values/lists';
import { isE164, toE164 } from '../../../../shared/values/phoneNumbers';
import type { ItemFields } from '../../../fields/itemFields';
import type { Changeable } from '../../../fields/updateFields';
import { changesIn } from '../../../fields/updateFields';
import { toField } from '../sendFields';
import { allowedDestinationsGuard, guardsField, mostPagesGuard, mostRecipientsGuard } from '../sendGuards';
import type { SendJob } from './job';
import { countPages } from './pages/count';

/** What a person allows; what is not there is not limited. */
export interface Guards {
	/** Numbers in E.164 form, and beginnings of such with an asterisk at the end. */
	allowedDestinations?: string[];
	mostPages?: number;
	mostRecipients?: number;
}

const GUARDS: Changeable<Guards> = {
	allowedDestinations: [allowedDestinationsGuard, toDestinations],
	mostPages: [mostPagesGuard, toNumber],
	mostRecipients: [mostRecipientsGuard, toNumber],
};

/** The end of every refusal: a model that reads it must not look for another way. */
const REFUSED =
	'The fax was not sent. Do not try it in another way: ask a person, who can change the guards of this node.';

/** The beginning of numbers, with the asterisk that stands for the rest. */
const BEGINNING = /^\+[1-9]\d{0,13}\*$/;

/**
 * Reads the guards. They are plain values: an expression could hold what an AI model or a stranger's fax says.
 *
 * @throws InputError for an expression, and for a guard that is empty or wrong: nothing must pass by a mistake
 */
export function guardsOf({ context, itemIndex }: ItemFields): Guards {
	const entered: unknown = context.getNodeParameter(
		guardsField.name,
		itemIndex,
		{},
		{ rawExpressions: true },
	);
	if (holdsExpression(entered)) {
		throw new InputError(
			`${guardsField.displayName} holds an expression, but only plain values count there, so that no AI model and no incoming data can change them. Enter numbers and texts. The fax was not sent.`,
		);
	}
	return changesIn(GUARDS, toObject(guardsField, entered), guardsField);
}

/**
 * Holds a send against the guards.
 *
 * @param find finds the documents; it is asked only after what needs no request
 * @returns the documents
 * @throws InputError for what they do not allow, and for pages that cannot be counted
 */
export async function requireAllowed(
	guards: Guards,
	job: SendJob,
	find: () => Promise<UploadFile[]>,
): Promise<UploadFile[]> {
	requireDestinations(guards, job);
	requireFewRecipients(guards, job);
	const documents = await find();
	if (guards.mostPages !== undefined) await requireFewPages(guards.mostPages, job, documents);
	return documents;
}

function requireDestinations({ allowedDestinations: allowed }: Guards, { to }: SendJob): void {
	const other = allowed && to.find((number) => !allowed.some((entry) => isWithin(number, entry)));
	if (other === undefined) return;
	throw new InputError(
		`${toField.displayName}: ${other} is not among the allowed destinations of this node. ${REFUSED}`,
	);
}

function isWithin(number: string, entry: string): boolean {
	return entry.endsWith('*') ? number.startsWith(entry.slice(0, -1)) : number === entry;
}

function requireFewRecipients({ mostRecipients = Number.POSITIVE_INFINITY }: Guards, { to }: SendJob): void {
	if (to.length <= mostRecipients) return;
	throw new InputError(
		`${toField.displayName} holds ${to.length} numbers; this node may send one fax to ${mostRecipients} at most. ${REFUSED}`,
	);
}

/** One file after the other, as each is held in memory. */
async function requireFewPages(most: number, job: SendJob, documents: UploadFile[]): Promise<void> {
	let pages = job.cover_page === undefined ? 0 : 1;
	for (const document of documents) {
		const count = await countPages(document);
		if (count === undefined) {
			throw new InputError(
				`The pages of "${document.name}" cannot be counted before it is sent, and ${mostPagesGuard.displayName} limits them. Send a PDF, TIFF, JPG, PNG or plain text. ${REFUSED}`,
			);
		}
		pages += count;
	}
	if (pages <= most) return;
	throw new InputError(
		`The fax has ${pages} pages, a cover page counted; this node may send ${most} at most. ${REFUSED}`,
	);
}

function toDestinations(field: INodeProperties, value: unknown): string[] {
	const entries = toFullList(field.displayName, value);
	if (entries.length > 0) return entries.map(toDestination);
	throw new InputError(
		`${field.displayName} is empty. Enter the numbers that may be sent to, or remove the guard.`,
	);
}

function toDestination(entry: string): string {
	if (isE164(entry)) return toE164(entry);
	const beginning = entry.replace(/[\s().-]/g, '');
	if (BEGINNING.test(beginning)) return beginning;
	throw new InputError(
		`${allowedDestinationsGuard.displayName}: "${entry}" is neither a number such as +15550100000 nor the beginning of numbers such as +1555*. Correct it.`,
	);
}

/** n8n evaluates a text that begins with an equals sign. */
function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
