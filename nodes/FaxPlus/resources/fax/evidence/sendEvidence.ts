import type { IDataObject } from 'n8n-workflow';

import { toObject } from '../../../../shared/values/fieldValues';
import { InputError } from '../../../../shared/values/inputError';
import type { ItemFields } from '../../../fields/itemFields';
import type { SendEvidence } from './evidence';
import { sendEvidenceOption } from './options';

/** What each field of it may be, beside null. */
const FORMS: Record<keyof SendEvidence, RegExp> = {
	documents: /^\d+$/,
	sha256: /^[0-9a-f]{64}(, [0-9a-f]{64})*$/,
	bytes: /^\d+(, \d+)*$/,
	pages: /^\d+$/,
	submittedAt: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/,
};

/**
 * Reads the evidence that "Send" has put out. Without any nothing is known.
 *
 * @throws InputError for what it has not put out, and for the evidence of another fax
 */
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
	return {
		documents: numberIn(given, 'documents'),
		sha256: textIn(given, 'sha256'),
		bytes: textIn(given, 'bytes'),
		pages: numberIn(given, 'pages'),
		submittedAt: textIn(given, 'submittedAt'),
	};
}

function numberIn(given: IDataObject, name: keyof SendEvidence): number | null {
	const text = textIn(given, name);
	return text === null ? null : Number(text);
}

function textIn(given: IDataObject, name: keyof SendEvidence): string | null {
	const text = textOf(given[name]);
	if (text === '') return null;
	if (FORMS[name].test(text)) return text;
	throw new InputError(
		`${sendEvidenceOption.displayName}: ${name} "${text}" is not what "Send" puts out. Pass the evidence on as it came, or leave the field empty.`,
	);
}

/** A table may have made a number of digits, a date of a time, and empty text of nothing. */
function textOf(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('"', '');
}
